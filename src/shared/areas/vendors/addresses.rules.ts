/** Addresses and networks as numbers: IPv4 (RFC 791), IPv6 (RFC 4291), CIDR (RFC 4632). */

export interface Network {
  readonly family: 4 | 6;
  readonly prefix: number;
  readonly base: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;
/** Wider networks say nothing about a vendor. */
const WIDEST_PREFIX = { 4: 8, 6: 16 } as const;

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return null;
    if (part.length > 1 && part.startsWith('0')) return null;
    value = value * 256n + BigInt(part);
  }
  return value;
}

function groupsOf(text: string): string[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  if (!last.includes('.')) return groups;
  const v4 = parseV4(last);
  if (v4 === null) return null;
  return [...groups.slice(0, -1), (v4 >> 16n).toString(16), (v4 & 0xffffn).toString(16)];
}

function parseV6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = groupsOf(halves[0] ?? '');
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : [];
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  let value = 0n;
  for (const group of [...head, ...Array<string>(missing).fill('0'), ...tail]) {
    if (!/^[\da-f]{1,4}$/i.test(group)) return null;
    value = value * 65_536n + BigInt(`0x${group}`);
  }
  return value;
}

/** An IPv4 address in IPv6 clothes (::ffff:192.0.2.1) is the IPv4 address. */
export function parseAddress(text: string): { family: 4 | 6; value: bigint } | null {
  if (!text.includes(':')) {
    const value = parseV4(text);
    return value === null ? null : { family: 4, value };
  }
  const value = parseV6(text);
  if (value === null) return null;
  if (value >> 32n === 0xffffn) return { family: 4, value: value & 0xffff_ffffn };
  return { family: 6, value };
}

export function maskOf(value: bigint, family: 4 | 6, prefix: number): bigint {
  const shift = BigInt(BITS[family] - prefix);
  return (value >> shift) << shift;
}

/** An address or a network; null where it is neither, or wider than says something. */
export function parseNetwork(text: string): Network | null {
  const [address = '', length] = text.trim().split('/');
  const parsed = parseAddress(address);
  if (!parsed) return null;
  const { family, value } = parsed;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const prefix = length === undefined ? BITS[family] : Number(length);
  if (prefix > BITS[family] || prefix < WIDEST_PREFIX[family]) return null;
  return { family, prefix, base: maskOf(value, family, prefix) };
}
