import {
  type QueueRecord,
  queueRecordSchema,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { readRecord, saveRecord } from './queue-record.store.ts';
import { type Measured, measureQueue } from './queue-record.ts';

export interface QueueRecordKeeper {
  /** Null where the last one is older than a day, or a newer version wrote it otherwise. */
  fresh(): QueueRecord | null;
  measure(): Promise<Measured>;
  /** The last one, measured anew where it is older than a day. */
  current(): Promise<QueueRecord>;
}

/** Keeps the record of each day. It is derived, so keeping it is no change of the workspace. */
export function createQueueRecordKeeper(db: Database, clock: Clock): QueueRecordKeeper {
  function fresh(): QueueRecord | null {
    const kept = db.read('compliance.queueRecord', readRecord);
    const now = clock.now();
    if (!kept || kept.at > now || now - kept.at >= DAY_MS) return null;
    const parsed = queueRecordSchema.safeParse(kept.record);
    return parsed.success ? parsed.data : null;
  }
  async function measure(): Promise<Measured> {
    const now = clock.now();
    const measured = await measureQueue(db, now);
    db.write({ actor: null, origin: 'system', action: 'compliance.measureQueue' }, (tx) =>
      saveRecord(tx, now, measured.record),
    );
    return measured;
  }
  return {
    fresh,
    measure,
    current: async () => fresh() ?? (await measure()).record,
  };
}
