/**
 * The hellos in QUIC: long headers (RFC 9000 section 17.2, several packets in a datagram 12.2), frames of
 * Initial packets (section 12.4, 19.1 to 19.6, 19.19), CRYPTO data put together by offset.
 */
import { concat, u8, u24, u32 } from './bytes.ts';
import { initialKeys, openInitial, type PacketKeys, quicVersion } from './quic-keys.ts';
import type { ReaderKit, Side, StreamContext } from './stream-parser.ts';
import { CLIENT_HELLO, emitClientHello, emitServerHello, SERVER_HELLO } from './tls-events.ts';

const MOST_DATAGRAMS = 24;
const MOST_CRYPTO = 32_768;
const MOST_PIECES = 256;

interface Varint {
  readonly value: number;
  readonly next: number;
}

/** RFC 9000 section 16. Beyond the end it reads zeros, as `u8` does. */
function varint(bytes: Uint8Array, at: number): Varint {
  const first = u8(bytes, at);
  const size = 1 << (first >> 6);
  let value = first & 63;
  for (let i = 1; i < size; i++) value = value * 256 + u8(bytes, at + i);
  return { value, next: at + size };
}

/** What one side sent in CRYPTO frames so far. */
class CryptoData {
  readonly #pieces: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  #bytes = 0;

  add(kit: ReaderKit, at: number, bytes: Uint8Array): void {
    const tooMuch =
      at + bytes.length > MOST_CRYPTO ||
      this.#pieces.length >= MOST_PIECES ||
      this.#bytes + bytes.length > 2 * MOST_CRYPTO ||
      kit.held.bytes + bytes.length > kit.limits.parserBytesInAll;
    if (tooMuch) {
      kit.log.limit('parser bytes');
      return;
    }
    this.#pieces.push({ at, bytes });
    this.#bytes += bytes.length;
    kit.held.bytes += bytes.length;
  }

  /** All from the start up to the first gap. */
  whole(): Uint8Array {
    const parts: Uint8Array[] = [];
    let next = 0;
    for (const { at, bytes } of [...this.#pieces].sort((a, b) => a.at - b.at)) {
      if (at > next) break;
      if (at + bytes.length <= next) continue;
      parts.push(bytes.subarray(next - at));
      next = at + bytes.length;
    }
    return concat(parts);
  }

  clear(kit: ReaderKit): void {
    kit.held.bytes -= this.#bytes;
    this.#bytes = 0;
    this.#pieces.length = 0;
  }
}

/** Behind the frame that begins at `at`; -1 for one that cannot be skipped. */
function skipFrame(bytes: Uint8Array, at: number): number {
  const type = u8(bytes, at);
  if (type === 0 || type === 1) return at + 1;
  if (type !== 2 && type !== 3) return -1;
  const delay = varint(bytes, varint(bytes, at + 1).next);
  const ranges = varint(bytes, delay.next);
  let next = varint(bytes, ranges.next).next;
  const more = ranges.value * 2 + (type === 3 ? 3 : 0);
  for (let n = 0; n < more && next < bytes.length; n++) next = varint(bytes, next).next;
  return next;
}

export class QuicFlow {
  readonly #context: StreamContext;
  readonly #crypto: readonly [CryptoData, CryptoData] = [new CryptoData(), new CryptoData()];
  readonly #done: [boolean, boolean] = [false, false];
  #keys: readonly [PacketKeys, PacketKeys] | null = null;
  #datagrams = 0;

  constructor(context: StreamContext) {
    this.#context = context;
    context.service('quic');
  }

  datagram(side: Side, bytes: Uint8Array, from: number, end: number): void {
    if (this.#done[side]) return;
    this.#datagrams += 1;
    if (this.#datagrams > MOST_DATAGRAMS) {
      this.release();
      return;
    }
    let at = from;
    while (at + 7 < end && beginsQuic(bytes, at, end)) {
      const next = this.#packet(side, bytes, at, end);
      if (next <= at) break;
      at = next;
    }
  }

  /** Returns where the next packet of the datagram begins; 0 where that cannot be told. */
  #packet(side: Side, bytes: Uint8Array, from: number, end: number): number {
    const version = quicVersion(u32(bytes, from + 1));
    if (version === null) return 0;
    const connectionEnd = from + 6 + u8(bytes, from + 5);
    const connection = bytes.subarray(from + 6, connectionEnd);
    const type = (u8(bytes, from) >> 4) & 3;
    let at = connectionEnd + 1 + u8(bytes, connectionEnd);
    // A retry has no length, and nothing to read.
    if (type === (version.initial + 3) % 4) return 0;
    const isInitial = type === version.initial;
    if (isInitial) {
      const token = varint(bytes, at);
      at = token.next + token.value;
    }
    const length = varint(bytes, at);
    const next = length.next + length.value;
    if (next > end) return 0;
    if (isInitial) {
      const { crypto } = this.#context.kit;
      if (side === 0) this.#keys ??= initialKeys(crypto, version, connection);
      const packet = bytes.subarray(from, next);
      const place = length.next - from;
      let open = this.#open(side, packet, place);
      if (open === null && side === 0) {
        // Behind a retry the client begins anew, with another id.
        this.#keys = initialKeys(crypto, version, connection);
        open = this.#open(side, packet, place);
      }
      if (open !== null) this.#frames(side, open);
    }
    return next;
  }

  #open(side: Side, packet: Uint8Array, at: number): Uint8Array | null {
    const keys = this.#keys?.[side];
    return keys === undefined ? null : openInitial(this.#context.kit.crypto, keys, packet, at);
  }

  #frames(side: Side, bytes: Uint8Array): void {
    const { kit } = this.#context;
    let at = 0;
    while (at < bytes.length) {
      if (u8(bytes, at) !== 6) {
        at = skipFrame(bytes, at);
        if (at < 0) break;
        continue;
      }
      const offset = varint(bytes, at + 1);
      const length = varint(bytes, offset.next);
      at = length.next + length.value;
      if (at > bytes.length) break;
      this.#crypto[side].add(kit, offset.value, bytes.slice(length.next, at));
    }
    this.#hello(side);
  }

  #hello(side: Side): void {
    const whole = this.#crypto[side].whole();
    const end = 4 + u24(whole, 1);
    if (whole.length < 4 || whole.length < end) return;
    const type = u8(whole, 0);
    if (type === CLIENT_HELLO) emitClientHello(this.#context, 'quic', whole, 4, end);
    if (type === SERVER_HELLO) emitServerHello(this.#context, 'quic', whole, 4, end);
    this.#done[side] = true;
    this.#crypto[side].clear(this.#context.kit);
  }

  release(): void {
    const { kit } = this.#context;
    this.#done.fill(true);
    this.#crypto[0].clear(kit);
    this.#crypto[1].clear(kit);
  }
}

/** A long header with the fixed bit, of a version whose first packets can be opened. */
export function beginsQuic(bytes: Uint8Array, from: number, end: number): boolean {
  if ((u8(bytes, from) & 0xc0) !== 0xc0 || end - from < 20) return false;
  return u8(bytes, from + 5) <= 20 && quicVersion(u32(bytes, from + 1)) !== null;
}
