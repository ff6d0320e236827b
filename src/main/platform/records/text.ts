import { isIPv6, SocketAddress } from 'node:net';
import { ALERT_TITLE_STORED_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';

/**
 * What becomes of text that attackers write, on its way into a column:
 * - a NUL becomes U+FFFD: SQLite's text functions and its full-text index end at a NUL, so that the
 *   rest of the value could hide behind it;
 * - a lone surrogate becomes U+FFFD: it has no form in UTF-8;
 * - a value that is too long is cut, never inside a code point.
 * Nothing else is changed; markup, bidirectional and control characters are the page's to show. The
 * raw record keeps every byte.
 */
export const TITLE_MAX = ALERT_TITLE_STORED_MAX;
export const DESCRIPTION_MAX = 4_000;
/** Hosts, users, addresses, detectors, categories, sources. */
export const LABEL_MAX = 255;
const EXCERPT_MAX = 200;
export const MAX_TECHNIQUES = 50;

export function cleanText(value: string, max: number): string {
  const cut = value.length > max ? cutText(value, max) : value;
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}

/** Cuts at most `max` code units, one fewer where the cut would split a surrogate pair. */
function cutText(value: string, max: number): string {
  const last = value.charCodeAt(max - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** The value as the text of a label, or null where there is none. Numbers become their text. */
export function label(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' || text === '-' ? null : cleanText(text, LABEL_MAX);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.length > 0 && !Array.isArray(value[0])
    ? label(value[0])
    : null;
}

/** The first of several values that says something. */
export function firstLabel(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = label(value);
    if (text !== null) return text;
  }
  return null;
}

/** The start of a record for the receipt, as text; bytes that are not UTF-8 become U+FFFD. */
export function excerptOf(bytes: Buffer): string {
  return cleanText(bytes.toString('utf8', 0, EXCERPT_MAX * 4), EXCERPT_MAX);
}

/**
 * An address in one form, so that what several sources write of it can be compared: without the
 * port that some glue to it (`192.0.2.1:80`, `[2001:db8::1]:443`), IPv6 as RFC 5952 shortens it
 * (Suricata writes all zeros), IPv4 within IPv6 (`::ffff:192.0.2.1`) as IPv4. What is no address
 * stays as it is.
 */
export function addressOf(value: unknown): string | null {
  const text = label(value);
  if (text === null) return null;
  const colon = text.indexOf(':');
  if (colon === -1) return text;
  if (text.charCodeAt(0) === 0x5b) {
    const end = text.indexOf(']');
    return end > 1 ? shortAddress(text.slice(1, end)) : text;
  }
  const isIpv4WithPort = colon > 6 && colon === text.lastIndexOf(':') && text.includes('.');
  return isIpv4WithPort ? text.slice(0, colon) : shortAddress(text);
}

function shortAddress(text: string): string {
  if (!isIPv6(text) || text.includes('%')) return text;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

const TECHNIQUE = /(?<![A-Za-z0-9])T\d{4}(?:\.\d{3})?(?![A-Za-z0-9])/g;
const EXACT_TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/;

/** ATT&CK technique ids in whatever form a source has them: text, list, or text that holds a list. */
export function collectTechniques(into: Set<string>, value: unknown): void {
  if (typeof value === 'string') {
    if (!value.includes('T')) return;
    if (value.length <= 9 && EXACT_TECHNIQUE.test(value)) {
      if (into.size < MAX_TECHNIQUES) into.add(value);
      return;
    }
    for (const match of value.slice(0, DESCRIPTION_MAX).matchAll(TECHNIQUE)) {
      if (into.size < MAX_TECHNIQUES) into.add(match[0]);
    }
  } else if (Array.isArray(value)) {
    for (const entry of value.slice(0, MAX_TECHNIQUES)) {
      if (typeof entry === 'string') collectTechniques(into, entry);
    }
  }
}

export function techniquesOf(...values: readonly unknown[]): string[] {
  const found = new Set<string>();
  for (const value of values) collectTechniques(found, value);
  return [...found];
}

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
