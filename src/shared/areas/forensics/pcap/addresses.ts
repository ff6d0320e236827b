/** Addresses as text: IPv4 dotted, IPv6 as RFC 5952 section 4 writes it, MAC with colons. */
import { hex } from './bytes.ts';

export function ipv4Text(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** The longest run of zero groups, the first of equals; a single group is not shortened. */
function longestZeroRun(groups: readonly number[]): { at: number; length: number } {
  const best = { at: -1, length: 1 };
  let run = 0;
  for (let i = 0; i < 8; i++) {
    run = groups[i] === 0 ? run + 1 : 0;
    if (run > best.length) {
      best.at = i - run + 1;
      best.length = run;
    }
  }
  return best;
}

/** Four words of 32 bits, most significant first. */
export function ipv6Text(a: number, b: number, c: number, d: number): string {
  if (a === 0 && b === 0 && c === 0xffff) return `::ffff:${ipv4Text(d)}`;
  const groups = [a, b, c, d].flatMap((word) => [word >>> 16, word & 0xffff]);
  const texts = groups.map((group) => group.toString(16));
  const zeros = longestZeroRun(groups);
  if (zeros.at < 0) return texts.join(':');
  const before = texts.slice(0, zeros.at).join(':');
  const after = texts.slice(zeros.at + zeros.length).join(':');
  return `${before}::${after}`;
}

export function ipv6FromBytes(bytes: Uint8Array, at: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 16 > bytes.length) return '';
  return ipv6Text(
    view.getInt32(at),
    view.getInt32(at + 4),
    view.getInt32(at + 8),
    view.getInt32(at + 12),
  );
}

export function macText(bytes: Uint8Array, at: number): string {
  return hex(bytes, at, at + 6).replace(/(..)(?=.)/g, '$1:');
}
