/**
 * Rows of one table between the database and the wire. What comes in was made by others: each cell is
 * held against its column before it gets near a statement, because a page that reads a list where
 * there is a number shows nothing at all.
 */
import type { SyncedColumn, SyncedShape } from '../../../db/synced-tables.ts';
import { isSentColumn } from '../sent-columns.ts';
import type { WireCell, WireRow } from '../wire.ts';
import { decodeText, encodeText } from '../wire-text.ts';

export type RawRow = Readonly<Record<string, unknown>>;
export type Versions = Readonly<Record<string, string>>;

export interface ColumnFacts {
  readonly name: string;
  readonly isRequired: boolean;
  /** As SQL has it. */
  readonly byDefault: string | null;
}

/** A column of a table that crosses the wire. */
export interface SentColumn {
  readonly name: string;
  readonly property: string;
  toWire(value: unknown): WireCell;
  /** @throws CellError */
  fromWire(cell: WireCell): unknown;
  /** As the program knows it. */
  read(value: unknown): unknown;
}

/** A cell that its column cannot hold. */
export class CellError extends Error {}

const MOST_MS = 8.64e15;
const HEX = /^\\x(?:[0-9a-f]{2})*$/;

function checkJson(text: string, byDefault: string | null): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CellError('is no JSON');
  }
  if (byDefault === "'[]'" && !Array.isArray(value)) throw new CellError('is no list');
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (byDefault === "'{}'" && !isObject) throw new CellError('is no object');
}

type Reader = (cell: string | number) => unknown;

const readWhole: Reader = (cell) => {
  if (!Number.isSafeInteger(cell)) throw new CellError('is no whole number');
  return cell;
};

const readMoment: Reader = (cell) => {
  if (!Number.isSafeInteger(cell) || Math.abs(Number(cell)) > MOST_MS)
    throw new CellError('is no moment');
  return cell;
};

const readReal: Reader = (cell) => {
  if (typeof cell !== 'number') throw new CellError('is no number');
  return cell;
};

const readText: Reader = (cell) => {
  if (typeof cell !== 'string') throw new CellError('is no text');
  return decodeText(cell);
};

const readBytes: Reader = (cell) => {
  if (typeof cell !== 'string' || !HEX.test(cell)) throw new CellError('is no bytes');
  return Buffer.from(cell.slice(2), 'hex');
};

function jsonReader(byDefault: string | null): Reader {
  return (cell) => {
    const text = readText(cell) as string;
    // Most lists are empty.
    if (text !== '[]' || byDefault !== "'[]'") checkJson(text, byDefault);
    return text;
  };
}

function readerOf({ name, kind }: SyncedColumn, { byDefault }: ColumnFacts): Reader {
  switch (kind) {
    case 'integer':
      return name.endsWith('_at') ? readMoment : readWhole;
    case 'boolean':
      return readWhole;
    case 'real':
      return readReal;
    case 'bytes':
      return readBytes;
    case 'text':
      return readText;
    case 'json':
      return jsonReader(byDefault);
  }
}

function fromWire(column: SyncedColumn, facts: ColumnFacts): (cell: WireCell) => unknown {
  const read = readerOf(column, facts);
  const { isRequired } = facts;
  return (cell) => {
    if (cell !== null) return read(cell);
    if (isRequired) throw new CellError('is empty');
    return null;
  };
}

function toWire(kind: SyncedColumn['kind'], value: unknown): WireCell {
  if (value === null || value === undefined) return null;
  if (kind === 'bytes') return `\\x${Buffer.from(value as Uint8Array).toString('hex')}`;
  return typeof value === 'string' ? encodeText(value) : (value as number);
}

export interface TableCodec {
  readonly name: string;
  readonly shape: SyncedShape;
  readonly columns: readonly SentColumn[];
  readonly columnOf: ReadonlyMap<string, SentColumn>;
  /** Property names in the order of `columns`. */
  toRow(raw: RawRow): WireRow;
}

export function createCodec(shape: SyncedShape, facts: readonly ColumnFacts[]): TableCodec {
  const factsOf = new Map(facts.map((one) => [one.name, one]));
  const columns = shape.columns.flatMap((column): SentColumn[] => {
    const known = factsOf.get(column.name);
    if (!known || !isSentColumn(shape.name, column.name)) return [];
    return [
      {
        ...{ name: column.name, property: column.property, read: column.read },
        toWire: (value) => toWire(column.kind, value),
        fromWire: fromWire(column, known),
      },
    ];
  });
  return {
    ...{ name: shape.name, shape, columns },
    columnOf: new Map(columns.map((column) => [column.name, column])),
    toRow(raw) {
      const c: Record<string, WireCell> = {};
      for (const column of columns) c[column.name] = column.toWire(raw[column.name]);
      return { id: String(raw.id), v: String(raw.row_version), f: wireVersions(shape, raw), c };
    },
  };
}

/** `field_versions`, by column; without those of columns that are never sent. */
export function wireVersions(
  shape: Pick<SyncedShape, 'name' | 'columnsByProperty'>,
  { field_versions: text }: RawRow,
): Record<string, string> | null {
  if (typeof text !== 'string') return null;
  const found: Record<string, string> = {};
  let any = false;
  for (const [property, stamp] of Object.entries(JSON.parse(text) as Versions)) {
    const column = shape.columnsByProperty[property]?.name;
    if (column === undefined || !isSentColumn(shape.name, column)) continue;
    found[column] = stamp;
    any = true;
  }
  return any ? found : null;
}
