/** IPv4 and IPv6 as text (RFC 4291, RFC 5952), without the help of a platform. */

/** Null where it is none; leading zeros are none, as they may mean octal. */
function parseIpv4(text: string): readonly number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const bytes: number[] = [];
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part)) return null;
    const value = Number(part);
    if (value > 255) return null;
    bytes.push(value);
  }
  return bytes;
}

/** Eight groups of 16 bits, or null. */
export function parseIpv6(text: string): readonly number[] | null {
  if (text.length > 45 || !text.includes(':')) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map(groupsOf);
  const [head, tail] = groups;
  if (!head || (halves.length === 2 && !tail)) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  const gap = 8 - head.length - (tail?.length ?? 0);
  return gap < 1 ? null : [...head, ...Array.from({ length: gap }, () => 0), ...(tail ?? [])];
}

function groupsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (part.includes('.')) {
      const bytes = index === parts.length - 1 ? parseIpv4(part) : null;
      if (!bytes) return null;
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** The shortest form, RFC 5952, section 4: the first of the longest runs of zeros is left out. */
export function formatIpv6(groups: readonly number[]): string {
  let best = { from: -1, length: 1 };
  for (let from = 0; from < 8; from++) {
    let length = 0;
    while (from + length < 8 && groups[from + length] === 0) length++;
    if (length > best.length) best = { from, length };
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (best.from < 0) return hex(groups);
  return `${hex(groups.slice(0, best.from))}::${hex(groups.slice(best.from + best.length))}`;
}

/** One form a thing: IPv4 within IPv6 is IPv4. Null where it is no address. */
export function normalIp(text: string): string | null {
  const v4 = parseIpv4(text);
  if (v4) return v4.join('.');
  const v6 = parseIpv6(text.replace(/%\w{1,32}$/, ''));
  if (!v6) return null;
  const isMapped = v6.slice(0, 5).every((group) => group === 0) && v6[5] === 0xffff;
  if (!isMapped) return formatIpv6(v6);
  const [high = 0, low = 0] = v6.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Whether an address cannot be somebody outside: private, loopback, link-local, shared by carriers,
 * multicast, unspecified (RFC 1918, 3927, 4193, 5771, 6598). Ranges for documentation count as outside.
 */
export function isInnerIp(normal: string): boolean {
  const v4 = parseIpv4(normal);
  if (v4) {
    const [a = 0, b = 0] = v4;
    if (a === 10 || a === 127 || a === 0 || a >= 224) return true;
    if (a === 172) return b >= 16 && b <= 31;
    if (a === 192) return b === 168;
    if (a === 169) return b === 254;
    return a === 100 && b >= 64 && b <= 127;
  }
  const v6 = parseIpv6(normal);
  if (!v6) return false;
  const first = v6[0] ?? 0;
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || (first & 0xff00) === 0xff00)
    return true;
  return v6.slice(0, 7).every((group) => group === 0);
}
