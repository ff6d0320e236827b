import {
  NOTIFY_KINDS,
  type NotifyKind,
} from '../../../shared/areas/settings/preferences.contract.ts';
import { useChangePreferences, usePreferences } from '../../api/preferences.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const WORDS: Record<NotifyKind, { readonly label: string; readonly note: string }> = {
  criticalAlert: {
    label: 'New critical alert',
    note: 'An alert of severity Critical has come in.',
  },
  jobDone: {
    label: 'Job finished',
    note: 'An import, an export or another job that you started has ended, well or not.',
  },
  evidenceExpiring: {
    label: 'Evidence expiring',
    note: 'Evidence of a control is about to lose its validity, or has lost it.',
  },
  reviewDue: {
    label: 'Review due',
    note: 'A policy, a vendor or a control is to be looked at again.',
  },
  mention: {
    label: 'Mention',
    note: 'Somebody mentioned you in a comment.',
  },
  watchedAlert: {
    label: 'Watched alert',
    note: 'An alert that you watch was changed or commented on.',
  },
  syncConflict: {
    label: 'Sync conflict',
    note: 'Two people changed the same field, and one of the values was kept.',
  },
};

export function NotificationsPage() {
  const { notify } = usePreferences();
  const change = useChangePreferences(useErrorToast());
  const isDesktop = useHost().kind === 'desktop';
  return (
    <>
      <Card title="Tell me about" note="In the notifications centre of the top bar.">
        <div className="flex flex-col gap-5">
          {NOTIFY_KINDS.map((kind) => (
            <Switch
              key={kind}
              {...WORDS[kind]}
              isOn={notify[kind]}
              onChange={(isOn) => change.mutate({ notify: { [kind]: isOn } })}
            />
          ))}
        </div>
      </Card>
      <Card title="Where">
        <Switch
          label="Also on the desktop"
          note={
            isDesktop
              ? 'The operating system shows it while Watchfloor is in the background.'
              : 'Takes effect in the desktop app: the operating system shows it while Watchfloor is in the background.'
          }
          isOn={notify.desktop}
          onChange={(desktop) => change.mutate({ notify: { desktop } })}
        />
      </Card>
    </>
  );
}
