import { Clock3 } from 'lucide-react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type ClockState,
  closingClock,
  firstActionClock,
  roughDuration,
  runningClock,
  type SlaClock,
} from '../../../shared/areas/alerts/sla.rules.ts';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { shortDuration } from '../../ui/time.ts';
import { useNow } from '../../ui/use-now.ts';
import { PaneSection } from './pane-section.tsx';

const TONES: Record<ClockState, string> = {
  met: 'text-fg-muted',
  missed: 'text-bad',
  running: 'text-fg-muted',
  soon: 'text-warn',
  overdue: 'text-bad',
};

const WHATS = { act: 'Act', close: 'Close' } as const;

/** What counts down for an alert, in a row: it has its place whatever it says, so that nothing moves. */
export function RowClock({ alert }: { alert: Alert }) {
  const running = runningClock(alert, useWorkspaceSettings(), useNow());
  // Nobody is to act on what a rule keeps out of the queue.
  if (!running || alert.suppressedBy !== null) return null;
  const { what, clock } = running;
  const text =
    clock.state === 'overdue'
      ? `${WHATS[what]}: ${roughDuration(clock.ms)} late`
      : `${WHATS[what]} in ${roughDuration(clock.ms)}`;
  return (
    <span
      className={cx(
        'inline-flex w-32 shrink-0 items-center gap-1 text-xs whitespace-nowrap tabular-nums',
        TONES[clock.state],
      )}
    >
      <Clock3 aria-hidden className="size-3 shrink-0" />
      {text}
    </span>
  );
}

/** Both times of an alert against what the workspace wants. */
export function AlertClocks({ alert }: { alert: Alert }) {
  const targets = useWorkspaceSettings();
  const now = useNow();
  const first = firstActionClock(alert, targets, now);
  const closing = closingClock(alert, targets, now);
  return (
    <PaneSection title="Time limits">
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-fg-muted">First action</dt>
        <ClockText clock={first} />
        <dt className="text-fg-muted">Closing</dt>
        <ClockText clock={closing} />
      </dl>
    </PaneSection>
  );
}

function ClockText({ clock }: { clock: SlaClock | null }) {
  if (!clock) return <dd className="text-fg-faint">—</dd>;
  const { state, ms, dueAt } = clock;
  const isStopped = state === 'met' || state === 'missed';
  return (
    <dd className={cx('min-w-0 tabular-nums', TONES[state])}>
      {isStopped ? (
        <>
          After {shortDuration(ms / 1000)}, {state === 'met' ? 'in time' : 'late'}
        </>
      ) : (
        <>
          {state === 'overdue' ? `${roughDuration(ms)} late` : `${roughDuration(ms)} left`}
          <span className="text-fg-muted">
            , due <DateTime value={new Date(dueAt).toISOString()} mode="local" />
          </span>
        </>
      )}
    </dd>
  );
}
