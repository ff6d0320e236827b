import { isIPv6 } from 'node:net';
import type { Severity } from '../../../../../shared/kernel/severity.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  label,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { rejected } from './format.ts';
import { describeTraffic } from './traffic.ts';

/**
 * Suricata user guide, "Line based alerts log (fast.log)"; Snort's `alert_fast` has the same shape:
 *
 *   09/22/2025-18:30:36.271449  [**] [1:2002677:14] MESSAGE [**] [Classification: …] [Priority: 1]
 *   {TCP} 192.0.2.1:46906 -> 198.51.100.2:80
 *
 * Between time and `[**]` may stand `[Drop]` or `[wDrop]`. The time is the sensor's local time
 * without a zone. Classification is left out where it is empty (or reads `(null)`), priority where it
 * is not set. An alert on a packet without addresses ends in `{PROTO:007} [**] [Raw pkt: …]`.
 */
export interface FastAlert {
  readonly time: string;
  readonly action: string | null;
  readonly gid: string;
  readonly sid: string;
  readonly message: string;
  readonly classification: string | null;
  readonly priority: number;
  readonly proto: string | null;
  readonly source: string | null;
  readonly destination: string | null;
}

const MARK = '[**]';
const HEAD =
  /^(\d\d\/\d\d(?:\/\d{2,4})?-\d\d:\d\d:\d\d(?:\.\d+)?)\s*(?:\[(w?Drop|Reject|Pass)\]\s*)?$/;
const IDS = /^\s*\[(\d{1,10}):(\d{1,10}):(\d{1,10})\]\s?/;
const PRIORITY = /\[Priority: (\d{1,3})\]/;
const LONGEST = 65_536;

/** Null where the line does not have the shape. */
export function readFastLine(line: string): FastAlert | null {
  const first = line.indexOf(MARK);
  const last = first === -1 ? -1 : line.indexOf(MARK, first + MARK.length);
  if (last === -1 || first > 60 || line.length > LONGEST) return null;
  const head = HEAD.exec(line.slice(0, first));
  const middle = line.slice(first + MARK.length, last);
  const ids = IDS.exec(middle);
  if (head === null || ids === null) return null;
  const tail = line.slice(last + MARK.length);
  return {
    time: head[1] ?? '',
    action: head[2] ?? null,
    gid: ids[1] ?? '',
    sid: ids[2] ?? '',
    message: middle.slice(ids[0].length).trim(),
    classification: between(tail, '[Classification: ', ']'),
    priority: Number(PRIORITY.exec(tail)?.[1] ?? Number.NaN),
    proto: between(tail, '{', '}'),
    ...endpoints(tail),
  };
}

function between(text: string, open: string, close: string): string | null {
  const from = text.indexOf(open);
  if (from === -1) return null;
  const to = text.indexOf(close, from + open.length);
  const value = to === -1 ? null : label(text.slice(from + open.length, to));
  return value === '(null)' ? null : value;
}

function endpoints(tail: string): Pick<FastAlert, 'source' | 'destination'> {
  const start = tail.indexOf('} ');
  const arrow = tail.indexOf(' -> ', start);
  if (start === -1 || arrow === -1) return { source: null, destination: null };
  return {
    source: label(tail.slice(start + 2, arrow)),
    destination: label(tail.slice(arrow + 4)),
  };
}

/**
 * The address of `ADDRESS:PORT`. Suricata always writes a port (type and code for ICMP), also after
 * IPv6; Snort leaves it out for ICMP.
 */
export function withoutPort(text: string | null): string | null {
  if (text === null) return null;
  const colon = text.lastIndexOf(':');
  const address = text.slice(0, Math.max(0, colon));
  const isBare = colon === -1 || (address.includes(':') && !isIPv6(address));
  return addressOf(isBare || address.startsWith('[') ? text : address);
}

/** Priority 1 HIGH, 2 MEDIUM, 3 and more LOW: as `severity` in EVE. */
function prioritySeverity(priority: number): Severity | null {
  if (priority === 1) return 'HIGH';
  if (priority === 2) return 'MEDIUM';
  return priority >= 3 ? 'LOW' : null;
}

export function parseFastRecord(bytes: Buffer, tally: ImportTally): ParseOutcome {
  const fast = readFastLine(bytes.toString('utf8'));
  if (fast === null) return rejected('not a line of fast.log');
  const time = tally.place(fast.time);
  if (time === null) return rejected(tally.problemOf(fast.time));
  const action = fast.action === null ? '' : `, ${fast.action}`;
  const traffic = describeTraffic(fast.proto, fast.source, fast.destination);
  return {
    type: 'alert',
    alert: {
      title: cleanText(fast.message === '' ? `Signature ${fast.sid}` : fast.message, TITLE_MAX),
      description: cleanText(`${traffic}${action}.`, DESCRIPTION_MAX),
      severity: tally.severity(prioritySeverity(fast.priority)),
      source: 'Suricata',
      sourceHost: null,
      sourceUser: null,
      sourceIp: withoutPort(fast.source),
      destIp: withoutPort(fast.destination),
      detector: `suricata:${fast.gid}:${fast.sid}`,
      category: fast.classification,
      techniques: [],
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}
