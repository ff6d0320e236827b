import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SyncProblem } from '../../../shared/areas/sync/sync-state.contract.ts';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

interface SyncProblemNoteProps {
  problem: SyncProblem;
  /** When it is tried again by itself. */
  nextTryAt: string | null;
}

/** Not somebody's to mend: it goes away, or it is wanted so. */
const QUIET: ReadonlySet<SyncProblem['kind']> = new Set(['unreachable', 'busy', 'isolated']);

/** What happened, and what to do. */
export function SyncProblemNote({ problem, nextTryAt }: SyncProblemNoteProps) {
  const isQuiet = QUIET.has(problem.kind);
  return (
    <div
      role="alert"
      className={cx(
        'flex max-w-prose gap-2.5 rounded-md border p-3',
        isQuiet ? 'border-warn-mark/50 bg-warn-soft' : 'border-bad-mark/50 bg-bad-soft',
      )}
    >
      <CircleAlert
        aria-hidden
        className={cx('mt-0.5 size-4 shrink-0', isQuiet ? 'text-warn' : 'text-bad')}
      />
      <div className="flex min-w-0 flex-col gap-1 text-fg [overflow-wrap:anywhere]">
        <p className="font-medium">
          <Untrusted text={problem.cause} max={500} />
        </p>
        <p>
          <Untrusted text={problem.cure} max={500} />
        </p>
        <p className="text-xs text-fg-muted">
          Since <DateTime value={problem.since} />
          {nextTryAt !== null && (
            <>
              {' · tried again '}
              <DateTime value={nextTryAt} mode="local" />
            </>
          )}
        </p>
        {problem.kind === 'isolated' && (
          <Link to="/settings/network" className="text-accent-text hover:underline">
            Isolation of this workspace
          </Link>
        )}
      </div>
    </div>
  );
}
