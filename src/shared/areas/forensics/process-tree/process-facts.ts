/**
 * What an event says of a process: Security 4688 and 4689 (Windows security auditing), Sysmon 1 and 5,
 * auditd's execve, and the process fields of ECS. Names of fields only; texts are the source's.
 */
import type { Moment } from '../timeline/moment.ts';
import { fieldOf, numberOf, type TimedEvent } from './event-fields.ts';

export interface ProcessFacts {
  readonly type: 'start' | 'end';
  readonly dialect: 'sysmon' | 'security' | 'auditd' | 'ecs';
  readonly at: Moment | null;
  readonly host: string;
  readonly pid: number | null;
  readonly guid: string | null;
  readonly image: string | null;
  readonly commandLine: string | null;
  readonly user: string | null;
  readonly parentPid: number | null;
  readonly parentGuid: string | null;
  readonly parentImage: string | null;
  readonly exit: string | null;
  readonly eventId: number;
  readonly sourceId: string;
}

const TEXT_MAX = 4_096;
const cut = (text: string | null): string | null =>
  text === null || text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`;
/** Of an event that fills it with zeros. */
const NO_GUID = /^\{?[0-]+\}?$/;
const guidOf = (text: string | null): string | null =>
  text === null || NO_GUID.test(text) ? null : text.toUpperCase().slice(0, 64);

/** Null where it is about no process. */
export function processFacts(event: TimedEvent): ProcessFacts | null {
  const { fields, code } = event;
  const provider = (event.provider ?? '').toLowerCase();
  if (code === '1' && provider.includes('sysmon')) return sysmon(event, 'start');
  if (code === '5' && provider.includes('sysmon')) return sysmon(event, 'end');
  if (code === '4688' && fieldOf(fields, ['NewProcessId']) !== null) return created(event);
  if (code === '4689' && fieldOf(fields, ['ProcessName']) !== null) return exited(event);
  if (
    fieldOf(fields, ['process.pid']) !== null &&
    fieldOf(fields, ['process.executable', 'process.name']) !== null
  )
    return ecs(event);
  if (fieldOf(fields, ['ppid']) !== null && isExec(event)) return auditd(event);
  return null;
}

const common = ({ alignedMs, alignedNanos, host, id, sourceId }: TimedEvent) => ({
  at: alignedMs === null ? null : { ms: alignedMs, nanos: alignedNanos },
  host: (host ?? '').toLowerCase(),
  eventId: id,
  sourceId,
});

function sysmon(event: TimedEvent, type: 'start' | 'end'): ProcessFacts {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  return {
    ...{ type, dialect: 'sysmon', ...common(event) },
    ...{ pid: numberOf(of('ProcessId')), guid: guidOf(of('ProcessGuid')), image: cut(of('Image')) },
    ...{ commandLine: cut(of('CommandLine')), user: of('User') ?? event.user, exit: null },
    ...{ parentPid: numberOf(of('ParentProcessId')), parentGuid: guidOf(of('ParentProcessGuid')) },
    parentImage: cut(of('ParentImage')),
  };
}

function account(domain: string | null, name: string | null): string | null {
  if (name === null) return null;
  return domain === null ? name : `${domain}\\${name}`;
}

function created(event: TimedEvent): ProcessFacts {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  const target = account(of('TargetDomainName'), of('TargetUserName'));
  return {
    ...{ type: 'start', dialect: 'security', ...common(event) },
    ...{ pid: numberOf(of('NewProcessId')), guid: null, image: cut(of('NewProcessName')) },
    commandLine: cut(of('CommandLine', 'ProcessCommandLine')),
    user: target ?? account(of('SubjectDomainName'), of('SubjectUserName')) ?? event.user,
    ...{ parentPid: numberOf(of('ProcessId')), parentGuid: null, exit: null },
    parentImage: cut(of('ParentProcessName')),
  };
}

function exited(event: TimedEvent): ProcessFacts {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  return {
    ...{ type: 'end', dialect: 'security', ...common(event) },
    ...{ pid: numberOf(of('ProcessId')), guid: null, image: cut(of('ProcessName')) },
    ...{ commandLine: null, user: event.user, exit: of('Status') },
    ...{ parentPid: null, parentGuid: null, parentImage: null },
  };
}

function ecs(event: TimedEvent): ProcessFacts {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  const actions = `${of('event.type') ?? ''} ${of('event.action') ?? ''}`.toLowerCase();
  const isEnd = /\b(?:end|exit|exited|terminated|process_stopped|stopped)\b/.test(actions);
  return {
    ...{ type: isEnd ? 'end' : 'start', dialect: 'ecs', ...common(event) },
    ...{ pid: numberOf(of('process.pid')), guid: guidOf(of('process.entity_id')) },
    image: cut(of('process.executable', 'process.name')),
    ...{ commandLine: cut(of('process.command_line')), user: of('user.name') ?? event.user },
    parentPid: numberOf(of('process.parent.pid', 'process.ppid')),
    parentGuid: guidOf(of('process.parent.entity_id')),
    parentImage: cut(of('process.parent.executable', 'process.parent.name')),
    exit: of('process.exit_code'),
  };
}

/** The number of execve and execveat on x86-64, ARM64 and i386, or their names as readers write them. */
const EXEC_CALLS = new Set(['execve', 'execveat', '59', '322', '221', '281', '11', '358']);

function isExec({ code, kind, fields }: TimedEvent): boolean {
  if ((code ?? '').toUpperCase().includes('EXECVE')) return true;
  const call = fieldOf(fields, ['SYSCALL', 'syscall', 'syscall_name']);
  return call !== null ? EXEC_CALLS.has(call.toLowerCase()) : kind === 'process';
}

const MOST_ARGUMENTS = 64;

function auditd(event: TimedEvent): ProcessFacts {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  const given: string[] = [];
  for (let n = 0; n < MOST_ARGUMENTS; n++) {
    const argument = event.fields[`a${n}`];
    if (typeof argument !== 'string') break;
    given.push(argument);
  }
  const isArguments = of('argc') !== null && given.length > 0;
  return {
    ...{ type: 'start', dialect: 'auditd', ...common(event) },
    ...{ pid: numberOf(of('pid')), guid: null, image: cut(of('exe', 'comm', 'name')) },
    commandLine: cut(
      of('cmdline', 'CommandLine', 'command', 'proctitle', 'PROCTITLE') ??
        (isArguments ? given.join(' ') : null),
    ),
    user: event.user ?? of('UID', 'AUID', 'uid', 'auid'),
    ...{ parentPid: numberOf(of('ppid')), parentGuid: null, parentImage: null, exit: null },
  };
}
