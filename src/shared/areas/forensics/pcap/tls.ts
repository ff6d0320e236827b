/**
 * TLS over a stream: the record layer (RFC 8446 section 5.1, RFC 5246 section 6.2), handshake messages
 * put together across records. Reading ends with the first application data: what follows is encrypted.
 * Behind a ChangeCipherSpec only a hello is believed: after a retry TLS 1.3 sends its second one there.
 */
import { u8, u16, u24 } from './bytes.ts';
import { HeldBytes, type Side, type StreamContext, type StreamParser } from './stream-parser.ts';
import {
  CERTIFICATE,
  CLIENT_HELLO,
  emitCertificates,
  emitClientHello,
  emitServerHello,
  SERVER_HELLO,
} from './tls-events.ts';

const CHANGE_CIPHER = 20;
const ALERT = 21;
const HANDSHAKE = 22;
const APPLICATION = 23;
const MOST_RECORD = 18_432;
/** Longest message that is put together. */
const MOST_MESSAGE = 131_072;

class TlsSide {
  readonly records: HeldBytes;
  readonly messages: HeldBytes;
  /** Bytes of records that nobody wants and that have still to pass. */
  skip = 0;
  changed = false;
  done = false;

  constructor(context: StreamContext) {
    this.records = new HeldBytes(context.kit);
    this.messages = new HeldBytes(context.kit);
  }

  stop(): void {
    this.done = true;
    this.records.clear();
    this.messages.clear();
  }
}

class TlsParser implements StreamParser {
  readonly released = false;
  readonly #context: StreamContext;
  readonly #sides: readonly [TlsSide, TlsSide];

  constructor(context: StreamContext) {
    this.#context = context;
    context.service('tls');
    this.#sides = [new TlsSide(context), new TlsSide(context)];
  }

  wants(side: Side): boolean {
    return !this.#sides[side].done;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    const state = this.#sides[side];
    if (state.records.length === 0) {
      const used = this.#read(side, bytes, from, to);
      if (!state.done && used < to && !state.records.add(bytes, used, to)) state.stop();
      return;
    }
    if (!state.records.add(bytes, from, to)) {
      state.stop();
      return;
    }
    const view = state.records.view;
    const used = this.#read(side, view, 0, view.length);
    if (!state.done) state.records.drop(used);
  }

  /** Reads whole records; returns where it stopped. */
  #read(side: Side, bytes: Uint8Array, from: number, to: number): number {
    const state = this.#sides[side];
    let at = from;
    while (at + 5 <= to && !state.done) {
      const length = u16(bytes, at + 3);
      const type = u8(bytes, at);
      if (!isRecord(type, u8(bytes, at + 1), length)) {
        state.stop();
        return to;
      }
      if (type === APPLICATION) {
        state.stop();
        return to;
      }
      if (at + 5 + length > to) return at;
      this.#record(side, type, bytes, at + 5, at + 5 + length);
      at += 5 + length;
    }
    return at;
  }

  #record(side: Side, type: number, bytes: Uint8Array, at: number, end: number): void {
    const state = this.#sides[side];
    if (type === CHANGE_CIPHER) {
      state.changed = true;
      state.messages.clear();
      return;
    }
    if (type !== HANDSHAKE || (state.changed && !isHello(bytes, at, end))) return;
    if (!state.messages.add(bytes, at, end)) {
      state.stop();
      return;
    }
    const view = state.messages.view;
    let to = 0;
    while (to + 4 <= view.length && !state.done) {
      const length = u24(view, to + 1);
      if (length > MOST_MESSAGE) {
        state.stop();
        return;
      }
      if (to + 4 + length > view.length) break;
      this.#message(side, view, to, to + 4 + length);
      to += 4 + length;
    }
    if (to > 0 && !state.done) state.messages.drop(to);
  }

  #message(side: Side, bytes: Uint8Array, at: number, end: number): void {
    const context = this.#context;
    const type = u8(bytes, at);
    if (type === CLIENT_HELLO) emitClientHello(context, 'tcp', bytes, at + 4, end);
    else if (type === SERVER_HELLO) emitServerHello(context, 'tcp', bytes, at + 4, end);
    else if (type === CERTIFICATE) emitCertificates(context, side, bytes, at + 4, end);
  }

  /** The place in the record layer is lost with the bytes. */
  gap(side: Side): void {
    this.#sides[side].stop();
  }

  end(): void {
    this.#sides[0].stop();
    this.#sides[1].stop();
  }
}

function isRecord(type: number, major: number, length: number): boolean {
  return type >= CHANGE_CIPHER && type <= 24 && major === 3 && length > 0 && length <= MOST_RECORD;
}

/** A hello that fills its record: encrypted bytes look like one in 1 of 2^40 cases. */
function isHello(bytes: Uint8Array, at: number, end: number): boolean {
  const type = u8(bytes, at);
  const isType = type === CLIENT_HELLO || type === SERVER_HELLO;
  return isType && u24(bytes, at + 1) === end - at - 4 && u16(bytes, at + 4) === 0x0303;
}

/** What the first bytes of a record may be. */
const HEADER_TESTS: readonly ((byte: number) => boolean)[] = [
  (byte) => byte === HANDSHAKE || byte === ALERT,
  (byte) => byte === 3,
  (byte) => byte <= 4,
  (byte) => byte <= MOST_RECORD >> 8,
];

/** The first bytes of a record with a handshake, alert or change of cipher. */
export function beginsTls(bytes: Uint8Array, from: number, to: number): 'yes' | 'no' | 'more' {
  for (let offset = 0; offset < HEADER_TESTS.length; offset++) {
    if (from + offset >= to) return 'more';
    if (!HEADER_TESTS[offset]?.(u8(bytes, from + offset))) return 'no';
  }
  if (u8(bytes, from) === ALERT) return to - from >= 7 && u16(bytes, from + 3) === 2 ? 'yes' : 'no';
  if (to - from < 6) return 'more';
  const message = u8(bytes, from + 5);
  return message === CLIENT_HELLO ||
    message === SERVER_HELLO ||
    message === CERTIFICATE ||
    message === 0
    ? 'yes'
    : 'no';
}

export function createTlsParser(context: StreamContext): StreamParser {
  return new TlsParser(context);
}
