/**
 * The head of an HTTP/1 message: RFC 9112 sections 2 to 5. Lenient where servers are: a bare line feed
 * ends a line, lines folded as RFC 7230 once allowed are joined. Header names keep their letters' case.
 */
import { latin1, startsWith } from './bytes.ts';
import type { HttpHeader } from './capture.types.ts';

const MOST_METHOD = 24;
const MOST_VALUE = 16_384;

export interface HttpHead {
  readonly start: string;
  readonly headers: readonly HttpHeader[];
  readonly damaged: boolean;
}

/** The byte after the empty line that ends the head; -1 where it is not there yet. */
export function endOfHead(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (;;) {
    const line = bytes.indexOf(10, at);
    if (line < 0 || line >= to) return -1;
    const next = bytes[line + 1];
    if (line + 1 < to && next === 10) return line + 2;
    if (line + 2 < to && next === 13 && bytes[line + 2] === 10) return line + 3;
    at = line + 1;
  }
}

/** A first byte that begins a method, and the shape `METHOD target HTTP/1.x` as far as it is there. */
export function mayBeRequest(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && at - from < MOST_METHOD) {
    const byte = bytes[at] ?? 0;
    if (byte === 32) break;
    // Methods are tokens; all that are in use are capitals, digits, '-' and '_'.
    const token = (byte >= 65 && byte <= 90) || byte === 45 || byte === 95;
    if (!token) return false;
    at += 1;
  }
  return at - from >= 3 && bytes[at] === 32 && at < to;
}

/** The first line of a request whose head is whole must end with the version. */
export function isRequest(bytes: Uint8Array, from: number, to: number): boolean {
  if (!mayBeRequest(bytes, from, to)) return false;
  const line = bytes.indexOf(10, from);
  const end = line < 0 || line > to ? to : line;
  const text = latin1(bytes, Math.max(from, end - 12), end).trimEnd();
  return /\sHTTP\/[01]\.\d$/.test(text);
}

export function isResponse(bytes: Uint8Array, from: number, to: number): boolean {
  return startsWith(bytes, from, to, 'HTTP/1.') || startsWith(bytes, from, to, 'HTTP/0.');
}

function headerOf(line: string): HttpHeader | null {
  const colon = line.indexOf(':');
  if (colon <= 0) return null;
  return [
    line.slice(0, colon).trim(),
    line
      .slice(colon + 1)
      .trim()
      .slice(0, MOST_VALUE),
  ];
}

export function readHead(bytes: Uint8Array, from: number, to: number, most: number): HttpHead {
  const lines = latin1(bytes, from, to).split('\n');
  const headers: HttpHeader[] = [];
  let damaged = false;
  for (const raw of lines.slice(1)) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') continue;
    const last = headers.at(-1);
    if ((line.startsWith(' ') || line.startsWith('\t')) && last !== undefined) {
      const joined = `${last[1]} ${line.trim()}`.slice(0, MOST_VALUE);
      headers[headers.length - 1] = [last[0], joined];
      continue;
    }
    const header = headerOf(line);
    if (header === null || headers.length >= most) damaged = true;
    else headers.push(header);
  }
  return { start: (lines[0] ?? '').trimEnd(), headers, damaged };
}

/** The first value of a header, by its name in lower case; '' where there is none. */
export function headerValue(headers: readonly HttpHeader[], name: string): string {
  for (const [key, value] of headers) {
    if (key.length === name.length && key.toLowerCase() === name) return value;
  }
  return '';
}
