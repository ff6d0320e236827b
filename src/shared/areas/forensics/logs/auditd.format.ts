/**
 * The log of Linux's audit daemon: records of one serial are one event. Values that the kernel writes in
 * hexadecimal, because they hold blanks or signs, stay as they are; the text they mean stands beside them
 * under the name with `(text)` behind.
 */
import type { EventKind } from '../events/event.types.ts';
import { Describer } from './describe.ts';
import { createFields, firstField, firstOf, type MutableFields, putField } from './fields.ts';
import {
  type LineContext,
  type LineFormat,
  type LineParser,
  type LinePlace,
  LOG_LIMITS,
} from './line-format.types.ts';

const LINE =
  /^(?:node=(\S+) )?type=(\S{1,64}) msg=audit\((\d{1,12}(?:\.\d{1,9})?):(\d{1,20})\): ?(.*)$/s;
const PAIR = /(?<![\w-])([A-Za-z_][\w-]{0,63})=("[^"]*"|'[^']*'|[^\s']*)/g;
const HEX = /^(?:[0-9A-Fa-f]{2}){2,}$/;
/** Fields that the kernel writes in hexadecimal where they hold more than plain letters. */
const MAY_BE_HEX =
  /^(?:proctitle|cmd|exe|comm|name|path|cwd|acct|data|dir|key|a\d{1,4}|a\d{1,4}\[\d+\]|new-disk|old-disk|vm|saddr_text)$/;
/** Serials that wait for more records. */
const MOST_WAITING = 64;
const MOST_RECORDS = 500;

const KINDS: readonly (readonly [RegExp, EventKind])[] = [
  [/^(?:EXECVE|PROCTITLE|BPRM_FCAPS)/, 'process'],
  [/^(?:USER_(?:AUTH|LOGIN|LOGOUT|START|END|ACCT|ERR|CMD)|CRED_|LOGIN|GRP_AUTH)/, 'logon'],
  [/^(?:ADD_|DEL_|USER_MGMT|GRP_MGMT|USER_CHAUTHTOK|GRP_CHAUTHTOK|ROLE_|ACCT_)/, 'account'],
  [/^(?:SERVICE_|SYSTEM_|DAEMON_|KERN_MODULE)/, 'service'],
  [/^(?:CONFIG_CHANGE|MAC_|FEATURE_CHANGE|NETFILTER_CFG)/, 'policy'],
  [/^(?:AVC|ANOM_|SECCOMP|INTEGRITY_)/, 'detection'],
  [/^(?:SOCKADDR|SOCKETCALL)/, 'network'],
  [/^(?:PATH|CWD|FS_|MQ_)/, 'file'],
];

export const auditdFormat: LineFormat = {
  id: 'auditd',
  label: 'Linux audit log',
  version: '1',
  looks(lines) {
    const filled = lines.filter((line) => line !== '').slice(0, 20);
    const found = filled.filter((line) => LINE.test(line)).length;
    return found > 0 && found >= filled.length * 0.6 ? 93 : 0;
  },
  open: (context) => new AuditParser(context),
};

interface Waiting {
  readonly at: LinePlace;
  readonly stamp: string;
  readonly serial: string;
  readonly node: string | undefined;
  readonly types: string[];
  readonly fields: MutableFields;
  readonly arguments: string[];
  count: number;
}

class AuditParser implements LineParser {
  readonly #context: LineContext;
  readonly #describer: Describer;
  readonly #waiting = new Map<string, Waiting>();

  constructor(context: LineContext) {
    this.#context = context;
    this.#describer = new Describer(context);
  }

  line(text: string, at: LinePlace): void {
    if (text.trim() === '') return;
    // Enriched logs repeat values as names behind a group separator.
    const found = LINE.exec(text.replaceAll('\u001d', ' '));
    if (!found) {
      this.#context.problem('a line is no audit record and is left out', at, true);
      return;
    }
    const [, node, type = '', stamp = '', serial = '', body = ''] = found;
    const key = `${node ?? ''}\n${stamp}:${serial}`;
    const event = this.#waiting.get(key) ?? this.#open(key, { at, stamp, serial, node });
    if (++event.count > MOST_RECORDS) {
      this.#context.problem(
        'an event has more than 500 records: the others are left out',
        at,
        true,
      );
      return;
    }
    if (!event.types.includes(type)) event.types.push(type);
    this.#record(event, type, body);
    if (type === 'EOE') this.#give(key);
  }

  #open(key: string, start: Pick<Waiting, 'at' | 'stamp' | 'serial' | 'node'>): Waiting {
    if (this.#waiting.size >= MOST_WAITING) this.#give(this.#waiting.keys().next().value ?? '');
    const event = { ...start, types: [], fields: createFields(), arguments: [], count: 0 };
    this.#waiting.set(key, event);
    return event;
  }

  #record({ fields, arguments: list }: Waiting, type: string, body: string): void {
    const seen = createFields();
    putRecord(seen, body, 0);
    for (const name in seen) {
      const value = seen[name] ?? '';
      // Both have a0, a1 …: those of EXECVE are the words of the command.
      const named = type === 'SYSCALL' && /^a\d$/.test(name) ? `syscall.${name}` : name;
      for (const one of typeof value === 'string' ? [value] : value) putField(fields, named, one);
    }
    if (type === 'EXECVE') list.push(...words(seen));
  }

  #give(key: string): void {
    const event = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (!event) return;
    const { fields, types } = event;
    fields.type = types.length === 1 ? (types[0] ?? '') : types;
    fields.serial = event.serial;
    if (event.node !== undefined) fields.node = event.node;
    const command =
      event.arguments.length > 0
        ? event.arguments.join(' ')
        : firstOf(fields, ['proctitle (text)', 'cmd (text)', 'proctitle', 'cmd']);
    if (event.arguments.length > 0) fields.command = event.arguments.join(' ');
    const time = this.#describer.read(event.stamp, 'msg');
    this.#context.emit(
      this.#describer.event(fields, event.at, time, {
        kind: kindOf(types),
        host: event.node ?? firstOf(fields, ['hostname']),
        user: firstOf(fields, ['AUID', 'UID', 'acct (text)', 'acct', 'auid', 'uid']),
        provider: 'auditd',
        code: types[0] ?? null,
        summary: summaryOf(types, fields, command),
      }),
    );
  }

  end(): void {
    for (const key of [...this.#waiting.keys()]) this.#give(key);
    this.#describer.end();
  }
}

/** Records of user space hold more pairs within `msg='…'`. */
function putRecord(fields: MutableFields, body: string, depth: number): void {
  let count = 0;
  for (const [, name = '', raw = ''] of body.matchAll(PAIR)) {
    if (++count > LOG_LIMITS.fields) return;
    if (raw.startsWith("'")) {
      if (name === 'msg' && depth === 0) putRecord(fields, raw.slice(1, -1), 1);
      else putField(fields, name, raw.slice(1, -1));
    } else if (raw.startsWith('"')) putField(fields, name, raw.slice(1, -1));
    else {
      putField(fields, name, raw);
      const text = MAY_BE_HEX.test(name) ? hexText(raw) : null;
      if (text !== null) putField(fields, `${name} (text)`, text);
    }
  }
}

/** Null where the value is no hexadecimal text. Zeros part the words of a command. */
function hexText(raw: string): string | null {
  if (!HEX.test(raw)) return null;
  let escaped = '';
  let hasLetter = false;
  for (let at = 0; at < raw.length; at += 2) {
    const code = Number.parseInt(raw.slice(at, at + 2), 16);
    if (code > 32) hasLetter = true;
    escaped += code === 0 ? '%20' : `%${raw.slice(at, at + 2)}`;
  }
  if (!hasLetter) return null;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
}

function words(fields: MutableFields): readonly string[] {
  const list: string[] = [];
  const count = Math.min(Number(firstField(fields, 'argc')) || 0, MOST_RECORDS);
  for (let at = 0; at < count; at++) {
    const word = fields[`a${at} (text)`] ?? fields[`a${at}`];
    if (word !== undefined) list.push(typeof word === 'string' ? word : (word[0] ?? ''));
  }
  return list;
}

function kindOf(types: readonly string[]): EventKind {
  for (const [pattern, kind] of KINDS) if (types.some((type) => pattern.test(type))) return kind;
  return types.includes('SYSCALL') ? 'process' : 'log';
}

function summaryOf(
  types: readonly string[],
  fields: MutableFields,
  command: string | null,
): string {
  const parts = [types[0] ?? ''];
  const add = (label: string, value: string | null) => {
    if (value !== null) parts.push(label === '' ? value : `${label} ${value}`);
  };
  add('', firstOf(fields, ['op']));
  add('', command);
  add('with', firstOf(fields, ['exe (text)', 'exe']));
  add('on', types.includes('PATH') ? firstOf(fields, ['name (text)', 'name']) : null);
  add('account', firstOf(fields, ['acct (text)', 'acct']));
  add('from', firstOf(fields, ['addr']));
  add('key', firstOf(fields, ['key']));
  add('result', firstOf(fields, ['res', 'success']));
  return parts.join(' ');
}
