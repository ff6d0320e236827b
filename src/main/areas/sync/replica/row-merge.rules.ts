/**
 * The merge of one row that is here with one that came: the same decisions as `merge.kernel.ts` makes of
 * two rows of the wire (a test holds them together), of the row as the database has it.
 */
import { isSentColumn } from '../sent-columns.ts';
import type { WireCell, WireRow } from '../wire.ts';
import { CellError, type RawRow, type SentColumn, type TableCodec } from './table-codec.ts';
import type { UnknownPart } from './unknown-rows.store.ts';

/** A column that both sides know, at different versions. */
export interface ColumnMerge {
  readonly column: SentColumn;
  readonly mine: { readonly value: unknown; readonly stamp: string };
  readonly theirs: { readonly value: unknown; readonly stamp: string };
  readonly isTheirs: boolean;
  readonly isSame: boolean;
}

export interface RowMerge {
  readonly v: string;
  /** By column, also of columns that this version does not know. */
  readonly f: Readonly<Record<string, string>> | null;
  readonly columns: readonly ColumnMerge[];
  /** What this version does not know of it, where that changed. */
  readonly unknown: UnknownPart | null;
}

type Versions = Readonly<Record<string, string>> | null;

export interface Mine {
  readonly raw: RawRow;
  /** By column, without those of local columns. */
  readonly f: Versions;
  readonly unknown: UnknownPart | undefined;
}

/**
 * null where nothing differs. On a tie what came from the server counts unless it is empty: a column may
 * be new here and filled with its default. @throws CellError where a cell does not fit its column.
 */
export function mergeRow(codec: TableCodec, mine: Mine, theirs: WireRow): RowMerge | null {
  const mineV = String(mine.raw.row_version);
  const mineF: Versions = mine.unknown?.f ? { ...mine.f, ...mine.unknown.f } : mine.f;
  const v = laterOf(mineV, theirs.v);
  const columns: ColumnMerge[] = [];
  const unknown = createUnknownMerge(mine.unknown, theirs.id);
  const isSent = (name: string) =>
    isSentColumn(codec.name, name) && !codec.shape.columnOf.has(name);
  for (const name in theirs.c) {
    const column = codec.columnOf.get(name);
    const cell = theirs.c[name] ?? null;
    const stamps = { mine: mineF?.[name] ?? mineV, theirs: theirs.f?.[name] ?? theirs.v };
    if (!column) {
      if (isSent(name)) unknown.take(name, cell, stamps);
    } else if (stamps.mine !== stamps.theirs || !isCell(column, mine.raw[name], cell))
      columns.push(mergeColumn(column, mine.raw[name], cell, stamps));
  }
  const f = versionsBesides(
    v,
    { codec, mineF, mineV },
    theirs,
    unknown.names(),
    namesOf(mine.unknown),
  );
  const part = unknown.result(f, mine.unknown);
  if (columns.length === 0 && part === null && v === mineV && sameVersions(f, mineF)) return null;
  return { v, f, columns, unknown: part };
}

/** Most cells are the same here and there, and as they are. */
const isCell = (column: SentColumn, value: unknown, cell: WireCell) =>
  value === cell || column.toWire(value) === cell;

function laterOf(one: string, other: string): string {
  if (other > one) return other;
  return one;
}

function mergeColumn(
  column: SentColumn,
  value: unknown,
  cell: WireCell,
  stamps: { mine: string; theirs: string },
): ColumnMerge {
  const isSame = isCell(column, value, cell);
  return {
    column,
    mine: { value: value ?? null, stamp: stamps.mine },
    theirs: { value: isSame ? (value ?? null) : decoded(column, cell), stamp: stamps.theirs },
    isTheirs: stamps.theirs > stamps.mine || (stamps.theirs === stamps.mine && cell !== null),
    isSame,
  };
}

function decoded(column: SentColumn, cell: WireCell): unknown {
  try {
    return column.fromWire(cell);
  } catch (error) {
    if (error instanceof CellError) throw new CellError(`${column.name} ${error.message}`);
    throw error;
  }
}

/** The version of every column that has another than `v`. */
function versionsBesides(
  v: string,
  { codec, mineF, mineV }: { codec: TableCodec; mineF: Versions; mineV: string },
  theirs: WireRow,
  unknown: readonly string[],
  known: ReadonlySet<string> | null,
): Versions {
  if (theirs.v === mineV && mineF === null && theirs.f === null) return null;
  const f: Record<string, string> = {};
  let any = false;
  const note = (name: string) => {
    const isMine = codec.columnOf.has(name) || known?.has(name) === true;
    const own = isMine ? (mineF?.[name] ?? mineV) : '';
    const other = Object.hasOwn(theirs.c, name) ? (theirs.f?.[name] ?? theirs.v) : '';
    const version = laterOf(own, other);
    if (version === v) return;
    f[name] = version;
    any = true;
  };
  for (const { name } of codec.columns) note(name);
  for (const name of unknown) note(name);
  return any ? f : null;
}

const namesOf = (part: UnknownPart | undefined) => (part ? new Set(Object.keys(part.c)) : null);

function createUnknownMerge(before: UnknownPart | undefined, id: string) {
  const c: Record<string, WireCell> = { ...before?.c };
  let hasChanged = false;
  return {
    names: () => Object.keys(c),
    take(name: string, cell: WireCell, stamps: { mine: string; theirs: string }) {
      if (Object.hasOwn(c, name) && stamps.theirs <= stamps.mine) return;
      c[name] = cell;
      hasChanged = true;
    },
    result(f: Versions, part: UnknownPart | undefined): UnknownPart | null {
      const own: Record<string, string> = {};
      for (const [name, stamp] of Object.entries(f ?? {}))
        if (Object.hasOwn(c, name)) own[name] = stamp;
      const kept = Object.keys(own).length > 0 ? own : null;
      if (!hasChanged && sameVersions(kept, part?.f ?? null)) return null;
      return { id, v: null, f: kept, c };
    },
  };
}

function sameVersions(a: Versions, b: Versions): boolean {
  if (a === b) return true;
  const [one, other] = [a ?? {}, b ?? {}];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => one[name] === other[name]);
}
