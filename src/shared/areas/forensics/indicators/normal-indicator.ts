/** A type and a value that somebody names, in one form; a sentence where they are none. */
import { type FindPorts, indicatorOf } from './find.ts';
import { INDICATOR_LIMITS, isIndicatorType } from './life.ts';

/** Of no form that could be checked. */
const FREE_TYPES: ReadonlySet<string> = new Set([
  'file',
  'mutex',
  'user-agent',
  'ssdeep',
  'registry',
  'ja3',
]);

/** What others call our types. */
const ALIASES: Readonly<Record<string, string>> = {
  ipv4: 'ip',
  ipv6: 'ip',
  'ip address': 'ip',
  address: 'ip',
  'ip-src': 'ip',
  'ip-dst': 'ip',
  'ipv4-addr': 'ip',
  'ipv6-addr': 'ip',
  host: 'domain',
  hostname: 'domain',
  fqdn: 'domain',
  'domain-name': 'domain',
  uri: 'url',
  link: 'url',
  'e-mail': 'email',
  'email-addr': 'email',
  'email-src': 'email',
  'email-dst': 'email',
  'sha-1': 'sha1',
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  'filehash-md5': 'md5',
  'filehash-sha1': 'sha1',
  'filehash-sha256': 'sha256',
  filename: 'file',
  'file name': 'file',
  filepath: 'file',
  path: 'file',
  network: 'cidr',
  'registry key': 'registry',
  regkey: 'registry',
  'user agent': 'user-agent',
  'bitcoin address': 'btc',
  as: 'asn',
};

export interface NormalIndicator {
  readonly type: string;
  readonly value: string;
}

/** @param type null: read from the value. */
export function normalIndicator(
  type: string | null,
  value: string,
  ports: FindPorts,
): NormalIndicator | { readonly field: 'type' | 'value'; readonly problem: string } {
  const text = value.trim();
  const found = indicatorOf(text, ports);
  const named = type === null || type.trim() === '' ? null : type.trim().toLowerCase();
  if (named === null)
    return found
      ? { type: found.type, value: found.value }
      : { field: 'value', problem: 'This is no indicator of a known form; choose its type' };
  const ours = ALIASES[named] ?? named;
  if (!isIndicatorType(ours)) return { field: 'type', problem: 'There is no such type' };
  // A list calls a network an address, and a place of a wallet by any name.
  const isSame = found?.type === ours || (ours === 'ip' && found?.type === 'cidr');
  if (found && isSame) return { type: found.type, value: found.value };
  if (!FREE_TYPES.has(ours))
    return { field: 'value', problem: 'The value has not the form of its type' };
  if (text.length > INDICATOR_LIMITS.value)
    return {
      field: 'value',
      problem: `Value must be at most ${INDICATOR_LIMITS.value} characters`,
    };
  return { type: ours, value: text };
}
