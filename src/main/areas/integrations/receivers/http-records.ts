import type { RecordReader } from '../../alerts/import/imported-alert.ts';
import { createJsonReader } from '../../alerts/import/json-reader.ts';
import { createLineReader } from '../../alerts/import/line-reader.ts';

/** Longest record; a body may have several. */
const MOST_RECORD_BYTES = 4 * 1_048_576;
const OPENINGS = [0x7b, 0x5b];

/**
 * The records of a body, verbatim: elements of an array, objects one after the other or on lines (so HEC,
 * too), otherwise lines of text. `broken` are stretches that are none.
 */
export function recordsOfBody(body: Buffer): {
  readonly records: readonly Buffer[];
  readonly broken: number;
} {
  const first = body.find((byte) => byte > 32);
  const isJson = first !== undefined && OPENINGS.includes(first);
  const reader: RecordReader = isJson
    ? createJsonReader(MOST_RECORD_BYTES)
    : createLineReader(MOST_RECORD_BYTES);
  const records: Buffer[] = [];
  let broken = 0;
  for (const part of [reader.push(body), reader.end()]) {
    for (const record of part) {
      if (record.type === 'record') records.push(record.bytes);
      else broken++;
    }
  }
  return { records, broken };
}
