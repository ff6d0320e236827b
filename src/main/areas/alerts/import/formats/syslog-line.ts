/**
 * One message of syslog: RFC 3164 section 4 (and what daemons make of it: ISO times, a year, no host),
 * RFC 5424 section 6, with or without the priority that RFC 3164 calls PRI. Nothing is guessed: what a
 * line does not hold is null, and a line without any of it is all message.
 */
export interface SyslogLine {
  /** 0 emergency to 7 debug; null without a priority. */
  readonly severity: number | null;
  readonly facility: number | null;
  /** As written; null where there is none. */
  readonly time: string | null;
  readonly host: string | null;
  readonly program: string | null;
  readonly messageId: string | null;
  /** Structured data as written; '' where there is none. */
  readonly structured: string;
  readonly message: string;
}

const PRIORITY = /^<(\d{1,3})>/;
const MODERN = /^1 (\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,128}) (\S{1,128}) /;
const OLD_TIME =
  /^([A-Z][a-z]{2} [ \d]?\d (?:\d{4} )?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: \d{4}(?= ))?):? /;
const ISO_TIME = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?) /;
const HOST = /^([^\s"'(){}<>=,;[\]|]{1,255}) (?=\S)/;
const TAG = /^([^\s:[\]|]{1,64})(?:\[([^\]]{0,64})\])?: ?/;

export function readSyslogLine(text: string): SyslogLine {
  const priority = PRIORITY.exec(text);
  const number = Number(priority?.[1] ?? 999);
  const isKnown = number <= 191;
  const severity = isKnown ? number & 7 : null;
  const facility = isKnown ? number >> 3 : null;
  const rest = priority && isKnown ? text.slice(priority[0].length) : text;
  const modern = isKnown ? MODERN.exec(rest) : null;
  return modern === null
    ? { severity, facility, ...older(rest) }
    : { severity, facility, ...newer(modern, rest.slice(modern[0].length)) };
}

export function hasPriority(text: string): boolean {
  const number = PRIORITY.exec(text)?.[1];
  return number !== undefined && Number(number) <= 191;
}

type Rest = Omit<SyslogLine, 'severity' | 'facility'>;

function newer([, time, host, program, , messageId]: RegExpExecArray, rest: string): Rest {
  const end = structuredEnd(rest);
  const message = rest.slice(end).replace(/^ ?\ufeff?/, '');
  return {
    time: given(time),
    host: given(host),
    program: given(program),
    messageId: given(messageId),
    structured: rest.startsWith('[') ? rest.slice(0, end) : '',
    message,
  };
}

function given(text: string | undefined): string | null {
  return text === undefined || text === '-' ? null : text;
}

/** Past `[id name="value"]…` or `-`; 0 where it does not end. */
function structuredEnd(text: string): number {
  if (text.startsWith('-')) return 1;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isText && sign === 0x5c) at++;
    else if (sign === 0x22) isText = !isText;
    else if (!isText && sign === 0x5d && text.charCodeAt(at + 1) !== 0x5b) return at + 1;
  }
  return 0;
}

function older(text: string): Rest {
  const time = OLD_TIME.exec(text) ?? ISO_TIME.exec(text);
  const behind = time === null ? text : text.slice(time[0].length);
  const found = time === null ? undefined : HOST.exec(behind)?.[1];
  // `program: ` or `program[1]: ` where the host is left out; CEF and LEEF are no host either.
  const host = found === undefined || found.endsWith(':') ? null : found;
  const rest = host === null ? behind : behind.slice(host.length + 1);
  const tag = TAG.exec(rest);
  const program = tag?.[1] ?? null;
  const isTag = program !== null && program !== 'CEF' && program !== 'LEEF';
  return {
    time: time?.[1] ?? null,
    host,
    program: isTag ? program : null,
    messageId: null,
    structured: '',
    message: isTag && tag ? rest.slice(tag[0].length) : rest,
  };
}
