/**
 * Lists of what is known to be good, in the format of MISP's warninglists: cidr, hostname, string,
 * substring, regex. Each entry becomes a key by which it is found without reading the others.
 */

import { normalIp, parseIpv6 } from './addresses.ts';
import { normalCidr } from './find.normal.ts';

export const WARNINGLIST_TYPES = ['cidr', 'hostname', 'string', 'substring', 'regex'] as const;
export type WarninglistType = (typeof WARNINGLIST_TYPES)[number];

export interface ReadWarninglist {
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly type: WarninglistType;
  readonly attributes: readonly string[];
  readonly keys: readonly string[];
  readonly leftOut: number;
}

const WARNINGLIST_LIMITS = { entries: 2_000_000, entry: 1_000, read: 5_000 } as const;

const textOf = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : '';

/** @returns a sentence where it is none. */
export function readWarninglist(parsed: unknown): ReadWarninglist | string {
  if (typeof parsed !== 'object' || parsed === null)
    return 'This is no warninglist: it is no JSON object';
  const given = parsed as Record<string, unknown>;
  const name = textOf(given.name, 300);
  const type = WARNINGLIST_TYPES.find((one) => one === given.type);
  if (name === '' || !type || !Array.isArray(given.list))
    return 'This is no warninglist: name, type or list is missing';
  if (given.list.length > WARNINGLIST_LIMITS.entries)
    return 'This list has more than 2,000,000 entries';
  const keys = new Set<string>();
  let leftOut = 0;
  for (const entry of given.list) {
    const key = typeof entry === 'string' ? keyOf(type, entry.trim()) : null;
    // Parts and patterns are tried one after another: a list of a million of them is none.
    const isTooMany =
      (type === 'substring' || type === 'regex') && keys.size >= WARNINGLIST_LIMITS.read;
    if (key === null || isTooMany) leftOut++;
    else keys.add(key);
  }
  const attributes = Array.isArray(given.matching_attributes) ? given.matching_attributes : [];
  return {
    ...{ name, type, leftOut, keys: [...keys] },
    description: textOf(given.description, 2_000),
    version:
      typeof given.version === 'number' && Number.isSafeInteger(given.version) ? given.version : 0,
    attributes: attributes.filter((one): one is string => typeof one === 'string').slice(0, 200),
  };
}

function keyOf(type: WarninglistType, entry: string): string | null {
  if (entry === '' || entry.length > WARNINGLIST_LIMITS.entry) return null;
  switch (type) {
    case 'cidr':
      return networkKey(entry);
    case 'hostname':
      return `h:${entry.toLowerCase().replace(/^\.|\.$/g, '')}`;
    case 'string':
      return `s:${entry.toLowerCase()}`;
    case 'substring':
      return `p:${entry.toLowerCase()}`;
    case 'regex':
      return `r:${entry}`;
  }
}

function networkKey(entry: string): string | null {
  const whole = entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`;
  const cidr = normalCidr(whole);
  if (cidr === null) return null;
  const [address = '', bits = ''] = cidr.split('/');
  return `${address.includes(':') ? 6 : 4}/${bits}:${address}`;
}

/** What an indicator is looked up by; `nets`: lengths of prefixes that any list has, as '4/24'. */
export function keysToAsk(type: string, value: string, nets: readonly string[]): string[] {
  const text = value.toLowerCase();
  const keys = [`s:${text}`];
  const host = hostOf(type, text);
  if (host !== null) {
    const ip = normalIp(host);
    if (ip === null) keys.push(`s:${host}`, ...parents(host).map((name) => `h:${name}`));
    else keys.push(`s:${ip}`, ...netKeys(ip, nets));
  }
  return keys;
}

function hostOf(type: string, value: string): string | null {
  if (type === 'ip' || type === 'domain') return value;
  if (type === 'cidr') return value.slice(0, value.indexOf('/'));
  if (type === 'email') return value.slice(value.lastIndexOf('@') + 1);
  if (type !== 'url') return null;
  return (
    /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(?:\[([^\]]+)\]|([^/?#:]+))/
      .exec(value)
      ?.slice(1)
      .find(Boolean) ?? null
  );
}

/** a.b.com: itself and those above it. */
function parents(name: string): string[] {
  const labels = name.split('.').slice(-10);
  return labels.map((_, at) => labels.slice(at).join('.'));
}

function netKeys(ip: string, nets: readonly string[]): string[] {
  const family = parseIpv6(ip) ? '6' : '4';
  return nets.flatMap((net) => {
    const [own, bits] = net.split('/');
    if (own !== family) return [];
    const cidr = normalCidr(`${ip}/${bits}`);
    return cidr === null ? [] : `${net}:${cidr.slice(0, cidr.indexOf('/'))}`;
  });
}

/** A network is good only where all of it is: its own length or a shorter one. */
export const netsFor = (type: string, value: string, nets: readonly string[]): readonly string[] =>
  type === 'cidr'
    ? nets.filter((net) => Number(net.slice(2)) <= Number(value.slice(value.indexOf('/') + 1)))
    : nets;

/** The entry as it is shown. */
export function entryOf(key: string): string {
  const net = /^[46]\/(\d+):(.*)$/.exec(key);
  return net ? `${net[2]}/${net[1]}` : key.slice(2);
}
