import { type RowOf, tableShape } from '../../db/statements.ts';
import type { SyncedTable, WriteTx } from '../../db/write-door.ts';

/** Rows of a synced table by id, without tombstones. */
export function liveRows<T extends SyncedTable>(
  tx: WriteTx,
  table: T,
  ids: readonly string[],
): ReadonlyMap<string, RowOf<T>> {
  const rows = tx.rows(
    table,
    `SELECT * FROM ${tableShape(table).name} WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [(row as { id: string }).id, row]));
}
