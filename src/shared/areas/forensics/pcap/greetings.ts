/**
 * Services of which only the greeting is read: MySQL (protocol 10: its version), VNC (RFC 6143 section
 * 7.1.1), Telnet (RFC 854), BitTorrent, IRC (RFC 2812), HTTP/2 in the clear (RFC 9113 section 3.4).
 */
import { Banners } from './banner-parser.ts';
import { latin1, startsWith, u8, u16 } from './bytes.ts';
import type { Flow } from './flow.ts';
import type { Side, StreamContext, StreamParser } from './stream-parser.ts';

interface Greeting {
  readonly service: string;
  readonly text: string;
  readonly fields: Record<string, string>;
}

const line = (bytes: Uint8Array, from: number, to: number): string =>
  (latin1(bytes, from, Math.min(to, from + 256)).split(/[\r\n\0]/, 1)[0] ?? '').trim();

const NAMED: readonly (readonly [begins: string, service: string])[] = [
  ['RFB 00', 'vnc'],
  ['\x13BitTorrent protocol', 'bittorrent'],
  ['NICK ', 'irc'],
  ['PRI * HTTP/2.0', 'http2'],
];

/** Null where the bytes greet in no way known here. */
export function greetingOf(
  flow: Flow,
  bytes: Uint8Array,
  from: number,
  to: number,
): Greeting | null {
  for (const [begins, service] of NAMED) {
    if (startsWith(bytes, from, to, begins)) {
      return { service, text: line(bytes, from, to), fields: {} };
    }
  }
  const option = u8(bytes, from + 1);
  if (flow.hasPort(23) && u8(bytes, from) === 255 && option >= 251 && option <= 254) {
    return { service: 'telnet', text: '', fields: {} };
  }
  const isMySql = u16(bytes, from + 3) === 0x000a && to - from > 20 && u8(bytes, from + 2) === 0;
  if (flow.hasPort(3306) && isMySql) {
    const version = line(bytes, from + 5, to);
    return { service: 'mysql', text: version, fields: { version } };
  }
  return null;
}

class GreetingParser implements StreamParser {
  readonly released = false;
  readonly #flow: Flow;
  readonly #context: StreamContext;
  #done = false;

  constructor(flow: Flow, context: StreamContext) {
    this.#flow = flow;
    this.#context = context;
  }

  wants(): boolean {
    return !this.#done;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    if (this.#done) return;
    this.#done = true;
    const greeting = greetingOf(this.#flow, bytes, from, to);
    if (greeting === null) return;
    new Banners(this.#context, greeting.service).add(side, greeting.text, greeting.fields);
  }

  gap(): void {
    this.#done = true;
  }

  end(): void {
    this.#done = true;
  }
}

export function createGreetingParser(flow: Flow) {
  return (context: StreamContext): StreamParser => new GreetingParser(flow, context);
}
