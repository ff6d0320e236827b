import { readProductEvent } from '../../../../../shared/areas/forensics/logs/cef.ts';
import { TimeTexts } from '../../../../../shared/areas/forensics/logs/text-time.ts';
import { SEVERITIES, type Severity } from '../../../../../shared/kernel/severity.ts';
import { readJsonRecord } from '../../../../platform/records/json-record.ts';
import { addressOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';
import { productOutcome } from './product-alert.ts';
import { readFastLine, withoutPort } from './suricata-fast.format.ts';
import { readSyslogLine, type SyslogLine } from './syslog-line.ts';
import { outcomeOf, taggedTechniques } from './told-alert.ts';

/** Which messages of syslog are alerts. */
export interface LineRule {
  /** The least severity of CEF, LEEF and IDS alerts and of JSON alerts inside a message. */
  readonly products: Severity;
  /** Plain messages of this severity or a worse one (0 emergency to 7 debug); null: none. */
  readonly plain: number | null;
  /** Only messages of these programs, in lower case; none named: of every one. */
  readonly programs: ReadonlySet<string>;
}

/** For files: every alert of a product, plain messages from warning on. */
export const FILE_RULE: LineRule = { products: 'LOW', plain: 4, programs: new Set() };

export interface LineParser {
  parse(bytes: Buffer, tally: ImportTally): ParseOutcome;
}

const NAMES = 'emergency alert critical error warning notice informational debug'.split(' ');
const LEVELS: readonly Severity[] = [
  'CRITICAL',
  'CRITICAL',
  'CRITICAL',
  'HIGH',
  'MEDIUM',
  'LOW',
  'LOW',
  'LOW',
];
const PRODUCT = /(?:CEF|LEEF):\s?\d/;
const IDS = /\[\d{1,10}:\d{1,10}:\d{1,10}\] /;

/**
 * A message of syslog as an alert: CEF or LEEF inside it, an alert of Suricata or Snort, a JSON record
 * of a format that is known, or the plain message by its severity. `now` gives the year that RFC 3164
 * leaves out; `formats` are those of JSON records.
 */
export function createLineParser(
  rule: LineRule,
  now: number,
  formats: readonly JsonFormat[],
): LineParser {
  const times = new TimeTexts(now);
  return {
    parse(bytes, tally) {
      const text = bytes.toString('utf8');
      const line = readSyslogLine(text);
      const timeOf = (written: string | null) => placed(written, times, tally);
      if (PRODUCT.test(text)) {
        const event = readProductEvent(text);
        if (event === null) return rejected('CEF or LEEF whose header is not whole');
        const time = timeOf(event.time === '' ? line.time : event.time);
        return bounded(productOutcome(event, line, time, tally), rule);
      }
      if (IDS.test(line.message)) {
        const ids = idsOutcome(line, timeOf(line.time), tally);
        if (ids !== null) return bounded(ids, rule);
      }
      if (line.message.startsWith('{')) {
        const inner = jsonOutcome(line.message, tally, formats);
        if (inner !== null) return bounded(inner, rule);
      }
      return plainOutcome(line, rule, timeOf, tally);
    },
  };
}

/** A time without a year or in words that only logs use, as ISO; anything else as it is. */
function placed(written: string | null, times: TimeTexts, tally: ImportTally): unknown {
  if (written === null) return undefined;
  const first = written.charCodeAt(0);
  if (first < 65) return written;
  const read = times.read(written);
  if (read === null) return written;
  const iso = new Date(read.ms).toISOString();
  if (times.note === null) return iso;
  if (times.note.includes('year')) {
    tally.say('Times without a year are of the last year in which they are not in the future.');
  }
  return iso.slice(0, -1);
}

/** 0 is the worst. */
function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

function bounded(outcome: ParseOutcome, rule: LineRule): ParseOutcome {
  if (outcome.type !== 'alert') return outcome;
  const isEnough = rank(outcome.alert.severity) <= rank(rule.products);
  return isEnough ? outcome : skipped(`alerts of products below ${rule.products}`);
}

/** Suricata and Snort over syslog: fast.log without its time. */
function idsOutcome(line: SyslogLine, time: unknown, tally: ImportTally): ParseOutcome | null {
  const text = line.message.replaceAll('[**] ', '').replaceAll(' [**]', '');
  const start = text.search(IDS);
  const tail = text.search(/ \[(?:Classification|Priority): /);
  if (tail <= start) return null;
  const fast = readFastLine(
    `01/01/2026-00:00:00  [**] ${text.slice(start, tail)} [**]${text.slice(tail)}`,
  );
  if (fast === null) return null;
  const isSnort = line.program?.toLowerCase().startsWith('snort') ?? false;
  const { priority } = fast;
  return outcomeOf(
    {
      title: fast.message === '' ? `Signature ${fast.sid}` : fast.message,
      description: line.message,
      severity: priority === 1 ? 'HIGH' : priority === 2 ? 'MEDIUM' : priority >= 3 ? 'LOW' : null,
      source: isSnort ? 'Snort' : 'Suricata',
      host: line.host,
      sourceIp: withoutPort(fast.source),
      destIp: withoutPort(fast.destination),
      detector: `${isSnort ? 'snort' : 'suricata'}:${fast.gid}:${fast.sid}`,
      category: fast.classification,
      techniques: [],
      time,
    },
    tally,
  );
}

function jsonOutcome(
  text: string,
  tally: ImportTally,
  formats: readonly JsonFormat[],
): ParseOutcome | null {
  const reading = readJsonRecord(Buffer.from(text));
  if (reading.type !== 'object') return null;
  const format = formats.find((known) => known.recognises(reading.record));
  return format?.parse(reading.record, tally, reading.text) ?? null;
}

const ADDRESS =
  /\b(?:from|src|rhost|client|SRC)[=: ]+\[?((?:\d{1,3}\.){3}\d{1,3}|[0-9a-f:]{3,39}:[0-9a-f:]{1,39})\b/;
const USER = /\b(?:for (?:invalid user |user )?|user[= ]"?'?|USER=)([\w.@\\$-]{1,64})/;
const NO_USERS = new Set(['from', 'name', 'to', 'by', 'the', 'a', 'unknown', 'request']);

function plainOutcome(
  line: SyslogLine,
  rule: LineRule,
  timeOf: (written: string | null) => unknown,
  tally: ImportTally,
): ParseOutcome {
  if (rule.plain === null) return skipped('plain messages');
  if (line.severity === null) return skipped('plain messages without a priority');
  if (line.severity > rule.plain) return skipped(`plain messages below ${NAMES[rule.plain]}`);
  const program = line.program ?? '';
  if (rule.programs.size > 0 && !rule.programs.has(program.toLowerCase())) {
    return skipped('plain messages of programs that are not named');
  }
  const text = line.message.slice(0, 2_000);
  const user = USER.exec(text)?.[1];
  const said = line.message.trim();
  const end = said.indexOf('\n');
  const first = end === -1 ? said : said.slice(0, end);
  return outcomeOf(
    {
      title: program === '' ? first : `${program}: ${first}`,
      description: line.structured === '' ? said : `${said}\n${line.structured}`,
      severity: LEVELS[line.severity] ?? null,
      source: 'Syslog',
      host: line.host,
      user: user === undefined || NO_USERS.has(user) ? null : user,
      sourceIp: addressOf(ADDRESS.exec(text)?.[1] ?? null),
      detector: program === '' ? 'syslog' : `syslog:${program}`,
      category: line.messageId,
      techniques: taggedTechniques(line.structured),
      time: timeOf(line.time),
    },
    tally,
  );
}
