/**
 * Makes an event of flat fields: its time from the first known name that has one, what it is by the program
 * that wrote it, else by names that are common. What was taken for the time is a fact of the file.
 */
import type { EventFields, EvidenceEvent } from '../events/event.types.ts';
import { WindowsDescriber } from '../windows-events/describe-windows.ts';
import { firstField, firstOf } from './fields.ts';
import { DIALECTS, type Dialect } from './json-dialects.ts';
import type { LineContext, LinePlace } from './line-format.types.ts';
import { oneLine } from './one-line.ts';
import { type TextTime, TimeTexts } from './text-time.ts';

const TIME_NAMES: readonly string[] = (
  '@timestamp|TimeCreated_SystemTime|TimeGenerated [UTC]|TimeGenerated|eventTime|EventTime|event_time|ts|timestamp|Timestamp|' +
  'requestReceivedTimestamp|__REALTIME_TIMESTAMP|_source.@timestamp|TimeCreated|UtcTime|datetime|DateTime|Date and Time|' +
  'time|Time|_time|event.created|eventTimestamp|creationTime|CreationTime|createdDateTime|CreatedDateTime|activityDateTime|' +
  'occurred|start_time|StartTime|startTime|first_seen|date|Date|t|time_generated|receive_time|log_time|epoch|@t|' +
  'devTime|rt|start|end'
).split('|');
const LOOKS_LIKE_TIME = /time|date|stamp/i;
const MOST_NAMES = 40;

const HOSTS = [
  'host.name',
  'Computer',
  'ComputerName',
  'hostname',
  'host.hostname',
  'Hostname',
  'HostName',
  'DeviceName',
  'agent.name',
  'agent.hostname',
  'beat.hostname',
  'winlog.computer_name',
  'computer_name',
  'MachineName',
  'machine',
  '_HOSTNAME',
  'host',
  'Host',
  'dvchost',
  'shost',
  'observer.name',
  'node',
  'server',
  's-computername',
  'device',
  'ip',
];
const USERS = [
  'user.name',
  'TargetUserName',
  'SubjectUserName',
  'winlog.user.name',
  'UserName',
  'username',
  'User',
  'user',
  'AccountName',
  'Account',
  'account',
  'UserPrincipalName',
  'userPrincipalName',
  'UserId',
  'suser',
  'duser',
  'usrName',
  'acct',
  'cs-username',
  'remote_user',
  'login',
  'actor.alternateId',
  'user_name',
];
const PROVIDERS = [
  'event.provider',
  'Provider_Name',
  'winlog.provider_name',
  'ProviderName',
  'SourceName',
  'event.module',
  'provider',
  'source_name',
  'logger',
  'program',
  'service',
  'source',
  'Source',
  'app',
  'application',
  'component',
  'Category',
  'sourcetype',
  'Type',
  'log.logger',
  'name',
];
const CODES = [
  'event.code',
  'EventID',
  'winlog.event_id',
  'EventId',
  'event_id',
  'eventId',
  'EventCode',
  'Event ID',
  'Id',
  'code',
  'OperationName',
  'Operation',
  'ActionType',
  'action',
  'event.action',
  'event_type',
  'eventType',
  'type',
  'level',
  'severity',
];
const SUMMARIES = [
  'message',
  'Message',
  'MESSAGE',
  'msg',
  'RenderedDescription',
  'description',
  'Description',
  'summary',
  'title',
  'Title',
  'AlertName',
  'event.original',
  'full_log',
  '@m',
  'log',
  'short',
  'name',
  'Activity',
  'text',
  'body',
];
const FALLBACK_FIELDS = 8;

interface TimeFact {
  readonly field: string;
  readonly form: string;
  readonly events: number;
}

export class Describer {
  readonly times: TimeTexts;
  readonly #context: LineContext;
  readonly #windows = new WindowsDescriber();
  readonly #used = new Map<string, { field: string; form: string; events: number }>();
  #last: { field: string; form: string; events: number } | null = null;
  readonly #notes = new Map<string, number>();
  #withoutTime = 0;
  #events = 0;
  /** Names that are not known and gave a time before. */
  readonly #found: string[] = [];

  constructor(context: LineContext) {
    this.#context = context;
    this.times = new TimeTexts(context.takenAt);
  }

  describe(fields: EventFields, at: LinePlace, given: Dialect = {}): EvidenceEvent {
    return this.event(fields, at, this.timeOf(fields), given);
  }

  /** For formats that know their time. */
  event(fields: EventFields, at: LinePlace, time: TextTime | null, given: Dialect): EvidenceEvent {
    this.#events++;
    if (time === null) this.#withoutTime++;
    const own = given.summary === undefined ? { ...this.#whatOf(fields), ...given } : given;
    return {
      timeMs: time?.ms ?? null,
      timeNanos: time?.nanos ?? 0,
      kind: own.kind ?? 'log',
      host: own.host ?? null,
      user: own.user ?? null,
      provider: own.provider ?? null,
      code: own.code ?? null,
      summary: oneLine(own.summary ?? ''),
      fields,
      offset: at.offset,
      record: String(at.line),
    };
  }

  /** Reads a time and remembers what it left open. */
  read(text: string, field: string): TextTime | null {
    const time = this.times.read(text);
    if (time === null) return null;
    const { form, note } = this.times;
    if (note !== null) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
    if (this.#last?.field !== field || this.#last.form !== form) {
      const key = `${field}\n${form}`;
      this.#last = this.#used.get(key) ?? { field, form, events: 0 };
      if (this.#used.size < MOST_NAMES) this.#used.set(key, this.#last);
    }
    this.#last.events++;
    return time;
  }

  timeOf(fields: EventFields): TextTime | null {
    for (const name of TIME_NAMES) {
      if (fields[name] === undefined) continue;
      const time = this.read(firstField(fields, name), name);
      if (time) return time;
    }
    for (const name of this.#found) {
      const time = fields[name] === undefined ? null : this.read(firstField(fields, name), name);
      if (time) return time;
    }
    return this.#split(fields) ?? this.#search(fields);
  }

  /** A day in one column and its time in another. */
  #split(fields: EventFields): TextTime | null {
    const day = firstOf(fields, ['date', 'Date', 'DATE']);
    const hour = firstOf(fields, ['time', 'Time', 'TIME']);
    return day === null || hour === null ? null : this.read(`${day} ${hour}`, 'date and time');
  }

  #search(fields: EventFields): TextTime | null {
    for (const name in fields) {
      if (!LOOKS_LIKE_TIME.test(name) || name.length > 200) continue;
      const time = this.read(firstField(fields, name), name);
      if (time === null) continue;
      if (this.#found.length < MOST_NAMES) this.#found.push(name);
      return time;
    }
    return null;
  }

  #whatOf(fields: EventFields): Dialect {
    const { EventID: id, Channel: channel, Provider_Name: provider } = fields;
    if (id !== undefined && (channel !== undefined || provider !== undefined)) {
      const { summary, ...windows } = this.#windows.describe(fields);
      const said = firstOf(fields, ['message', 'Message', 'winlog.message']);
      const isBare = said !== null && /^\S* \d*(?::|$)/.test(summary);
      return {
        ...windows,
        host: windows.host ?? firstOf(fields, HOSTS),
        summary: isBare ? said : summary,
      };
    }
    for (const dialect of DIALECTS) {
      const found = dialect(fields);
      if (found) return common(fields, found);
    }
    return common(fields, {});
  }

  /** Says what was taken for the time, and what it left open. */
  end(): void {
    const { fact, problem } = this.#context;
    const used = [...this.#used.values()].sort((a, b) => b.events - a.events);
    if (used.length > 0) fact('time', used satisfies TimeFact[]);
    if (this.#notes.size > 0) fact('timeNotes', Object.fromEntries(this.#notes));
    if (this.#withoutTime > 0 && this.#events > 0) {
      fact('withoutTime', this.#withoutTime);
      problem('events without a time that can be read', null, false);
    }
  }
}

function common(fields: EventFields, known: Dialect): Dialect {
  return {
    kind: known.kind ?? 'log',
    host: known.host ?? firstOf(fields, HOSTS),
    user: known.user ?? firstOf(fields, USERS),
    provider: known.provider ?? firstOf(fields, PROVIDERS),
    code: known.code ?? firstOf(fields, CODES),
    summary: known.summary ?? said(fields),
  };
}

function said(fields: EventFields): string {
  const text = firstOf(fields, SUMMARIES);
  if (text !== null) return text;
  const parts: string[] = [];
  for (const name in fields) {
    const value = firstField(fields, name);
    if (value === '' || value === '-') continue;
    parts.push(`${name}=${value.length > 80 ? value.slice(0, 80) : value}`);
    if (parts.length === FALLBACK_FIELDS) break;
  }
  return parts.join(' ');
}
