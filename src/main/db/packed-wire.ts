/**
 * Packed rows on their way from one thread to another. A structured clone makes each text anew, as often as it
 * stands in a column, and an object for each value of bytes; here a text that repeats goes over once, and numbers
 * and bytes go as one piece of memory each. The receiving thread has that much less to make and to collect.
 */
import type { PackedRows } from './packed-rows.ts';

export type WireColumn =
  | { readonly type: 'values'; readonly values: readonly unknown[] }
  | { readonly type: 'numbers'; readonly values: Float64Array }
  /** Row i has `distinct[codes[i]]`. */
  | {
      readonly type: 'repeated';
      readonly distinct: readonly unknown[];
      readonly codes: Uint8Array;
    }
  /** Row i has the bytes from `i * size`. */
  | { readonly type: 'bytes'; readonly size: number; readonly bytes: Uint8Array };

export interface WireRows extends Pick<PackedRows, 'count' | 'properties' | 'constants'> {
  readonly columns: readonly WireColumn[];
}

export function toWireRows({ count, properties, columns, constants }: PackedRows): WireRows {
  return { count, properties, constants, columns: columns.map(toWireColumn) };
}

export function fromWireRows({ count, properties, columns, constants }: WireRows): PackedRows {
  return {
    count,
    properties,
    constants,
    columns: columns.map((column) => fromWireColumn(column, count)),
  };
}

function toWireColumn(values: readonly unknown[]): WireColumn {
  return bytesOf(values) ?? numbersOf(values) ?? repeatedOf(values) ?? { type: 'values', values };
}

function bytesOf(values: readonly unknown[]): WireColumn | null {
  const [first] = values;
  if (!(first instanceof Uint8Array)) return null;
  const size = first.length;
  const isAlike = (value: unknown): value is Uint8Array =>
    value instanceof Uint8Array && value.length === size;
  if (!values.every(isAlike)) return null;
  const bytes = new Uint8Array(size * values.length);
  for (const [row, value] of values.entries()) bytes.set(value, row * size);
  return { type: 'bytes', size, bytes };
}

function numbersOf(values: readonly unknown[]): WireColumn | null {
  if (typeof values[0] !== 'number') return null;
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  return values.every(isNumber) ? { type: 'numbers', values: Float64Array.from(values) } : null;
}

/** Of so many rows at least each value stands in one, on average; codes are a byte. */
const REPEATS = 4;
const ALWAYS_TRIED = 8;
const MOST_DISTINCT = 256;

/** Null as soon as too many are met that were not met before. */
function repeatedOf(values: readonly unknown[]): WireColumn | null {
  const codesOf = new Map<unknown, number>();
  const codes = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (value !== null && typeof value !== 'string') return null;
    let code = codesOf.get(value);
    if (code === undefined) {
      code = codesOf.size;
      if (code >= Math.min(MOST_DISTINCT, ALWAYS_TRIED + row / REPEATS)) return null;
      codesOf.set(value, code);
    }
    codes[row] = code;
  }
  return { type: 'repeated', distinct: [...codesOf.keys()], codes };
}

function fromWireColumn(column: WireColumn, count: number): unknown[] {
  const values = new Array<unknown>(count);
  switch (column.type) {
    case 'values':
      return column.values as unknown[];
    case 'numbers':
      for (let row = 0; row < count; row++) values[row] = column.values[row];
      return values;
    case 'repeated':
      for (let row = 0; row < count; row++) values[row] = column.distinct[column.codes[row] ?? 0];
      return values;
    case 'bytes': {
      const { size, bytes } = column;
      for (let row = 0; row < count; row++)
        values[row] = bytes.subarray(row * size, (row + 1) * size);
      return values;
    }
    default:
      return column satisfies never;
  }
}
