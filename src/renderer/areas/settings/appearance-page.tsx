import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChangePreferences, usePreferences } from '../../api/preferences.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { exactTime } from '../../ui/time.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useNow } from '../../ui/use-now.ts';

export function AppearancePage() {
  const preferences = usePreferences();
  const change = useChangePreferences(useErrorToast());
  const now = useNow();
  return (
    <Card>
      <div className="flex flex-col divide-y divide-line">
        <Choice title="Theme" note="Dark is made for a dim room; the third follows this computer.">
          <Segmented
            label="Theme"
            value={preferences.theme}
            onValueChange={(theme) => change.mutate({ theme })}
            segments={[
              { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
              { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
              { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
            ]}
          />
        </Choice>
        <Choice title="Density" note="How much of a list is in view at once.">
          <Segmented
            label="Density"
            value={preferences.density}
            onValueChange={(density) => change.mutate({ density })}
            segments={[
              { value: 'compact', label: 'Compact' },
              { value: 'comfortable', label: 'Comfortable' },
            ]}
          />
        </Choice>
        <Choice title="Times" note={`Now it is ${exactTime(now)}.`}>
          <Segmented
            label="Times"
            value={preferences.timeZone}
            onValueChange={(timeZone) => change.mutate({ timeZone })}
            segments={[
              { value: 'local', label: 'Local' },
              { value: 'utc', label: 'UTC' },
            ]}
          />
        </Choice>
      </div>
    </Card>
  );
}

function Choice(props: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h2 className="font-medium text-fg">{props.title}</h2>
        <p className="text-xs text-fg-muted">{props.note}</p>
      </div>
      {props.children}
    </div>
  );
}
