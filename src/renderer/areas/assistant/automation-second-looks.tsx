import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { VERDICT_LABELS } from '../../../shared/areas/alerts/dispositions.rules.ts';
import {
  automationContract,
  type SecondLook,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { secondLooksQuery, trippedText, useAutomationCall } from './automation.queries.ts';

interface Choice {
  readonly look: SecondLook;
  readonly outcome: 'CONFIRMED' | 'MISLABELLED';
}

/** Verdicts that contradict what the desk said of a pattern: another person says which is right. */
export function SecondLooksTab() {
  const looks = useQuery(secondLooksQuery(useClient()));
  return (
    <Loaded query={looks} failed="Second looks could not be loaded">
      {(shown) =>
        shown.length === 0 ? (
          <Card>
            <EmptyState
              icon={<Eye />}
              title="No Second Looks"
              text="A verdict that contradicts the ones before it shows here. One in twenty verdicts is wrong, so that it counts only after another person has looked."
            />
          </Card>
        ) : (
          <LookList looks={shown} />
        )
      }
    </Loaded>
  );
}

function LookList({ looks }: { looks: readonly SecondLook[] }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const decide = useAutomationCall(
    (client, note: string) =>
      client.call(automationContract.decideSecondLook, {
        params: { id: choice?.look.id ?? '' },
        body: { outcome: choice?.outcome ?? 'MISLABELLED', note },
      }),
    ({ tripped, waits }) =>
      waits
        ? 'Second look saved. One more person must agree.'
        : `Second look saved.${trippedText(tripped)}`,
  );
  return (
    <Card
      title="Second looks"
      note="Until they are done, their patterns close nothing"
      bodyClassName="p-0"
    >
      <ul className="divide-y divide-line">
        {looks.map((look) => (
          <LookRow key={look.id} look={look} onChoose={(outcome) => setChoice({ look, outcome })} />
        ))}
      </ul>
      {choice && (
        <ReasonDialog
          title={choice.outcome === 'CONFIRMED' ? 'The verdict stands' : 'It was a mistake'}
          description={
            choice.outcome === 'CONFIRMED'
              ? 'This is an error of the pattern that you confirm: its automation is switched off. Against twenty closings or more, one more person must agree first.'
              : 'It counts as one more closing as benign, by you. Correct the verdict on the alert as well.'
          }
          label="Save"
          pendingLabel="Saving..."
          isPending={decide.isPending}
          onClose={() => setChoice(null)}
          onReason={(note) => decide.mutate(note, { onSuccess: () => setChoice(null) })}
        />
      )}
    </Card>
  );
}

function LookRow(props: { look: SecondLook; onChoose: (outcome: Choice['outcome']) => void }) {
  const { look, onChoose } = props;
  const mayWrite = useMay('alerts.write');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-80">
        {look.alert ? (
          <Link
            to={`/alerts?alert=${encodeURIComponent(look.alert.id)}`}
            className="block truncate font-medium text-fg hover:underline"
          >
            <Untrusted text={look.alert.title} max={160} expand="none" />
          </Link>
        ) : (
          <span className="text-fg-muted">Alert no longer kept</span>
        )}
        <p className="text-xs text-fg-muted">
          {look.reason}
          {look.firstVerdict !== null && ` · ${VERDICT_LABELS[look.firstVerdict]}`}
          {look.firstByName !== null && (
            <>
              {' by '}
              <Untrusted text={look.firstByName} max={80} expand="none" />
            </>
          )}
          {' · '}
          <DateTime value={look.openedAt} />
          {look.confirmedByName !== null && (
            <>
              {' · Confirmed by '}
              <Untrusted text={look.confirmedByName} max={80} expand="none" />
              {'; one more person must agree'}
            </>
          )}
        </p>
        <p className="truncate text-xs text-fg-faint">
          <Untrusted text={look.patternLabel} max={160} expand="none" />
        </p>
      </div>
      {mayWrite && (
        <div className="flex gap-1.5">
          <Button size="sm" onClick={() => onChoose('CONFIRMED')}>
            Verdict stands
          </Button>
          <Button size="sm" onClick={() => onChoose('MISLABELLED')}>
            Was a mistake
          </Button>
        </div>
      )}
    </li>
  );
}
