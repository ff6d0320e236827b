/**
 * One direction of a TCP connection put in order (RFC 9293 section 3.4; sequence numbers wrap). What
 * came first counts where segments overlap. Segments that came early wait, within limits; a gap that
 * cannot fill any more is passed on as such.
 */
import type { CaptureLimits } from './limits.ts';

export interface SideSink {
  data(bytes: Uint8Array, from: number, to: number): void;
  gap(missing: number): void;
}

interface Segment {
  readonly sequence: number;
  readonly bytes: Uint8Array;
  /** Longer than `bytes` where the capture cut the packet. */
  readonly length: number;
}

/** Acknowledged data that wait for this many segments were never captured. */
const LOST_AFTER_SEGMENTS = 4;

export class TcpSide {
  packets = 0;
  bytes = 0;
  missing = 0;
  retransmitted = 0;
  finished = false;
  initial = 0;
  hasInitial = false;
  #next = 0;
  #started = false;
  #waiting: Segment[] = [];
  #waitingBytes = 0;

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** From a SYN: the data begin behind it. */
  start(sequence: number): void {
    this.initial = sequence;
    this.hasInitial = true;
    if (this.#started) return;
    this.#started = true;
    this.#next = (sequence + 1) | 0;
  }

  /** Nobody reads this direction: only the numbers are kept. */
  count(sequence: number, length: number): void {
    if (!this.#started) {
      this.#started = true;
      this.#next = sequence;
    }
    const ahead = (sequence - this.#next) | 0;
    if (ahead >= 0) {
      this.missing += ahead;
      this.#next = (sequence + length) | 0;
      return;
    }
    const fresh = ahead + length;
    const repeated = fresh > 0 ? -ahead : length;
    const late = Math.min(this.missing, repeated);
    this.missing -= late;
    this.retransmitted += repeated - late;
    if (fresh > 0) this.#next = (sequence + length) | 0;
  }

  /** @returns how the number of waiting bytes changed */
  receive(
    sequence: number,
    bytes: Uint8Array,
    from: number,
    to: number,
    length: number,
    sink: SideSink,
  ): number {
    if (!this.#started) {
      this.#started = true;
      this.#next = sequence;
    }
    const ahead = (sequence - this.#next) | 0;
    if (ahead > 0) return this.#wait(sequence, bytes, from, to, length);
    this.#take(ahead, bytes, from, to, length, sink);
    return this.#waiting.length > 0 ? this.#drain(sink) : 0;
  }

  /** A segment that begins at or before the next byte. */
  #take(
    ahead: number,
    bytes: Uint8Array,
    from: number,
    to: number,
    length: number,
    sink: SideSink,
  ): void {
    const fresh = length + ahead;
    if (fresh <= 0) {
      this.retransmitted += length;
      return;
    }
    this.retransmitted -= ahead;
    this.#next = (this.#next + fresh) | 0;
    const start = Math.min(from - ahead, to);
    if (start < to) sink.data(bytes, start, to);
    const cut = fresh - (to - start);
    if (cut > 0) this.#miss(cut, sink);
  }

  #miss(count: number, sink: SideSink): void {
    this.missing += count;
    sink.gap(count);
  }

  #wait(sequence: number, bytes: Uint8Array, from: number, to: number, length: number): number {
    const waiting = this.#waiting;
    let place = waiting.length;
    while (place > 0) {
      const before = waiting[place - 1];
      if (before === undefined || ((sequence - before.sequence) | 0) > 0) break;
      if (before.sequence === sequence && before.length >= length) {
        this.retransmitted += length;
        return 0;
      }
      place -= 1;
    }
    waiting.splice(place, 0, { sequence, bytes: bytes.slice(from, to), length });
    this.#waitingBytes += to - from;
    return to - from;
  }

  #drain(sink: SideSink): number {
    const waiting = this.#waiting;
    let freed = 0;
    let used = 0;
    for (; used < waiting.length; used++) {
      const segment = waiting[used];
      if (segment === undefined) break;
      const ahead = (segment.sequence - this.#next) | 0;
      if (ahead > 0) break;
      freed += segment.bytes.length;
      this.#take(ahead, segment.bytes, 0, segment.bytes.length, segment.length, sink);
    }
    if (used > 0) waiting.splice(0, used);
    this.#waitingBytes -= freed;
    return -freed;
  }

  /** Passes the gap before the first waiting segment and goes on behind it. */
  #skipGap(sink: SideSink): number {
    const first = this.#waiting[0];
    if (first === undefined) return 0;
    const ahead = (first.sequence - this.#next) | 0;
    if (ahead > 0) {
      this.#next = first.sequence;
      this.#miss(ahead, sink);
    }
    return this.#drain(sink);
  }

  /** Gives up gaps that cost too much to wait for. */
  relieve(limits: CaptureLimits, pressed: boolean, sink: SideSink): number {
    let change = 0;
    while (
      this.#waiting.length > 0 &&
      (pressed ||
        this.#waiting.length > limits.waitingSegments ||
        this.#waitingBytes > limits.waitingBytes)
    ) {
      change += this.#skipGap(sink);
    }
    return change;
  }

  /** The other end has received up to here: what is missing before it was lost by the capture. */
  acknowledged(sequence: number, sink: SideSink): number {
    const last = this.#waiting[LOST_AFTER_SEGMENTS - 1];
    if (last === undefined || ((sequence - last.sequence) | 0) <= 0) return 0;
    return this.#skipGap(sink);
  }

  /** The connection ended: all that waits is passed on, gaps and all. */
  flush(sink: SideSink): number {
    let change = 0;
    while (this.#waiting.length > 0) change += this.#skipGap(sink);
    return change;
  }

  /** Lets waiting bytes go without reading them. */
  discard(): number {
    const change = -this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return change;
  }
}
