import type { JsonObject } from '../../../../platform/records/json-record.ts';
import { label } from '../../../../platform/records/text.ts';
import type { ParseOutcome, SourceRecord } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';
import { lines, outcomeOf, taggedTechniques, textOf } from './told-alert.ts';
import { describeTraffic } from './traffic.ts';

/**
 * Zeek documentation, "notice.log" (Notice::Info) and "intel.log" (Intel::Info), as JSON lines and in the
 * ASCII form with its `#fields` header. All other logs of Zeek (conn, dns, http …) say what happened, not
 * what was found, and are skipped. Zeek gives notices no severity.
 */
export const zeek: JsonFormat = {
  id: 'zeek',
  marks: 'the fields of a log of Zeek',
  recognises(record) {
    if (!('ts' in record)) return false;
    return isNotice(record) || isIntel(record) || isTraffic(record);
  },
  parse: (record, tally) => parseZeek(record, null, tally),
};

const isNotice = (record: JsonObject) => typeof record.note === 'string' && 'msg' in record;
const isIntel = (record: JsonObject) => 'seen.indicator' in record;
const isTraffic = (record: JsonObject) =>
  typeof record.uid === 'string' && ('id.orig_h' in record || 'proto' in record);

const KNOWN_NOTICE = new Set(
  `ts uid id.orig_h id.orig_p id.resp_h id.resp_p fuid file_mime_type file_desc proto note msg sub src
  dst p n peer_descr actions email_dest suppress_for remote_location.country_code
  remote_location.region remote_location.city remote_location.latitude remote_location.longitude
  _path _system_name _write_ts _node`.split(/\s+/),
);
const KNOWN_INTEL = new Set(
  `ts uid id.orig_h id.orig_p id.resp_h id.resp_p seen.indicator seen.indicator_type seen.where
  seen.node matched sources fuid file_mime_type file_desc _path _system_name _write_ts _node desc
  url`.split(/\s+/),
);

function parseZeek(record: JsonObject, path: string | null, tally: ImportTally): ParseOutcome {
  if (isNotice(record)) return parseNotice(record, tally);
  if (isIntel(record)) return parseIntel(record, tally);
  if (!('ts' in record)) return rejected('no ts');
  const log = label(record._path) ?? path;
  return skipped(log === null ? 'records of logs that hold no notices' : `records of ${log}.log`);
}

function parseNotice(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) if (!KNOWN_NOTICE.has(name)) tally.unknown(name);
  const note = textOf(record.note);
  const message = textOf(record.msg).trim();
  return outcomeOf(
    {
      title: message === '' ? note : `${note}: ${message}`,
      description: lines(message, label(record.sub)),
      severity: null,
      source: 'Zeek',
      host: record.peer_descr,
      sourceIp: label(record.src) ?? record['id.orig_h'],
      destIp: label(record.dst) ?? record['id.resp_h'],
      detector: `zeek:${note}`,
      category: note.split('::')[0],
      techniques: taggedTechniques(note, message, record.sub),
      time: record.ts,
    },
    tally,
  );
}

function parseIntel(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) if (!KNOWN_INTEL.has(name)) tally.unknown(name);
  const indicator = textOf(record['seen.indicator']);
  const where = label(record['seen.where']);
  const { sources } = record;
  const named = Array.isArray(sources)
    ? sources.filter((one) => typeof one === 'string').join(', ')
    : textOf(sources);
  return outcomeOf(
    {
      title: `Indicator seen: ${indicator}`,
      description: lines(
        `${label(record['seen.indicator_type']) ?? 'Indicator'} ${indicator}${where === null ? '' : ` in ${where}`}`,
        named === '' ? null : `Sources: ${named}`,
        describeTraffic(
          label(record.proto),
          label(record['id.orig_h']),
          label(record['id.resp_h']),
        ),
      ),
      severity: null,
      source: 'Zeek',
      host: record['seen.node'],
      sourceIp: record['id.orig_h'],
      destIp: record['id.resp_h'],
      detector: `zeek:intel:${indicator}`,
      category: 'Intel',
      techniques: [],
      time: record.ts,
    },
    tally,
  );
}

const SEPARATOR = /^#separator\s+(\S+)/;

/** Whether the head of a file is a log of Zeek in its ASCII form. */
export function isZeekHeader(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 4_096);
  return text.startsWith('#separator') && text.includes('\n#fields');
}

/** Rows of the ASCII form; several logs may follow one another, each with its header. */
export function createZeekTableParser() {
  let separator = '\t';
  let fields: readonly string[] = [];
  let [unset, empty]: readonly string[] = ['-', '(empty)'];
  let path: string | null = null;

  function readHeader(text: string): void {
    const named = SEPARATOR.exec(text)?.[1];
    if (named !== undefined) {
      separator = named.startsWith('\\x')
        ? String.fromCharCode(Number.parseInt(named.slice(2, 4), 16))
        : named;
      return;
    }
    const [name = '', ...values] = text.split(separator);
    if (name === '#fields') fields = values;
    else if (name === '#path') path = values[0] ?? null;
    else if (name === '#unset_field') unset = values[0] ?? '-';
    else if (name === '#empty_field') empty = values[0] ?? '(empty)';
  }

  return {
    parse(record: SourceRecord, tally: ImportTally): ParseOutcome {
      const text = record.bytes.toString('utf8');
      if (text.startsWith('#')) {
        readHeader(text);
        return skipped('lines of the header');
      }
      if (fields.length === 0) return rejected('no #fields line before it');
      const cells = text.split(separator);
      if (cells.length !== fields.length) {
        return rejected(`${cells.length} cells where #fields names ${fields.length}`);
      }
      const values: Record<string, string> = {};
      cells.forEach((cell, index) => {
        const name = fields[index] ?? '';
        if (cell !== unset && cell !== empty && name !== '__proto__') values[name] = cell;
      });
      return parseZeek(values, path, tally);
    },
  };
}
