/**
 * Columns of a batch as PostgreSQL writes arrays: `{"a","b\"c",NULL,7}` ("Array Input and Output
 * Syntax" of its manual). Many rows cross so in a few parameters, and the server reads them at once.
 */
import { SyncFailure } from '../sync-server.port.ts';
import type { PushBatch, WireCell, WireRow, WireTable } from '../wire.ts';

export interface PackedBatch {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly cells: readonly string[];
}

/** In the order that `sync.push` reads (0006_push_function.sql). */
export function packBatch({ writes, tables }: PushBatch): PackedBatch {
  const cells = [
    arrayOf(writes, ({ stamp }) => stamp),
    arrayOf(writes, ({ actor }) => actor),
    arrayOf(writes, ({ action }) => action),
    arrayOf(writes, ({ reason }) => reason),
  ];
  const packed = tables.flatMap(byColumns).map(({ table, rows }) => {
    const columns = Object.keys(rows[0]?.c ?? {});
    cells.push(
      arrayOf(rows, ({ id }) => id),
      arrayOf(rows, ({ v }) => v),
      arrayOf(rows, ({ f }) => (f === null ? null : JSON.stringify(f))),
      ...columns.map((column) => arrayOf(rows, ({ c }) => c[column] ?? null)),
    );
    return { name: table, columns };
  });
  return { tables: packed, cells };
}

/** Rows that know the same columns; nearly always all of them. */
function byColumns({ table, rows }: WireTable): WireTable[] {
  const groups = new Map<string, WireRow[]>();
  // Rows of one source name their columns in one order: it is sorted once.
  const known = new Map<string, WireRow[]>();
  let last: { readonly names: readonly string[]; readonly group: WireRow[] } | undefined;
  for (const row of rows) {
    if (!last || !hasNames(row.c, last.names)) {
      const names = Object.keys(row.c);
      const order = names.join();
      const shape = known.has(order) ? '' : [...names].sort().join();
      const group = known.get(order) ?? groups.get(shape) ?? [];
      if (!known.has(order)) groups.set(shape, group);
      known.set(order, group);
      last = { names, group };
    }
    last.group.push(row);
  }
  return [...groups.values()].map((group) => ({ table, rows: group }));
}

function hasNames(cells: WireRow['c'], names: readonly string[]): boolean {
  let place = 0;
  for (const name in cells) if (name !== names[place++]) return false;
  return place === names.length;
}

function arrayOf<Item>(items: readonly Item[], cellOf: (item: Item) => WireCell): string {
  const parts = new Array<string>(items.length);
  // Many columns hold one value over and over.
  let [last, text]: [WireCell, string] = [null, 'NULL'];
  let isEmpty = true;
  for (let place = 0; place < items.length; place++) {
    const cell = cellOf(items[place] as Item);
    if (cell !== last) [last, text] = [cell, literal(cell)];
    if (cell !== null) isEmpty = false;
    parts[place] = text;
  }
  // Beside the ids a shorter list is filled up with nulls ("Table Functions" of the manual).
  if (isEmpty) return '{}';
  return `{${parts.join()}}`;
}

function literal(cell: WireCell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'number') {
    // A negative zero is a zero to SQLite, too.
    if (Number.isFinite(cell)) return String(cell);
    throw new SyncFailure('refused', 'A number of the batch is infinite or none.');
  }
  // Two searches of the engine's own are cheaper than one pattern.
  if (!cell.includes('"') && !cell.includes('\\')) return `"${cell}"`;
  return `"${cell.replace(/["\\]/g, '\\$&')}"`;
}
