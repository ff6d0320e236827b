/**
 * What an event says of a logon: Security 4624, 4625, 4634, 4647, 4648, 4672 (Windows security
 * auditing), lines of OpenSSH's server, and the logon fields of ECS.
 */
import { fieldOf, type TimedEvent } from '../process-tree/event-fields.ts';
import type { Moment } from '../timeline/moment.ts';

export interface LogonFacts {
  readonly type: 'success' | 'failure' | 'explicit' | 'logoff' | 'privileged';
  readonly at: Moment | null;
  /** `domain\name` or a name, as written. */
  readonly account: string;
  /** An address or a name; 'local' where it was made at the target itself. */
  readonly source: string;
  readonly target: string;
  /** '10 remote interactive'; '' where nobody says. */
  readonly logonType: string;
  /** Of the session, on its target. */
  readonly session: string | null;
  readonly eventId: number;
}

/** Numbers of logon types, as Windows documents them. */
const TYPES: Readonly<Record<string, string>> = {
  '0': '0 system',
  '2': '2 interactive',
  '3': '3 network',
  '4': '4 batch',
  '5': '5 service',
  '7': '7 unlock',
  '8': '8 network cleartext',
  '9': '9 new credentials',
  '10': '10 remote interactive',
  '11': '11 cached interactive',
  '12': '12 cached remote',
  '13': '13 cached unlock',
};
const CODES: Readonly<Record<string, LogonFacts['type']>> = {
  '4624': 'success',
  '4625': 'failure',
  '4634': 'logoff',
  '4647': 'logoff',
  '4648': 'explicit',
  '4672': 'privileged',
};
const LOCAL = 'local';
const NAME_MAX = 256;

/** Null where it is about no logon. */
export function logonFacts(event: TimedEvent): LogonFacts | null {
  const type = CODES[event.code ?? ''];
  if (type !== undefined && /security/i.test(event.provider ?? '')) return windows(event, type);
  if (/\bsshd\b|sshd\[|^sshd/i.test(`${event.provider ?? ''}`) || /^sshd\b/.test(event.summary))
    return sshd(event);
  if (event.kind === 'logon') return ecs(event);
  return null;
}

const plain = (text: string): string => text.slice(0, NAME_MAX);
const common = ({ alignedMs, alignedNanos, id }: TimedEvent) => ({
  at: alignedMs === null ? null : { ms: alignedMs, nanos: alignedNanos },
  eventId: id,
});

function sourceOf(address: string | null, workstation: string | null): string {
  const bare = address?.replace(/^::ffff:/i, '') ?? null;
  const isLocal = bare === null || bare === '::1' || bare.startsWith('127.') || bare === 'LOCAL';
  if (!isLocal) return plain(bare.toLowerCase());
  return workstation === null ? LOCAL : plain(workstation.toLowerCase());
}

function accountOf(domain: string | null, name: string | null): string | null {
  if (name === null) return null;
  return plain(domain === null || name.includes('@') ? name : `${domain}\\${name}`);
}

function windows(event: TimedEvent, type: LogonFacts['type']): LogonFacts | null {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  const host = plain((event.host ?? '').toLowerCase());
  const subject = accountOf(of('SubjectDomainName'), of('SubjectUserName'));
  const target = accountOf(of('TargetDomainName'), of('TargetUserName'));
  const named = of('TargetServerName')?.toLowerCase() ?? null;
  const account = type === 'privileged' ? subject : target;
  if (account === null) return null;
  const workstation = of('WorkstationName')?.toLowerCase() ?? null;
  return {
    ...{ type, account, ...common(event) },
    source:
      type === 'explicit'
        ? host
        : sourceOf(of('IpAddress'), workstation === shortName(host) ? null : workstation),
    target: type === 'explicit' && named !== null && named !== 'localhost' ? plain(named) : host,
    logonType: type === 'explicit' ? 'explicit credentials' : typeText(of('LogonType')),
    session: of('TargetLogonId') ?? of('SubjectLogonId'),
  };
}

const shortName = (host: string): string => host.split('.')[0] ?? host;
const typeText = (type: string | null): string =>
  type === null ? '' : (TYPES[type] ?? plain(type));

const SSHD =
  /(Accepted|Failed) (\S{1,40}) for (?:(invalid user) )?(.{0,256}?) from (\S{1,64}) port \d{1,5}/;

function sshd(event: TimedEvent): LogonFacts | null {
  const text = fieldOf(event.fields, ['message', 'MESSAGE', 'msg']) ?? event.summary;
  const found = SSHD.exec(text.slice(0, 2_048));
  if (!found) return null;
  const [, outcome, method = '', , account = '', address = ''] = found;
  return {
    ...{ type: outcome === 'Accepted' ? 'success' : 'failure', ...common(event) },
    ...{ account: plain(account), source: sourceOf(address, null), session: null },
    ...{ target: plain((event.host ?? '').toLowerCase()), logonType: `ssh ${method}` },
  };
}

function ecs(event: TimedEvent): LogonFacts | null {
  const of = (...names: string[]) => fieldOf(event.fields, names);
  const account = accountOf(of('user.domain'), of('user.name') ?? event.user);
  if (account === null) return null;
  const outcome = (of('event.outcome', 'outcome', 'result') ?? '').toLowerCase();
  const isOff = /log(?:ged)?[-_ ]?o(?:ff|ut)|session[-_ ]end/i.test(of('event.action') ?? '');
  return {
    type: isOff ? 'logoff' : /fail|denied|^0$|^no$/.test(outcome) ? 'failure' : 'success',
    ...{ account, ...common(event), session: null },
    source: sourceOf(of('source.ip', 'source.address', 'client.ip', 'addr'), null),
    target: plain((event.host ?? of('host.name') ?? '').toLowerCase()),
    logonType: typeText(of('winlog.logon.type', 'event.action', 'terminal')),
  };
}
