import type {
  ImportFormat,
  ImportMapping,
  ImportPreview,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { readJsonRecord } from '../../../platform/records/json-record.ts';
import { cleanText } from '../../../platform/records/text.ts';
import { type Detection, detectFormat, layoutFor } from './detect.ts';
import type { HeaderRecord, ReadRecord } from './imported-alert.ts';
import {
  type FieldSample,
  proposeMapping,
  sampleColumns,
  samplePaths,
} from './mapping-proposal.ts';
import { HEAD_BYTES, openInput } from './open-input.ts';
import { createReader, createRecordParser, type RecordParser } from './record-parser.ts';
import { ImportTally } from './tally.ts';
import { createZoneClock } from './zone-clock.ts';

const PREVIEW_ROWS = 20;
const SAMPLE_RECORDS = 50;
const SAMPLE_TEXT = 100;

/** How much of a file a preview needs; more of it is not looked at. */
export const PREVIEW_HEAD_BYTES = HEAD_BYTES;

export interface PreviewOptions {
  /** Whether the head is all of the file; if not, its last record is taken to be cut off. */
  readonly isWhole: boolean;
  readonly fileName: string;
  readonly format?: ImportFormat | undefined;
  readonly mapping?: ImportMapping | undefined;
  readonly timeZone?: string | undefined;
  readonly now: number;
}

/** What an import of this file would make of its first records. Writes nothing. */
export async function previewImport(
  head: Uint8Array,
  input: PreviewOptions,
): Promise<ImportPreview> {
  const clock = input.timeZone === undefined ? null : createZoneClock(input.timeZone);
  const tally = new ImportTally(input.now, clock);
  const { compressed, detection, records } = await look(head, input);
  const { format, reason } = detection;
  const isGeneric = format === 'json' || format === 'csv';
  const fields = isGeneric ? fieldsOf(format, records) : [];
  const mapping = isGeneric ? (input.mapping ?? proposeMapping(fields)) : null;
  const canParse = format !== null && (!isGeneric || mapping !== null);
  const rows = canParse
    ? rowsOf(records, createRecordParser(format, mapping ?? undefined, tally))
    : [];
  return {
    fileName: input.fileName,
    format,
    reason,
    compressed,
    fields: fields.map(({ field, values }) => ({
      field,
      sample: cleanText(values.find((value) => value !== '') ?? '', SAMPLE_TEXT),
    })),
    mapping,
    timesWithoutZone: tally.hasTimesWithoutZone,
    rows,
  };
}

interface Look {
  readonly compressed: boolean;
  readonly detection: Pick<Detection, 'format' | 'reason'>;
  readonly records: readonly ReadRecord[];
}

async function look(head: Uint8Array, input: PreviewOptions): Promise<Look> {
  try {
    const open = await openInput(once(head), () => {});
    await open.close();
    const isWhole = input.isWhole && open.isWhole;
    const detection: Detection =
      input.format === undefined
        ? detectFormat(open.head, isWhole)
        : {
            format: input.format,
            reason: 'chosen by you',
            layout: layoutFor(input.format, open.head, isWhole),
          };
    const reader = createReader(detection.layout);
    const records = [...firstOf(reader.push(open.head), SAMPLE_RECORDS + 1)];
    if (isWhole && records.length <= SAMPLE_RECORDS) records.push(...reader.end());
    return { compressed: open.compressed, detection, records };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { compressed: false, detection: { format: null, reason: error.message }, records: [] };
  }
}

async function* once(head: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
}

function* firstOf<T>(items: Iterable<T>, count: number): Iterable<T> {
  let taken = 0;
  for (const item of items) {
    yield item;
    if (++taken >= count) return;
  }
}

function fieldsOf(format: 'json' | 'csv', records: readonly ReadRecord[]): FieldSample[] {
  if (format === 'csv') {
    const header = records.find((record): record is HeaderRecord => record.type === 'header');
    const rows = records.flatMap((record) =>
      record.type === 'record' ? [record.fields ?? []] : [],
    );
    return sampleColumns(header?.fields ?? [], rows);
  }
  const objects = records.flatMap((record) => {
    const reading = record.type === 'record' ? readJsonRecord(record.bytes) : null;
    return reading?.type === 'object' ? [reading.record] : [];
  });
  return samplePaths(objects);
}

/** Rows as they would become alerts; records that an import would skip are left out. */
function rowsOf(records: readonly ReadRecord[], parser: RecordParser): ImportPreview['rows'] {
  const rows: ImportPreview['rows'] = [];
  for (const record of records) {
    if (rows.length === PREVIEW_ROWS) break;
    if (record.type === 'header') {
      parser.header(record);
    } else if (record.type === 'broken') {
      rows.push({ line: record.line, alert: null, problem: record.reason });
    } else {
      const outcome = parser.parse(record);
      const { line } = record;
      if (outcome.type === 'rejected') rows.push({ line, alert: null, problem: outcome.reason });
      else if (outcome.type === 'alert') {
        const { title, severity, createdAt, source } = outcome.alert;
        const { sourceHost, sourceUser, sourceIp } = outcome.alert;
        const alert = { title, severity, createdAt, source, sourceHost, sourceUser, sourceIp };
        rows.push({ line, alert, problem: null });
      }
    }
  }
  return rows;
}
