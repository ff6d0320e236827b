import { Link } from 'react-router-dom';
import type { Session } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { SessionBadge } from '../intake/session-badge.tsx';

const SHOWN = 3;

/** What was read last with the tools of a family, and what came of it. */
export function LastRuns({ runs }: { runs: readonly Session[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {runs.slice(0, SHOWN).map((run) => (
        <li key={run.id} className="flex flex-col gap-0.5">
          <span className="flex min-w-0 items-center gap-2">
            <Link
              to={`/forensics?investigation=${encodeURIComponent(run.investigation.id)}`}
              className="min-w-0 truncate text-accent-text underline-offset-2 hover:underline"
            >
              <Untrusted text={run.fileName ?? run.toolName} max={80} expand="none" />
            </Link>
            <span className="ml-auto shrink-0">
              <SessionBadge session={run} />
            </span>
          </span>
          <span className="text-xs text-fg-muted">
            {run.toolName}, {run.events === null ? '—' : run.events.toLocaleString('en')} events,{' '}
            <DateTime value={run.completedAt ?? run.startedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
