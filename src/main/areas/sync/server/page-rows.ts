/** A page's rows as the server packs them, a list a column, back into rows. Nothing in them is trusted. */
import { z } from 'zod';
import {
  cellSchema,
  type PageColumns,
  stampSchema,
  type WireCell,
  type WireRow,
  wireTableSchema,
} from '../wire.ts';

const rowShape = wireTableSchema.shape.rows.element.shape;
const cellsSchema = z.array(cellSchema);
const idsSchema = z.array(rowShape.id);
const textsSchema = z.array(z.string());
const columnsSchema = z.object({
  ...{ id: z.unknown(), v: z.unknown() },
  f: z.array(rowShape.f).nullable(),
  c: z.record(wireTableSchema.shape.table, z.unknown()),
});

/**
 * The answer is that of `wireTableSchema`: names, ids and versions pass its parts, and each cell is a
 * text, a number or null. (Run over every row it costs more than the server takes to read them.)
 * @throws ZodError where the lists are of different lengths or hold something else
 */
export function unpackRows(given: unknown): PageColumns {
  const { id, v, f, c } = columnsSchema.parse(given);
  // As `idsSchema` and `textsSchema` say; each of thousands is not worth a call of theirs.
  const ids = isListOf(id, isId) ? id : idsSchema.parse(id);
  const versions = isListOf(v, isText) ? v : textsSchema.parse(v);
  // Rows of one write share its stamp: each is looked at once.
  for (const stamp of new Set(versions)) stampSchema.parse(stamp);
  const cells = new Map(Object.keys(c).map((name) => [name, cellsOf(c[name], ids.length)]));
  if (versions.length !== ids.length || (f !== null && f.length !== ids.length)) refuse();
  const fields = f?.some((one) => one !== null) ? f : null;
  const lists = { ids, versions, fields, cells };
  let made: WireRow[] | undefined;
  return {
    ...lists,
    get rows() {
      made ??= rowsOf(lists);
      return made;
    },
  };
}

function rowsOf({ ids, versions, fields, cells }: Omit<PageColumns, 'rows'>): WireRow[] {
  const empty: Record<string, WireCell> = {};
  for (const name of cells.keys()) empty[name] = null;
  // A copy has its columns in place: they are written and not added one by one.
  const rows = ids.map((id, place): WireRow => {
    const [v, f] = [versions[place] ?? '', fields?.[place] ?? null];
    return { id, v, f, c: { ...empty } };
  });
  for (const [name, list] of cells) if (list) fill(rows, name, list);
  return rows;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const MOST_ID = rowShape.id.maxLength ?? 0;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MOST_ID;

function isListOf<T>(given: unknown, is: (value: unknown) => value is T): given is T[] {
  return Array.isArray(given) && given.every(is);
}

/** A column at a time: rows of one shape take the same name several times as fast as many names in turns. */
function fill(rows: readonly WireRow[], name: string, list: readonly WireCell[]): void {
  let place = 0;
  for (const { c } of rows) c[name] = list[place++] ?? null;
}

/** null: empty in every row. */
function cellsOf(given: unknown, count: number): readonly WireCell[] | null {
  if (given === null) return null;
  if (!Array.isArray(given) || given.length !== count) return refuse();
  return given.every(isCell) ? given : cellsSchema.parse(given);
}

const isCell = (cell: unknown): cell is WireCell =>
  cell === null || typeof cell === 'string' || (typeof cell === 'number' && Number.isFinite(cell));

function refuse(): never {
  throw new z.ZodError([
    {
      code: 'custom',
      path: [],
      message: 'The lists of a page are of different lengths',
      input: '',
    },
  ]);
}
