/** One form for each type of indicator; null where a text only looks like one. */
import { formatIpv6, normalIp, parseIpv6 } from './addresses.ts';
import { isBitcoin, isEthereum, isMonero } from './checksums.ts';
import type { Found, Named } from './find.patterns.ts';
import type { FindPorts } from './find.ts';
import type { AnyIndicatorType } from './life.ts';
import { DOUBTFUL_ENDS, FILE_ENDS, INNER_DOMAINS } from './names.table.ts';

const lower = (text: string) => text.toLowerCase();
const endOf = (name: string) => lower(name.slice(name.lastIndexOf('.') + 1));

/** `isSure`: what stands around it says that it is one (a scheme, brackets, an @). */
export function normalDomain(written: string, ports: FindPorts, isSure: boolean): string | null {
  const name = lower(written.replace(/\.$/, ''));
  const labels = name.split('.');
  if (labels.length < 2 || name.length > 253) return null;
  if (labels.some((label) => !/^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label))) return null;
  const end = labels.at(-1) ?? '';
  if (/^\d+$/.test(end)) return null;
  if (isSure) return ports.isPublicName(name) || !INNER_DOMAINS.has(end) ? name : null;
  if (INNER_DOMAINS.has(end)) return null;
  // 'setup.py' and 'report.zip' are files, 'cdn.report.zip' is a place; '.com' is how most domains end.
  const isDoubtful = end !== 'com' && (DOUBTFUL_ENDS.has(end) || FILE_ENDS.has(end));
  if (isDoubtful && labels.length === 2) return null;
  return ports.isPublicName(name) ? name : null;
}

export function normalCidr(written: string): string | null {
  const slash = written.indexOf('/');
  const address = normalIp(written.slice(0, slash));
  const length = Number(written.slice(slash + 1));
  if (address === null || !Number.isInteger(length)) return null;
  return networkOf(address, length);
}

/** The first address of the network, and its length. */
function networkOf(address: string, length: number): string | null {
  const groups = address.includes(':') ? parseIpv6(address) : null;
  if (groups) {
    if (length > 128) return null;
    const kept = groups.map((group, at) => group & maskOf(length - at * 16, 16));
    return `${formatIpv6(kept)}/${length}`;
  }
  if (length > 32 || address.includes(':')) return null;
  const bytes = address.split('.').map((byte, at) => Number(byte) & maskOf(length - at * 8, 8));
  return `${bytes.join('.')}/${length}`;
}

const maskOf = (left: number, size: number): number =>
  left <= 0 ? 0 : left >= size ? 2 ** size - 1 : 2 ** size - 2 ** (size - left);

/** Case of scheme and place means nothing. */
export function normalUrl(written: string): string | null {
  const parts = /^([a-z][a-z\d+.-]{1,10}):\/\/([^/?#]{1,255})([\s\S]*)$/i.exec(written);
  if (!parts) return null;
  const [, scheme = '', place = '', rest = ''] = parts;
  return `${lower(scheme)}://${lower(place)}${rest}`;
}

/** What a URL leads to: an address or a domain, worth knowing whatever was asked of it. */
export function hostsOf({ value, start }: Found, ports: FindPorts): Found[] {
  const head = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]{0,200}@)?/i.exec(value)?.[0].length ?? 0;
  const host = /^(?:\[[\da-f:.]+\]|[^/?#:]{1,255})/i.exec(value.slice(head))?.[0] ?? '';
  const bare = host.replace(/^\[|\]$/g, '');
  const ip = normalIp(bare);
  const place = { start: start + head, length: host.length };
  if (ip !== null) return [{ type: 'ip', value: ip, ...place }];
  const domain = normalDomain(bare, ports, true);
  return domain === null ? [] : [{ type: 'domain', value: domain, ...place }];
}

const EMPTY_FILE: ReadonlySet<string> = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]);
const HASH_TYPES: Readonly<Record<number, AnyIndicatorType>> = {
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
  128: 'sha512',
};

export function normalHash(written: string, before: string): Named | null {
  const value = lower(written);
  const type = HASH_TYPES[value.length];
  if (!type || EMPTY_FILE.has(value) || /^(.)\1*$/.test(value)) return null;
  return { type: type === 'md5' && /ja3s?\W{1,6}$/i.test(before) ? 'ja3' : type, value };
}

export function normalWallet(written: string, { sha256 }: FindPorts): Named | null {
  if (isBitcoin(written, sha256))
    return { type: 'btc', value: /^(?:bc|tb)1/i.test(written) ? lower(written) : written };
  return isMonero(written) ? { type: 'xmr', value: written } : null;
}

export const normalEther = (written: string): string | null =>
  isEthereum(written) ? lower(written) : null;

const HIVES: Readonly<Record<string, string>> = {
  hkey_local_machine: 'HKLM',
  hkey_current_user: 'HKCU',
  hkey_classes_root: 'HKCR',
  hkey_users: 'HKU',
  hkey_current_config: 'HKCC',
};

export function normalRegistry(written: string): string | null {
  const [hive = '', ...keys] = written.replace(/\\{2,}/g, '\\').split('\\');
  if (keys.length === 0) return null;
  return [HIVES[lower(hive)] ?? hive.toUpperCase(), ...keys].join('\\').replace(/\\$/, '');
}

export const normalWindowsPath = (written: string): string | null =>
  written.startsWith('\\\\')
    ? `\\\\${written.slice(2).replace(/\\{2,}/g, '\\')}`
    : written.replace(/\\{2,}/g, '\\');

export const isFileName = (name: string): boolean =>
  FILE_ENDS.has(endOf(name)) && endOf(name) !== 'com' && /[a-z_]/i.test(name);

export function normalAsn(written: string): string | null {
  const number = Number(written.slice(2));
  return number > 0 && number < 2 ** 32 ? `AS${number}` : null;
}
