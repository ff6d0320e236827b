/** New rows of the wire as the columns of a bulk insert; what does not fit is named. */
import type { PackedRows } from '../../../db/packed-rows.ts';
import type { PageColumns, WireCell, WireRow } from '../wire.ts';
import type { MergeFollower } from './followers.types.ts';
import { CellError, type SentColumn, type TableCodec } from './table-codec.ts';

export interface Refused {
  readonly row: WireRow;
  readonly reason: string;
}

export interface PackedWire {
  /** The rows that fit, live ones first. */
  readonly rows: readonly WireRow[];
  readonly packed: PackedRows;
  readonly refused: readonly Refused[];
}

/** Rows with the same columns, as senders of one version make them. */
export function byColumns(rows: readonly WireRow[]): WireRow[][] {
  const groups = new Map<string, { names: readonly string[]; rows: WireRow[] }>();
  let last: { names: readonly string[]; rows: WireRow[] } | undefined;
  for (const row of rows) {
    // Nearly always those of the row before.
    if (!last || !hasNames(row.c, last.names)) {
      const names = Object.keys(row.c);
      const key = names.join();
      last = groups.get(key) ?? { names, rows: [] };
      groups.set(key, last);
    }
    last.rows.push(row);
  }
  return [...groups.values()].map((group) => group.rows);
}

function hasNames(cells: WireRow['c'], names: readonly string[]): boolean {
  let place = 0;
  for (const name in cells) if (name !== names[place++]) return false;
  return place === names.length;
}

const isDead = ({ c }: WireRow) => (c.deleted_at ?? null) !== null;

type Derive = Pick<MergeFollower, 'derive'>;

/**
 * @param rows All with the same columns.
 * @param cells The same, column by column, where they are at hand.
 */
export function packWire(
  codec: TableCodec,
  rows: readonly WireRow[],
  derive?: Derive,
  cells?: PageColumns['cells'],
): PackedWire {
  const known = codec.columns.filter(({ name }) => rows[0] && Object.hasOwn(rows[0].c, name));
  const hasDead = rows.some(isDead);
  const ordered = hasDead ? [...rows.filter((row) => !isDead(row)), ...rows.filter(isDead)] : rows;
  const { taken, columns, refused } = decodeAll(known, ordered, hasDead ? undefined : cells);
  const packed = packLists(
    [
      ['id', taken.map(({ id }) => id)],
      ...known.map(({ property }, i): [string, unknown[]] => [property, columns[i] ?? []]),
      ['rowVersion', taken.map(({ v }) => v)],
      ['fieldVersions', taken.map(({ f }) => storedFields(codec, f))],
    ],
    taken.length,
  );
  if (!derive || taken.length === 0) return { rows: taken, packed, refused };
  const further = packLists(Object.entries(derive.derive(packed)), taken.length);
  return { rows: taken, packed: besides(packed, further), refused };
}

/** The same of rows whose columns are all of the row's own version; null where a cell does not fit. */
export function packColumns(
  codec: TableCodec,
  { ids, versions, cells }: PageColumns,
  derive?: Derive,
): PackedRows | null {
  const known = codec.columns.filter(({ name }) => cells.has(name));
  const columns = decodeColumns(known, ids.length, (name) => cells.get(name) ?? null);
  if (!columns) return null;
  const packed = packLists(
    [
      ['id', [...ids]],
      ...known.map(({ property }, i): [string, unknown[]] => [property, columns[i] ?? []]),
      ['rowVersion', [...versions]],
      ['fieldVersions', new Array<unknown>(ids.length).fill(null)],
    ],
    ids.length,
  );
  if (!derive) return packed;
  return besides(packed, packLists(Object.entries(derive.derive(packed)), ids.length));
}

const besides = (rows: PackedRows, further: PackedRows): PackedRows => ({
  count: rows.count,
  properties: [...rows.properties, ...further.properties],
  columns: [...rows.columns, ...further.columns],
  constants: { ...rows.constants, ...further.constants },
});

interface Decoded {
  readonly taken: readonly WireRow[];
  readonly columns: readonly unknown[][];
  readonly refused: readonly Refused[];
}

function decodeAll(
  known: readonly SentColumn[],
  rows: readonly WireRow[],
  cells: PageColumns['cells'] | undefined,
): Decoded {
  const columns = decodeColumns(known, rows.length, (name) => {
    const given = cells?.get(name);
    return given === undefined ? rows.map(({ c }) => c[name] ?? null) : given;
  });
  return columns ? { taken: rows, columns, refused: [] } : decodeRows(known, rows);
}

/** Column by column; null where a cell does not fit. @param cellsOf null: empty in every row. */
function decodeColumns(
  known: readonly SentColumn[],
  count: number,
  cellsOf: (name: string) => readonly WireCell[] | null,
): unknown[][] | null {
  try {
    return known.map((column) => {
      const cells = cellsOf(column.name);
      return cells
        ? decodeColumn(column, cells)
        : new Array<unknown>(count).fill(column.fromWire(null));
    });
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}

function decodeColumn(column: SentColumn, cells: readonly WireCell[]): unknown[] {
  const values = new Array<unknown>(cells.length);
  let [cell, value]: [WireCell | undefined, unknown] = [undefined, undefined];
  for (let i = 0; i < cells.length; i++) {
    const next = cells[i] ?? null;
    // Many columns hold one value over and over.
    if (next !== cell) [cell, value] = [next, column.fromWire(next)];
    values[i] = value;
  }
  return values;
}

/** Row by row, to name those that do not fit. */
function decodeRows(known: readonly SentColumn[], rows: readonly WireRow[]): Decoded {
  const columns: unknown[][] = known.map(() => []);
  const taken: WireRow[] = [];
  const refused: Refused[] = [];
  const values: unknown[] = new Array(known.length);
  for (const row of rows) {
    const reason = decodeInto(values, known, row);
    if (reason !== null) refused.push({ row, reason });
    else {
      taken.push(row);
      for (let i = 0; i < known.length; i++) columns[i]?.push(values[i]);
    }
  }
  return { taken, columns, refused };
}

/** The reason why it does not fit, or null. */
function decodeInto(values: unknown[], columns: readonly SentColumn[], row: WireRow) {
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    try {
      values[i] = column?.fromWire(row.c[column.name] ?? null);
    } catch (error) {
      if (error instanceof CellError) return `${column?.name} ${error.message}`;
      throw error;
    }
  }
  return null;
}

function storedFields({ shape }: TableCodec, f: WireRow['f']): string | null {
  if (f === null) return null;
  const stored: Record<string, string> = {};
  let any = false;
  for (const [name, stamp] of Object.entries(f)) {
    const property = shape.columnOf.get(name)?.property;
    if (property === undefined) continue;
    stored[property] = stamp;
    any = true;
  }
  return any ? JSON.stringify(stored) : null;
}

/** Values that are the same in every row are bound once. */
function packLists(lists: readonly [string, unknown[]][], count: number): PackedRows {
  const properties: string[] = [];
  const columns: unknown[][] = [];
  const constants: Record<string, unknown> = {};
  for (const [property, values] of lists) {
    const [first] = values;
    if (property !== 'id' && values.every((value) => value === first)) constants[property] = first;
    else {
      properties.push(property);
      columns.push(values);
    }
  }
  return { count, properties, columns, constants };
}
