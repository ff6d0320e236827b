/**
 * Syslog as files hold it: RFC 3164 and what daemons make of it (with or without priority, ISO times as
 * rsyslog and syslog-ng write them), RFC 5424 with structured data, octet counts before (RFC 6587), and
 * CEF, LEEF or JSON in the message. A line that has no beginning of its own goes on with the one before.
 */
import type { EvidenceEvent } from '../events/event.types.ts';
import { readProductEvent } from './cef.ts';
import { Describer } from './describe.ts';
import { createFields, type MutableFields, putField } from './fields.ts';
import { kindOfProgram } from './json-dialects.ts';
import { flattenJson, parseJson } from './json-fields.ts';
import { putPairs } from './key-values.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';
import type { TextTime } from './text-time.ts';

const FACILITIES =
  'kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit alert clock local0 local1 local2 local3 local4 local5 local6 local7'.split(
    ' ',
  );
const SEVERITIES = 'emergency alert critical error warning notice informational debug'.split(' ');

const COUNT = /^\d{1,6} (?=<\d{1,3}>)/;
const PRIORITY = /^<(\d{1,3})>/;
const RFC5424 = /^1 (\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,128}) (\S{1,128}) /;
const BSD_TIME =
  /^([A-Z][a-z]{2} [ \d]?\d (?:\d{4} )?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: [A-Z]{3,4}(?= ))?(?: \d{4}(?= ))?):? /;
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?) /;
const TAG = /^([^\s:[\]]{1,64})(?:\[([^\]]{1,32})\])?:(?: |$)/;
const SD_PARAM = /\s([^\s="\]]{1,64})="((?:[^"\\]|\\.)*)"/g;

export const syslogFormat: LineFormat = {
  id: 'syslog',
  label: 'Syslog (also CEF and LEEF)',
  version: '1',
  looks(lines) {
    const filled = lines.filter((line) => line !== '').slice(0, 20);
    const sure = filled.filter(
      (line) => PRIORITY.test(line.replace(COUNT, '')) || /^(?:CEF|LEEF):/.test(line),
    ).length;
    if (sure > 0 && sure >= filled.length * 0.5) return 82;
    const found = filled.filter((line) => beginning(line) !== null).length;
    return found > 0 && found >= filled.length * 0.6 ? 60 : 0;
  },
  open: (context) => new SyslogParser(context),
};

interface Beginning {
  readonly time: string;
  readonly host: string;
  readonly rest: string;
}

/** An ISO time begins many logs: those of syslog have a host and a program behind it. */
function beginning(text: string): Beginning | null {
  const bsd = BSD_TIME.exec(text);
  const time = bsd ?? ISO_TIME.exec(text);
  if (!time) return null;
  const behind = text.slice(time[0].length);
  const host = /^([^\s"'(){}<>=,;[\]]{1,255}) (?=\S)/.exec(behind)?.[1];
  // `program[1]:` where the host is left out.
  const hasHost = host !== undefined && !host.endsWith(':');
  const rest = hasHost ? behind.slice(host.length + 1) : behind;
  if (!bsd && !TAG.test(rest)) return null;
  return { time: time[1] ?? '', host: hasHost ? host : '', rest };
}

class SyslogParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  /** The last event waits, for lines that go on with it. */
  #waiting: EvidenceEvent | null = null;
  #more = 0;

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (text.trim() === '') return;
    const event = this.#read(text.replace(COUNT, ''), at);
    if (event === null) {
      this.#goesOn(text, at);
      return;
    }
    this.#give();
    this.#waiting = event;
  }

  #give(): void {
    if (this.#waiting) this.#context.emit(this.#waiting);
    this.#waiting = null;
    this.#more = 0;
  }

  #goesOn(text: string, at: LinePlace): void {
    const before = this.#waiting;
    if (before === null || this.#more >= 500) {
      this.#give();
      this.#context.problem('a line has no beginning of a message and is kept as text', at, false);
      const fields = createFields();
      fields.message = text;
      this.#context.emit(this.#describer.event(fields, at, null, { summary: text }));
      return;
    }
    this.#more++;
    // The event is still ours: nobody has seen it.
    putField(before.fields as MutableFields, 'continued', text);
  }

  #read(text: string, at: LinePlace): EvidenceEvent | null {
    const fields = createFields();
    const priority = PRIORITY.exec(text);
    let rest = text;
    if (priority) {
      const number = Number(priority[1]);
      if (number <= 191) {
        fields.facility = FACILITIES[number >> 3] ?? String(number >> 3);
        fields.severity = SEVERITIES[number & 7] ?? '';
      }
      rest = text.slice(priority[0].length);
      const modern = RFC5424.exec(rest);
      if (modern) return this.#modern(fields, modern, rest.slice(modern[0].length), at);
    }
    const found = beginning(rest);
    if (found === null) return this.#bare(fields, rest, at, priority !== null);
    const time = this.#describer.read(found.time, 'time');
    fields.time = found.time;
    if (found.host !== '') fields.host = found.host;
    return this.#message(fields, found.rest, time, at);
  }

  /** A message without time and host: of a priority, or a product's event as it is. */
  #bare(
    fields: MutableFields,
    text: string,
    at: LinePlace,
    hasPriority: boolean,
  ): EvidenceEvent | null {
    if (!hasPriority && !/^(?:CEF|LEEF):/.test(text)) return null;
    return this.#message(fields, text, null, at);
  }

  #modern(
    fields: MutableFields,
    [, time = '', host = '', app = '', process = '', message = '']: RegExpExecArray,
    rest: string,
    at: LinePlace,
  ): EvidenceEvent {
    for (const [name, value] of [
      ['time', time],
      ['host', host],
      ['program', app],
      ['pid', process],
      ['msgid', message],
    ] as const) {
      if (value !== '-') fields[name] = value;
    }
    const end = structuredEnd(rest);
    if (end > 0 && rest.startsWith('[')) putStructured(fields, rest.slice(0, end));
    const text = rest.slice(end).replace(/^ ?\ufeff?/, '');
    return this.#described(fields, text, this.#describer.read(time, 'time'), at);
  }

  #message(
    fields: MutableFields,
    rest: string,
    time: TextTime | null,
    at: LinePlace,
  ): EvidenceEvent {
    const tag = TAG.exec(rest);
    if (tag && !/^(?:CEF|LEEF)$/.test(tag[1] ?? '')) {
      fields.program = tag[1] ?? '';
      if (tag[2] !== undefined) fields.pid = tag[2];
      return this.#described(fields, rest.slice(tag[0].length), time, at);
    }
    return this.#described(fields, rest, time, at);
  }

  #described(
    fields: MutableFields,
    message: string,
    time: TextTime | null,
    at: LinePlace,
  ): EvidenceEvent {
    const product = readProductEvent(message);
    if (product) {
      const own = product.time === '' ? null : this.#describer.read(product.time, product.form);
      for (const name in fields) product.fields[`syslog.${name}`] = fields[name] ?? '';
      const { what } = product;
      const host = what.host ?? (typeof fields.host === 'string' ? fields.host : null);
      return this.#describer.event(product.fields, at, own ?? time, { ...what, host });
    }
    fields.message = message;
    const program = typeof fields.program === 'string' ? fields.program : '';
    if (message.startsWith('{') && message.endsWith('}')) putJson(fields, message);
    else if (message.includes('='))
      putPairs(fields, message.slice(0, LOG_LIMITS.lineBytes / 64), 'kv.');
    return this.#describer.event(fields, at, time, {
      kind: kindOfProgram(program, message),
      host: typeof fields.host === 'string' ? fields.host : null,
      user: userIn(message),
      provider: program || 'syslog',
      code: typeof fields.msgid === 'string' ? fields.msgid : null,
      summary: program === '' ? message : `${program}: ${message}`,
    });
  }

  end(): void {
    this.#give();
    this.#describer.end();
  }
}

/** Past `[id name="value"]…` or `-`. */
function structuredEnd(text: string): number {
  if (text.startsWith('-')) return 1;
  let at = 0;
  let isText = false;
  for (; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isText && sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && sign === ']' && text.charAt(at + 1) !== '[') return at + 1;
  }
  return 0;
}

function putStructured(fields: MutableFields, text: string): void {
  let count = 0;
  for (const element of text.split(/(?<=\])(?=\[)/)) {
    const id = /^\[([^\s\]]{1,64})/.exec(element)?.[1] ?? 'data';
    for (const [, name = '', value = ''] of element.matchAll(SD_PARAM)) {
      if (++count > LOG_LIMITS.fields) return;
      putField(fields, `${id}.${name}`, value.replace(/\\(["\\\]])/g, '$1'));
    }
  }
}

function putJson(fields: MutableFields, text: string): void {
  try {
    const { fields: inner } = flattenJson(parseJson(text));
    for (const name in inner) fields[`json.${name}`] = inner[name] ?? '';
  } catch {
    // The message is kept as text in any case.
  }
}

const USER =
  /\b(?:for (?:invalid user |user )?|user[= ]"?'?|USER=|session (?:opened|closed) for user )([\w.@\\$-]{1,64})/;
const NO_USERS = new Set(['from', 'name', 'to', 'by', 'the', 'a']);

function userIn(message: string): string | null {
  const user = USER.exec(message.length > 2_000 ? message.slice(0, 2_000) : message)?.[1];
  return user === undefined || NO_USERS.has(user) ? null : user;
}
