import type {
  ImportFormat,
  ImportMapping,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { type JsonReading, readJsonRecord } from '../../../platform/records/json-record.ts';
import { createCsvReader } from './csv-reader.ts';
import type { Layout } from './detect.ts';
import { type JsonFormat, rejected } from './formats/format.ts';
import {
  createCsvValues,
  createJsonValues,
  createMappedParser,
  rowProblem,
} from './formats/mapped.format.ts';
import { parseFastRecord } from './formats/suricata-fast.format.ts';
import { createLineParser, FILE_RULE } from './formats/syslog.format.ts';
import { createZeekTableParser } from './formats/zeek.format.ts';
import type { HeaderRecord, ParseOutcome, RecordReader, SourceRecord } from './imported-alert.ts';
import { jsonFormats } from './json-formats.ts';
import { createJsonReader } from './json-reader.ts';
import { isLineFormat } from './line-formats.ts';
import { createLineReader } from './line-reader.ts';
import { parseTableRow } from './table-parser.ts';
import type { ImportTally } from './tally.ts';

/** Turns records of one format into alerts; whatever a record holds, it does not throw. */
export interface RecordParser {
  header(record: HeaderRecord): void;
  parse(record: SourceRecord): ParseOutcome;
}

export function createReader(layout: Layout): RecordReader {
  if (layout.type === 'csv') return createCsvReader(layout.delimiter);
  return layout.type === 'json' ? createJsonReader() : createLineReader();
}

/** @throws AppError where the format needs a mapping and has none. */
export function createRecordParser(
  format: ImportFormat,
  mapping: ImportMapping | undefined,
  tally: ImportTally,
): RecordParser {
  if (format === 'csv') return csvParser(neededMapping(mapping), tally);
  if (format === 'json') return mappedJsonParser(neededMapping(mapping), tally);
  if (format === 'suricata-fast') {
    return { header() {}, parse: (record) => parseFastRecord(record.bytes, tally) };
  }
  if (isLineFormat(format)) {
    const lines = createLineParser(FILE_RULE, tally.now, jsonFormats());
    return { header() {}, parse: (record) => lines.parse(record.bytes, tally) };
  }
  const found = jsonFormats().find((known) => known.id === format);
  if (found === undefined) throw new AppError('bad-input', 'This format is not known');
  const json = jsonParser((reading) => found.parse(reading.record, tally, reading.text));
  return format === 'zeek' ? zeekParser(json, tally) : knownParser(found, json, tally);
}

/** JSON records, or rows of a table with the same names. */
function knownParser(format: JsonFormat, json: RecordParser, tally: ImportTally): RecordParser {
  let columns: readonly string[] = [];
  return {
    header(record) {
      columns = record.fields;
    },
    parse: (record) =>
      record.fields === null ? json.parse(record) : parseTableRow(format, columns, record, tally),
  };
}

const OPEN_OBJECT = 0x7b;

function zeekParser(json: RecordParser, tally: ImportTally): RecordParser {
  const table = createZeekTableParser();
  return {
    header() {},
    parse: (record) =>
      record.bytes[0] === OPEN_OBJECT ? json.parse(record) : table.parse(record, tally),
  };
}

function neededMapping(mapping: ImportMapping | undefined): ImportMapping {
  if (mapping !== undefined) return mapping;
  throw new AppError('bad-input', 'Choose the field that holds the title');
}

type ReadObject = Extract<JsonReading, { type: 'object' }>;

function jsonParser(parse: (reading: ReadObject) => ParseOutcome): RecordParser {
  return {
    header() {},
    parse(record) {
      const reading = readJsonRecord(record.bytes);
      return reading.type === 'object' ? parse(reading) : rejected(reading.reason);
    },
  };
}

function mappedJsonParser(mapping: ImportMapping, tally: ImportTally): RecordParser {
  const mapped = createMappedParser(mapping);
  const values = createJsonValues(mapping);
  return jsonParser(({ record, text }) => {
    const outcome = mapped.parse(values.valuesOf(record, text), tally);
    if (outcome.type === 'alert') values.countUnknown(record, tally);
    return outcome;
  });
}

function csvParser(mapping: ImportMapping, tally: ImportTally): RecordParser {
  const mapped = createMappedParser(mapping);
  let columns: readonly string[] = [];
  let values = createCsvValues(mapping, columns);
  return {
    header(record) {
      columns = record.fields;
      values = createCsvValues(mapping, columns);
      const [missing] = values.missing;
      if (missing === undefined) return;
      const name = missing.slice(0, 100).toWellFormed();
      throw new AppError('bad-input', `The file has no column named ${name}`);
    },
    parse(record) {
      const cells = record.fields ?? [];
      const problem = rowProblem(cells, columns);
      if (problem !== null) return problem;
      const outcome = mapped.parse(values.valuesOf(cells), tally);
      if (outcome.type === 'alert') for (const name of values.unmapped) tally.unknown(name);
      return outcome;
    },
  };
}
