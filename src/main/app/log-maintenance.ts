/** Takes the write-ahead log over between clicks, where no other thread does it beside what it writes. */
import { checkpoint, isCheckpointDue, QUIET_LOG_BYTES } from '../db/checkpoint.ts';
import type { Connection } from '../db/connection.ts';
import type { JobRunner } from '../jobs/job-runner.ts';

const EVERY_MS = 2_000;

export interface MaintenanceDeps {
  /** The database as it is now: it may be put back from a backup. */
  readonly storage: { current(): { readonly connection: Connection } };
  /** Jobs and sync relieve the log themselves; taking theirs over here would hold up whoever clicks. */
  readonly runner: Pick<JobRunner, 'isBusy' | 'isWritingMuch'>;
}

export function startLogMaintenance({ storage, runner }: MaintenanceDeps): () => void {
  const timer = setInterval(() => {
    if (runner.isBusy || runner.isWritingMuch) return;
    const { connection } = storage.current();
    if (isCheckpointDue(connection, QUIET_LOG_BYTES)) checkpoint(connection);
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
