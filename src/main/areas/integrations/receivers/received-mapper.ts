/** What a received record becomes: the same formats as files, chosen record by record. */
import {
  isObject,
  type JsonObject,
  readJsonRecord,
} from '../../../platform/records/json-record.ts';
import { excerptOf } from '../../../platform/records/text.ts';
import { createFingerprint } from '../../alerts/import/fingerprint.ts';
import type { JsonFormat } from '../../alerts/import/formats/format.ts';
import { createJsonValues, createMappedParser } from '../../alerts/import/formats/mapped.format.ts';
import { createLineParser, type LineRule } from '../../alerts/import/formats/syslog.format.ts';
import type {
  ImportedAlert,
  ParseOutcome,
  PreparedAlert,
} from '../../alerts/import/imported-alert.ts';
import { jsonFormats } from '../../alerts/import/json-formats.ts';
import { proposeMapping, samplePaths } from '../../alerts/import/mapping-proposal.ts';
import { ImportTally } from '../../alerts/import/tally.ts';
import { createZoneClock } from '../../alerts/import/zone-clock.ts';

export type Received =
  | { readonly type: 'alert'; readonly alert: PreparedAlert }
  | { readonly type: 'skipped' | 'rejected'; readonly reason: string };

export type ReceivedMapper = (record: Buffer) => Received;

type RawFormat = Exclude<PreparedAlert['rawFormat'], null>;

export interface MapperOptions {
  readonly rule: LineRule;
  readonly timeZone: string;
  readonly now: number;
}

/** Shapes of JSON that no format knows, whose fields were guessed from their names. */
const MOST_SHAPES = 200;

export function createReceivedMapper({ rule, timeZone, now }: MapperOptions): ReceivedMapper {
  const tally = new ImportTally(now, timeZone === 'UTC' ? null : createZoneClock(timeZone));
  const formats = jsonFormats();
  const lines = createLineParser(rule, now, formats);
  const guess = createGuess();
  const prints = { line: createFingerprint('syslog'), json: createFingerprint('json') };

  const prepared = (outcome: ParseOutcome, raw: Buffer, format: RawFormat): Received => {
    if (outcome.type !== 'alert') return outcome;
    const isLine = format === 'syslog' || format === 'cef' || format === 'leef';
    const fingerprint = (isLine ? prints.line : prints.json)(raw);
    const alert: ImportedAlert = { ...outcome.alert, own: null };
    return { type: 'alert', alert: { ...alert, raw, rawFormat: format, fingerprint } };
  };

  const parseJson = (raw: Buffer): Received => {
    const reading = readJsonRecord(raw);
    if (reading.type !== 'object') return { type: 'rejected', reason: reading.reason };
    const inner = eventIn(reading.record);
    if (typeof inner === 'string')
      return prepared(lines.parse(Buffer.from(inner), tally), raw, 'json');
    const format = formats.find((known) => known.id !== 'watchfloor' && known.recognises(inner));
    const outcome = format?.parse(inner, tally, reading.text) ?? guess(inner, reading.text, tally);
    return prepared(outcome, raw, formatId(format));
  };

  return (record) => {
    try {
      if (record[0] === 0x7b) return parseJson(record);
      const format = record.includes('CEF:') ? 'cef' : record.includes('LEEF:') ? 'leef' : 'syslog';
      return prepared(lines.parse(record, tally), record, format);
    } catch {
      return { type: 'rejected', reason: `could not be read: ${excerptOf(record).slice(0, 40)}` };
    }
  };
}

const formatId = (format: JsonFormat | undefined): RawFormat => format?.id ?? 'json';

/** The event of an envelope as HEC has it (`event` beside time, host, source …); else the record. */
function eventIn(record: JsonObject): JsonObject | string {
  const { event } = record;
  const isEnvelope = Object.keys(record).every((name) => HEC_NAMES.has(name));
  if (!isEnvelope || event === undefined) return record;
  if (typeof event === 'string') return event;
  if (!isObject(event)) return record;
  const { time, host } = record;
  return {
    ...(time === undefined ? {} : { time }),
    ...(host === undefined ? {} : { host }),
    ...event,
  };
}

const HEC_NAMES = new Set(['time', 'host', 'source', 'sourcetype', 'index', 'event', 'fields']);

/** Records of no known format, by the names of their fields; kept for each shape. */
function createGuess() {
  type Parse = (record: JsonObject, text: string, tally: ImportTally) => ParseOutcome;
  const shapes = new Map<string, Parse>();
  const none: Parse = () => ({
    type: 'rejected',
    reason: 'JSON of no format that is known, without a field that could be a title',
  });
  const made = (record: JsonObject): Parse => {
    const mapping = proposeMapping(samplePaths([record]));
    if (mapping === null) return none;
    const parser = createMappedParser({ ...mapping, defaultSource: 'HTTP receiver' });
    const values = createJsonValues(mapping);
    return (one, text, tally) => parser.parse(values.valuesOf(one, text), tally);
  };
  return (record: JsonObject, text: string, tally: ImportTally): ParseOutcome => {
    const shape = Object.keys(record).slice(0, 50).join('\n').slice(0, 2_000);
    const known = shapes.get(shape) ?? made(record);
    if (shapes.size < MOST_SHAPES) shapes.set(shape, known);
    return known(record, text, tally);
  };
}
