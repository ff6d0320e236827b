/** Networks (RFC 4632, RFC 4291) against addresses as logs write them. */
import { parseIpv6 } from '../indicators/addresses.ts';

/** Returns null where the text is no network; an address alone is a network of one. */
export function parseCidr(range: string): ((text: string) => boolean) | null {
  const match = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(range.trim());
  const address = match?.[1] === undefined ? null : parseAddress(match[1], false);
  if (!address) return null;
  const bits = match?.[2] === undefined ? address.length * 16 : Number(match[2]);
  if (bits > address.length * 16) return null;
  return (text) => {
    const other = parseAddress(text, address.length === 2);
    return other !== null && isWithin(other, address, bits);
  };
}

function isWithin(address: readonly number[], network: readonly number[], bits: number): boolean {
  if (address.length !== network.length) return false;
  for (let at = 0, left = bits; left > 0; at++, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if (((address[at] ?? 0) & mask) !== ((network[at] ?? 0) & mask)) return false;
  }
  return true;
}

/** Groups of 16 bits: two for IPv4, eight for IPv6. Windows writes IPv4 as `::ffff:10.0.0.1`, too. */
function parseAddress(text: string, unmaps: boolean): readonly number[] | null {
  if (text.length > 64) return null;
  if (!text.includes(':')) return parseIpv4(text);
  const groups = parseIpv6(text.replace(/%[\w-]{1,16}$/, ''));
  if (!groups || !unmaps) return groups;
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? groups.slice(6) : groups;
}

function parseIpv4(text: string): readonly number[] | null {
  const match = /^\s*(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\s*$/.exec(text);
  if (!match) return null;
  const [a = 0, b = 0, c = 0, d = 0] = match.slice(1).map(Number);
  if (Math.max(a, b, c, d) > 255) return null;
  return [a * 256 + b, c * 256 + d];
}
