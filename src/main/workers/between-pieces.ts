/** What comes between two pieces that the thread of sync takes over while somebody works. */
import { GENTLE_LOG_BYTES } from '../db/checkpoint.ts';
import type { WriteGate } from '../db/write-gate.ts';
import type { LogKeeper } from '../jobs/log-keeper.ts';

interface BetweenPieces {
  readonly gate: Pick<WriteGate, 'isSomebodyAtWork'>;
  readonly keeper: Pick<LogKeeper, 'relieve'>;
  readonly syncLog: () => Promise<void>;
}

/** The piece before is on the disk, and the log is short, before the next one is written. */
export function createBetweenPieces({ gate, keeper, syncLog }: BetweenPieces) {
  return async (): Promise<void> => {
    if (!gate.isSomebodyAtWork()) return;
    keeper.relieve(GENTLE_LOG_BYTES);
    await syncLog();
  };
}
