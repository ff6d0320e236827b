/** New alerts with all that hangs on them. */
import { countHits, suppressArriving } from '../../db/arriving-suppression.ts';
import { createGroupInserts } from '../../db/groups/keep-groups.store.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { InsertedRange, WriteTx } from '../../db/write-door.ts';
import { type AlertBatch, createCountedReader } from './alert-batch.ts';
import { keepNewHours } from './alert-followers.store.ts';
import { CountChanges, indexAlertTexts } from './alert-index.store.ts';
import { saveRawRecords } from './raw-records.store.ts';
import { countTechniques, techniqueAlerts } from './technique-counts.store.ts';

export interface AlertInserts {
  /** Returns how many are new; known ids and fingerprints are passed over. */
  add(batch: AlertBatch): number;
  /** To be called once, before the transaction ends: groups and the search index hold them from here on. */
  end(): void;
}

/** Inserts new alerts; known ids and fingerprints are passed over. */
export function insertAlertBatch(tx: WriteTx, batch: AlertBatch): number {
  const inserts = createAlertInserts(tx);
  const added = inserts.add(batch);
  inserts.end();
  return added;
}

/**
 * Batches of one transaction. Their texts are indexed last, in one statement: one that fires triggers, as those do
 * that change groups, and the next of its own kind make FTS5 write what it has gathered (its xSavepoint), a
 * segment for each batch that is to be merged again.
 */
export function createAlertInserts(tx: WriteTx): AlertInserts {
  const counts = new CountChanges();
  const groups = createGroupInserts(tx);
  let unindexed: Unindexed | undefined;
  return {
    add(batch) {
      const rows = suppressArriving(tx, batch.rows);
      const countedAt = createCountedReader(rows);
      const places: number[] = [];
      const times: number[] = [];
      const range = tx.insertRange(alertsTable, rows, (index) => {
        const counted = countedAt(index);
        places.push(index);
        times.push(counted.createdAt);
        counts.add(counted, 1);
      });
      saveRawRecords(tx, batch, range, places);
      keepNewHours(tx, rows, places);
      countHits(tx, rows, places);
      countTechniques(tx, techniqueAlerts(batch, places), 1);
      groups.add(rows, batch.groups, { range, places });
      if (range.count > 0) unindexed = joined(unindexed, range, times);
      return range.count;
    },
    end() {
      counts.apply(tx);
      groups.end();
      if (unindexed) indexAlertTexts(tx, unindexed.range, unindexed.times);
    },
  };
}

/** Rows that are not in the search index yet, and their times. */
interface Unindexed {
  readonly range: InsertedRange;
  readonly times: readonly number[];
}

/** Rows of one transaction follow each other: nobody else writes meanwhile. */
function joined(
  before: Unindexed | undefined,
  range: InsertedRange,
  times: readonly number[],
): Unindexed {
  if (!before) return { range, times };
  const { first, count } = before.range;
  return {
    range: { first, last: range.last, count: count + range.count },
    times: before.times.concat(times),
  };
}
