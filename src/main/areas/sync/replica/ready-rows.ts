/**
 * New rows made ready before the transaction that inserts them begins: others may write meanwhile. Whether
 * they are new is known in it alone; where they turn out to be others, the transaction makes them ready itself.
 */
import type { Database, ReadDb } from '../../../db/database.ts';
import { type PackedRows, slicePackedRows } from '../../../db/packed-rows.ts';
import { columnsOf } from '../page-columns.ts';
import { isSentRow } from '../sent-columns.ts';
import type { PageColumns, PulledTable, WireCell, WireRow } from '../wire.ts';
import type { FollowedRows, MergeFollower } from './followers.types.ts';
import { NATURAL_KEYS } from './natural-keys.ts';
import { byColumns, type PackedWire, packColumns, packWire } from './pack-wire.ts';
import type { TableCodec } from './table-codec.ts';

export interface ReadyRows extends PackedWire {
  readonly followed: FollowedRows | undefined;
}

/** Rows that have all columns of one version, are told apart by their ids, and of which none is deleted. */
export interface FreshRows {
  readonly ids: readonly string[];
  readonly versions: readonly string[];
  /** Of alerts; null: none has one. */
  readonly prints: readonly WireCell[] | null;
  readonly packed: PackedRows;
  readonly followed: FollowedRows | undefined;
}

/** Rows of a table that are ready, whatever pieces they are taken in. */
export interface ReadyPage {
  /** undefined where these rows were not made ready, one after the other. */
  take(rows: readonly WireRow[]): ReadyRows | undefined;
  /** Those from one place to before another; undefined where each must be looked at. */
  fresh(from: number, to: number): FreshRows | undefined;
}

export interface NewRows {
  readonly codec: TableCodec;
  readonly follower: MergeFollower | undefined;
  /** All with the same columns. */
  readonly rows: readonly WireRow[];
  readonly cells?: PageColumns['cells'];
}

interface Pulled extends Pick<NewRows, 'codec' | 'follower'> {
  readonly pulled: PulledTable;
}

export function makeReady(db: ReadDb, { codec, follower, rows, cells }: NewRows): ReadyRows {
  const wire = packWire(codec, rows, follower, cells);
  const isNone = wire.rows.length === 0;
  return { ...wire, followed: isNone ? undefined : follower?.prepare(db, wire.packed) };
}

export function makePageReady(db: Database, page: Pulled): ReadyPage {
  return makeColumnsReady(db, page) ?? makeRowsReady(db, page);
}

function makeColumnsReady(db: Database, { codec, follower, pulled }: Pulled): ReadyPage | null {
  const columns = columnsOf(pulled);
  if (!columns || !isPlain(codec, columns)) return null;
  const packed = packColumns(codec, columns, follower);
  if (!packed) return null;
  const { ids, versions } = columns;
  const prints = codec.name === 'alerts' ? (columns.cells.get('fingerprint') ?? null) : null;
  const all: FreshRows = {
    ...{ ids, versions, prints, packed },
    followed: db.read('sync.ready', (reader) => follower?.prepare(reader, packed)),
  };
  // Only where some are known after all.
  let take: ReadyPage['take'] | undefined;
  return {
    fresh: (from, to) => (to - from === ids.length ? all : sliceFresh(all, from, to)),
    take(rows) {
      take ??= taker([{ rows: columns.rows, packed, refused: [], followed: all.followed }]);
      return take(rows);
    },
  };
}

const sliceFresh = (rows: FreshRows, from: number, to: number): FreshRows => ({
  ids: rows.ids.slice(from, to),
  versions: rows.versions.slice(from, to),
  prints: rows.prints?.slice(from, to) ?? null,
  packed: slicePackedRows(rows.packed, from, to),
  followed: rows.followed?.slice(from, to),
});

/** Whether nothing about the rows needs a look at each: see `FreshRows`. */
function isPlain({ name, columnOf }: TableCodec, { ids, fields, cells }: PageColumns): boolean {
  if (ids.length === 0 || fields !== null) return false;
  // Of alerts alone they are looked for many at a time.
  if (NATURAL_KEYS[name] && name !== 'alerts') return false;
  for (const column of cells.keys()) if (!columnOf.has(column)) return false;
  if (cells.get('deleted_at')?.some((cell) => cell !== null)) return false;
  return new Set(ids).size === ids.length && ids.every((id) => isSentRow(name, id));
}

function makeRowsReady(db: Database, { codec, follower, pulled }: Pulled): ReadyPage {
  const { rows } = pulled;
  const cells = columnsOf(pulled)?.cells;
  const groups = cells ? [{ rows, cells }] : byColumns(rows).map((group) => ({ rows: group }));
  const made = (mostlyNew(rows) ? groups : []).map((group) =>
    db.read('sync.ready', (reader) => makeReady(reader, { codec, follower, ...group })),
  );
  return { take: taker(made), fresh: () => undefined };
}

function taker(made: readonly ReadyRows[]): ReadyPage['take'] {
  const places = new Map<WireRow, { readonly ready: ReadyRows; readonly place: number }>();
  for (const ready of made)
    for (const [place, row] of ready.rows.entries()) places.set(row, { ready, place });
  return (wanted) => {
    const found = wanted[0] && places.get(wanted[0]);
    if (!found) return undefined;
    const { ready, place } = found;
    if (!wanted.every((row, i) => ready.rows[place + i] === row)) return undefined;
    if (ready.refused.length === 0 && wanted.length === ready.rows.length) return ready;
    return slice(ready, place, place + wanted.length);
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
