/**
 * Puts fragmented datagrams together: IPv4 (RFC 791 section 3.2), IPv6 (RFC 8200 section 4.5). Where
 * fragments overlap with other bounds the datagram is given up, as RFC 5722 asks for IPv6: two readers
 * would see two datagrams. Bounded in number and bytes; the oldest goes first.
 */
import type { CaptureLog } from './capture-log.ts';
import type { CaptureLimits } from './limits.ts';

const MOST_BYTES = 65_535;
const MOST_PIECES = 8_192;

interface Piece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

interface Waiting {
  readonly pieces: Map<number, Piece>;
  /** Known once the last fragment is there. */
  size: number;
  bytes: number;
  bad: boolean;
}

export interface Fragment {
  readonly key: string;
  readonly at: number;
  readonly more: boolean;
  readonly bytes: Uint8Array;
}

export class Datagrams {
  readonly #log: CaptureLog;
  readonly #limits: CaptureLimits;
  readonly #waiting = new Map<string, Waiting>();
  #bytes = 0;

  constructor(log: CaptureLog, limits: CaptureLimits) {
    this.#log = log;
    this.#limits = limits;
  }

  /** The whole datagram's payload where this fragment completes it. */
  add(fragment: Fragment): Uint8Array | null {
    const { key, at, more, bytes } = fragment;
    const known = this.#waiting.get(key);
    const entry = known ?? { pieces: new Map(), size: -1, bytes: 0, bad: false };
    if (known === undefined) this.#waiting.set(key, entry);
    const end = at + bytes.length;
    if (end > MOST_BYTES || (more && bytes.length % 8 !== 0)) entry.bad = true;
    if (!more) {
      if (entry.size >= 0 && entry.size !== end) entry.bad = true;
      entry.size = end;
    }
    const same = entry.pieces.get(at);
    if (same === undefined) {
      if (entry.pieces.size >= MOST_PIECES) entry.bad = true;
      else this.#keep(entry, { at, bytes: bytes.slice() });
    } else if (same.bytes.length !== bytes.length) {
      entry.bad = true;
    }
    const whole = this.#whole(entry);
    if (whole !== null) this.#forget(key, entry);
    else this.#shrink();
    return whole;
  }

  #keep(entry: Waiting, piece: Piece): void {
    entry.pieces.set(piece.at, piece);
    entry.bytes += piece.bytes.length;
    this.#bytes += piece.bytes.length;
  }

  #forget(key: string, entry: Waiting): void {
    this.#waiting.delete(key);
    this.#bytes -= entry.bytes;
  }

  #whole(entry: Waiting): Uint8Array | null {
    if (entry.bad || entry.size < 0 || entry.bytes < entry.size) return null;
    const whole = new Uint8Array(entry.size);
    let next = 0;
    for (const piece of [...entry.pieces.values()].sort((a, b) => a.at - b.at)) {
      if (piece.at !== next) {
        if (piece.at < next) entry.bad = true;
        return null;
      }
      whole.set(piece.bytes, next);
      next += piece.bytes.length;
    }
    return next === entry.size ? whole : null;
  }

  #shrink(): void {
    for (const [key, entry] of this.#waiting) {
      const over =
        this.#waiting.size > this.#limits.datagrams ||
        this.#bytes > this.#limits.datagramBytesInAll;
      if (!over) return;
      this.#log.unread('ip: datagram given up, too many are incomplete');
      this.#log.limit('datagrams');
      this.#forget(key, entry);
    }
  }

  /** What never became whole is counted. */
  finish(): void {
    for (const [key, entry] of this.#waiting) {
      const why = entry.bad ? 'overlapping fragments' : 'fragments missing';
      this.#log.unread(`ip: datagram incomplete, ${why}`);
      this.#forget(key, entry);
    }
  }
}
