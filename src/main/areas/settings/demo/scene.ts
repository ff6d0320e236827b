import type { Host, Person } from './company.ts';
import type { Detection } from './detection.ts';
import { itemAt } from './random.ts';
import type { World } from './world.ts';

/** Where one detection took place: a template's groups become one host, one person, one address. */
export interface Scene {
  readonly at: number;
  readonly host: Host | null;
  readonly user: Person | null;
  readonly peer: string | null;
  readonly to: Host | null;
  /** Values for the places in a template's texts. */
  readonly values: Readonly<Record<string, string>>;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function clockText(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** The head of a line of syslog (RFC 3164, section 4.1.2). */
export function syslogTime(at: number): string {
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${itemAt(MONTHS, date.getUTCMonth())} ${day} ${clockText(at)}`;
}

function windowsTime(at: number): string {
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${date.getUTCFullYear()} ${itemAt(MONTHS, date.getUTCMonth())} ${day} ${clockText(at)}`;
}

function pickUser(world: World, word: string | undefined, host: Host | null): Person | null {
  if (word === undefined) return null;
  const login = word === 'owner' ? host?.owner : world.random.pick(world.company.logins(word));
  return login ? world.company.person(login) : null;
}

/** @param peer The address of the burst that this one belongs to. */
export function createScene(world: World, detection: Detection, at: number, peer?: string): Scene {
  const { company, random } = world;
  const others = detection.to === undefined ? [] : company.hosts(detection.to);
  const hosts = detection.host === undefined ? [] : company.hosts(detection.host);
  const isFree = (host: Host) => others.length !== 1 || host !== others[0];
  const host = hosts.length === 0 ? null : random.pick(hosts.filter(isFree));
  const to = others.length === 0 ? null : random.pick(others.filter((other) => other !== host));
  const user = pickUser(world, detection.user, host);
  const address =
    peer ?? (detection.peer === undefined ? null : random.pick(company.peers(detection.peer)));
  const values: Record<string, string> = {
    n: String(random.int(5, 38)),
    pid: String(random.int(900, 31_000)),
    sport: String(random.int(32_768, 60_999)),
    syslog: syslogTime(at),
    wintime: windowsTime(at),
    epoch: (at / 1000).toFixed(3),
    ...(host ? { host: host.name, ip: host.ip } : {}),
    ...(to ? { to: to.name, toIp: to.ip } : {}),
    ...(user ? { user: user.login, name: user.name, mail: user.mail } : {}),
    ...(address ? { peer: address } : {}),
  };
  return { at, host, user, peer: address, to, values };
}
