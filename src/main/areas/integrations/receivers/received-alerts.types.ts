import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { PreparedAlert } from '../../alerts/import/imported-alert.ts';

/** Of those who own alerts: how received ones are made ready, by any thread, and written, by the one that may. */
export interface ReceivedAlerts<Batch> {
  /** What making ready goes by; crosses threads. */
  rules(db: ReadDb): unknown;
  pack(alerts: readonly PreparedAlert[], now: number, rules: unknown): Batch;
  /** Blocks that move between threads instead of being copied. */
  movable(batch: Batch): readonly ArrayBuffer[];
  /** In pieces of at most so many rows. */
  pieces(batch: Batch, most: number): readonly Batch[];
  /** @returns how many were new */
  write(tx: WriteTx, batch: Batch): number;
}
