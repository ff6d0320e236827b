/** New rows of the wire as the columns of a bulk insert; what does not fit is named. */
import type { PackedRows } from '../../../db/packed-rows.ts';
import type { WireRow } from '../wire.ts';
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
  const groups = new Map<string, WireRow[]>();
  for (const row of rows) {
    const key = Object.keys(row.c).join();
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

const isDead = ({ c }: WireRow) => (c.deleted_at ?? null) !== null;

type Derive = Pick<MergeFollower, 'derive' | 'derivedFrom'>;

/** @param rows All with the same columns. */
export function packWire(codec: TableCodec, rows: readonly WireRow[], derive?: Derive): PackedWire {
  const known = codec.columns.filter(({ name }) => rows[0] && Object.hasOwn(rows[0].c, name));
  const ordered = rows.some(isDead)
    ? [...rows.filter((row) => !isDead(row)), ...rows.filter(isDead)]
    : rows;
  const columns: unknown[][] = known.map(() => []);
  const taken: WireRow[] = [];
  const refused: Refused[] = [];
  const values: unknown[] = new Array(known.length);
  for (const row of ordered) {
    const reason = decodeInto(values, known, row);
    if (reason !== null) refused.push({ row, reason });
    else {
      taken.push(row);
      for (let i = 0; i < known.length; i++) columns[i]?.push(values[i]);
    }
  }
  const lists: [string, unknown[]][] = [
    ['id', taken.map(({ id }) => id)],
    ...known.map(({ property }, i): [string, unknown[]] => [property, columns[i] ?? []]),
    ['rowVersion', taken.map(({ v }) => v)],
    ['fieldVersions', taken.map(({ f }) => storedFields(codec, f))],
  ];
  if (derive && taken.length > 0) {
    const needed = known.flatMap((column, i) =>
      derive.derivedFrom.has(column.name) ? [{ column, values: columns[i] ?? [] }] : [],
    );
    const read = taken.map((_, index) => readRow(needed, index));
    for (const entry of Object.entries(derive.derive(read))) lists.push(entry);
  }
  return { rows: taken, packed: packLists(lists, taken.length), refused };
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

function readRow(
  columns: readonly { column: SentColumn; values: readonly unknown[] }[],
  index: number,
) {
  const row: Record<string, unknown> = {};
  for (const { column, values } of columns) row[column.property] = column.read(values[index]);
  return row;
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
