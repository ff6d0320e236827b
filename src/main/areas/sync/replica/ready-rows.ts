/**
 * New rows made ready before the transaction that inserts them begins: others may write meanwhile. Whether
 * they are new is known in it alone; where they turn out to be others, the transaction makes them ready itself.
 */
import type { Database, ReadDb } from '../../../db/database.ts';
import { slicePackedRows } from '../../../db/packed-rows.ts';
import type { PageColumns, WireRow } from '../wire.ts';
import type { FollowedRows, MergeFollower } from './followers.types.ts';
import { byColumns, type PackedWire, packWire } from './pack-wire.ts';
import type { TableCodec } from './table-codec.ts';

export interface ReadyRows extends PackedWire {
  readonly followed: FollowedRows | undefined;
}

/** Rows of a table that are ready, whatever pieces they are taken in. */
export interface ReadyPage {
  /** undefined where these rows were not made ready, one after the other. */
  take(rows: readonly WireRow[]): ReadyRows | undefined;
}

export interface NewRows {
  readonly codec: TableCodec;
  readonly follower: MergeFollower | undefined;
  /** All with the same columns. */
  readonly rows: readonly WireRow[];
  readonly cells?: PageColumns['cells'];
}

export function makeReady(db: ReadDb, { codec, follower, rows, cells }: NewRows): ReadyRows {
  const wire = packWire(codec, rows, follower, cells);
  const isNone = wire.rows.length === 0;
  return { ...wire, followed: isNone ? undefined : follower?.prepare(db, wire.packed) };
}

export function makePageReady(
  db: Database,
  { codec, follower, rows }: Omit<NewRows, 'cells'>,
  columns: PageColumns | undefined,
): ReadyPage {
  const places = new Map<WireRow, { readonly ready: ReadyRows; readonly place: number }>();
  // Of the same rows, and no others.
  const cells = columns?.rows === rows ? columns.cells : undefined;
  const groups = cells ? [{ rows, cells }] : byColumns(rows).map((group) => ({ rows: group }));
  for (const group of mostlyNew(rows) ? groups : []) {
    const ready = db.read('sync.ready', (reader) =>
      makeReady(reader, { codec, follower, ...group }),
    );
    for (const [place, row] of ready.rows.entries()) places.set(row, { ready, place });
  }
  return {
    take(wanted) {
      const found = wanted[0] && places.get(wanted[0]);
      if (!found) return undefined;
      const { ready, place } = found;
      if (!wanted.every((row, i) => ready.rows[place + i] === row)) return undefined;
      if (ready.refused.length === 0 && wanted.length === ready.rows.length) return ready;
      return slice(ready, place, place + wanted.length);
    },
  };
}

/** Columns that differ from their row were changed since it was made: most rows have it on the next meeting. */
function mostlyNew(rows: readonly WireRow[]): boolean {
  return rows.filter(({ f }) => f === null).length * 2 > rows.length;
}

const slice = ({ rows, packed, followed }: ReadyRows, from: number, to: number): ReadyRows => ({
  ...{ rows: rows.slice(from, to), packed: slicePackedRows(packed, from, to), refused: [] },
  followed: followed?.slice(from, to),
});
