import type { ImportFormat } from '../../../../shared/areas/alerts/imports.contract.ts';
import { documentOf } from '../../../platform/records/field-paths.ts';
import { type JsonObject, readJsonRecord } from '../../../platform/records/json-record.ts';
import { findTable, findTableForced } from './delimiters.ts';
import type { JsonFormat } from './formats/format.ts';
import { isZeekHeader } from './formats/zeek.format.ts';
import type { ReadRecord, RecordReader } from './imported-alert.ts';
import { jsonFormats } from './json-formats.ts';
import { createJsonReader } from './json-reader.ts';
import { isLineFormat, voteOnLines } from './line-formats.ts';
import { createLineReader } from './line-reader.ts';
import { TABLE_FORMATS, tableFormatOf } from './table-parser.ts';

/** How the file is cut into records. */
export type Layout =
  | { readonly type: 'lines' }
  | { readonly type: 'json' }
  | { readonly type: 'csv'; readonly delimiter: string; readonly columns: readonly string[] };

export interface Detection {
  readonly format: ImportFormat | null;
  /** Why, in one sentence; where there is no format, what to do. */
  readonly reason: string;
  readonly layout: Layout;
}

const SAMPLE_RECORDS = 50;
const NOT_KNOWN =
  'No format was recognised: neither JSON nor lines of a known log nor a table with a first row of ' +
  'names. Export the alerts as JSON, NDJSON or CSV and import that.';

/** Looks at the head of a file and says what it is. A record cut off by the head's end is ignored. */
export function detectFormat(head: Buffer, isWhole: boolean): Detection {
  if (!head.some((byte) => byte > 32)) {
    return { format: null, reason: 'The file is blank.', layout: { type: 'lines' } };
  }
  const json = sampleJson(head, isWhole);
  if (json !== null) return voteOnJson(json.records, json.layout);
  if (isZeekHeader(head)) {
    const reason = 'the #separator and #fields lines of a log of Zeek';
    return { format: 'zeek', reason, layout: { type: 'lines' } };
  }
  const lines = voteOnLines(textsOf(head, isWhole));
  if (lines !== null) return { ...lines, layout: { type: 'lines' } };
  const table = findTable(head, isWhole);
  if (table === null) return { format: null, reason: NOT_KNOWN, layout: { type: 'lines' } };
  const layout: Layout = { type: 'csv', ...table };
  const known = tableFormatOf(table.columns);
  if (known !== null) {
    return { format: known.id, reason: `a table with the columns ${known.marks}`, layout };
  }
  const named = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }[table.delimiter];
  const reason = `a table of ${table.columns.length} columns, separated by ${named}`;
  return { format: 'csv', reason, layout };
}

/** The layout for a format that a person chose. */
export function layoutFor(format: ImportFormat, head: Buffer, isWhole: boolean): Layout {
  if (isLineFormat(format) || isZeekHeader(head)) return { type: 'lines' };
  if (format === 'csv') return tableLayout(head, isWhole);
  const json = sampleJson(head, isWhole);
  if (json !== null) return json.layout;
  const isTable = TABLE_FORMATS.some(({ id }) => id === format);
  return isTable ? tableLayout(head, isWhole) : { type: 'lines' };
}

function tableLayout(head: Buffer, isWhole: boolean): Layout {
  const table = findTableForced(head, isWhole);
  return { type: 'csv', delimiter: table?.delimiter ?? ',', columns: table?.columns ?? [] };
}

interface JsonSample {
  readonly records: readonly JsonObject[];
  readonly layout: Layout;
}

/**
 * Lines of JSON where half of the lines are objects and none of them is an envelope around a list;
 * else the elements of an array, of an envelope, or objects one after the other.
 */
function sampleJson(head: Buffer, isWhole: boolean): JsonSample | null {
  const lines = sample(createLineReader(), head, isWhole);
  const objects = objectsOf(lines);
  const first = head.find((byte) => byte > 32);
  const mayBeJson = first === 0x7b || first === 0x5b;
  const isLines = objects.length * 2 >= lines.length && objects.length > 0;
  if (!mayBeJson) return isLines ? { records: objects, layout: { type: 'lines' } } : null;
  const elements = objectsOf(sample(createJsonReader(), head, isWhole));
  if (isLines && !isUnwrapped(elements, objects)) {
    return { records: objects, layout: { type: 'lines' } };
  }
  return elements.length > 0 ? { records: elements, layout: { type: 'json' } } : null;
}

/** An envelope has few names of its own; a record with more that holds a list is a record. */
const MOST_ENVELOPE_NAMES = 12;

/** True where the structure found records inside the first object that a line holds. */
function isUnwrapped(elements: readonly JsonObject[], lines: readonly JsonObject[]): boolean {
  const [element] = elements;
  const [line] = lines;
  if (element === undefined || line === undefined) return false;
  const names = Object.keys(line);
  if (names.length > MOST_ENVELOPE_NAMES) return false;
  if (jsonFormats().some((format) => format.recognises(line))) return false;
  return Object.keys(element).some((name, index) => name !== names[index]);
}

function sample(reader: RecordReader, head: Buffer, isWhole: boolean): ReadRecord[] {
  const found: ReadRecord[] = [];
  for (const record of reader.push(head)) {
    found.push(record);
    if (found.length === SAMPLE_RECORDS) return found;
  }
  if (isWhole) found.push(...reader.end());
  return found;
}

function objectsOf(records: readonly ReadRecord[]): JsonObject[] {
  const objects: JsonObject[] = [];
  for (const record of records) {
    const reading = record.type === 'record' ? readJsonRecord(record.bytes) : null;
    if (reading?.type === 'object') objects.push(reading.record);
  }
  return objects;
}

function voteOnJson(records: readonly JsonObject[], layout: Layout): Detection {
  let winner: { format: JsonFormat; votes: number } | null = null;
  for (const format of jsonFormats()) {
    const votes = records.filter((record) => format.recognises(record)).length;
    if (votes > (winner?.votes ?? 0)) winner = { format, votes };
  }
  if (winner !== null && winner.votes * 2 > records.length) {
    const { format, votes } = winner;
    const share =
      votes === records.length ? 'every record has' : `${votes} of ${records.length} records have`;
    return { format: format.id, reason: `${share} ${format.marks}`, layout };
  }
  const names = Object.keys(documentOf(records[0] ?? {}))
    .slice(0, 3)
    .join(', ')
    .slice(0, 100);
  const reason = `JSON of no format that is known (its records begin with ${names})`;
  return { format: 'json', reason: winner === null ? reason : MIXED, layout };
}

const MIXED = 'JSON whose records are of several formats: choose one, or map its fields';

function textsOf(head: Buffer, isWhole: boolean): string[] {
  return sample(createLineReader(), head, isWhole).map((line) =>
    line.type === 'record' ? line.bytes.toString('utf8') : '',
  );
}
