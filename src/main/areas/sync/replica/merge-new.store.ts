/**
 * Rows that nobody here has heard of, from the columns they came in straight into the statement: no object a row,
 * and none of what is asked of each row that may be known. Nearly all rows of a first sync are such.
 */
import type { SyncedTable } from '../../../db/write-door.ts';
import type { MergeScope } from './merge-context.ts';
import { newEntries } from './merge-entries.ts';
import type { FreshRows } from './ready-rows.ts';
import { hasTwins, isAnyHere } from './row-reader.store.ts';
import type { TableCodec } from './table-codec.ts';
import { readUnknown } from './unknown-rows.store.ts';

/**
 * How many rows are new; null: something of them may be here, and they are to be merged row by row.
 * @throws where a table refuses a row
 */
export function mergeNew(
  scope: MergeScope,
  { name, shape }: TableCodec,
  { ids, versions, prints, packed, followed }: FreshRows,
): number | null {
  const { tx } = scope;
  if (readUnknown(tx, name, ids).size > 0) return null;
  if (isAnyHere(tx, name, ids) || hasTwins(tx, ids, prints)) return null;
  const { inserted, places } = tx.mergeRows(shape.table as SyncedTable, {
    ...{ inserts: packed, updates: [], entries: newEntries(scope, ids, versions) },
    latest: latestOf(versions),
  });
  if (inserted.count > 0) followed?.follow(tx, inserted, places);
  return inserted.count;
}

function latestOf(versions: readonly string[]): string {
  let latest = '';
  for (const v of versions) if (v > latest) latest = v;
  return latest;
}
