/** What reads an application protocol out of the two directions of a connection. */
import { NO_BYTES } from './bytes.ts';
import type { CaptureEvent, FlowEnds, Where } from './capture.types.ts';
import type { CaptureLog } from './capture-log.ts';
import type { CarvedFiles } from './carved-files.ts';
import type { CaptureCrypto } from './crypto.types.ts';
import type { CaptureLimits } from './limits.ts';
import type { TextHashes } from './text-hashes.ts';

/** 0 is the client's direction, 1 the server's. */
export type Side = 0 | 1;

export const sideName = (side: Side): 'client' | 'server' => (side === 0 ? 'client' : 'server');

/** Shared by all parsers of one capture. */
export interface ReaderKit {
  readonly crypto: CaptureCrypto;
  readonly hashes: TextHashes;
  readonly limits: CaptureLimits;
  readonly log: CaptureLog;
  /** Bytes that all parsers hold together. */
  readonly held: { bytes: number };
  /** Null where files are not handed on. */
  readonly carved: CarvedFiles | null;
  emit(event: CaptureEvent): void;
}

export interface StreamContext {
  readonly kit: ReaderKit;
  ends(): FlowEnds;
  /** The packet being read. */
  where(): Where;
  service(name: string): void;
}

/**
 * Bytes passed to `data` hold only during the call. A parser that wants nothing more of a side spares
 * the side's reassembly.
 */
export interface StreamParser {
  wants(side: Side): boolean;
  data(side: Side, bytes: Uint8Array, from: number, to: number): void;
  /** Bytes of the stream that the capture does not have. */
  gap(side: Side, missing: number): void;
  /** No more data come. `closed`: the server's end of the connection was seen. */
  end(closed: boolean): void;
  /** The connection now speaks another protocol: what follows is recognised anew. */
  readonly released: boolean;
}

/** Bytes kept until a message is complete, within the limits of one parser and of all. */
export class HeldBytes {
  #bytes: Uint8Array = NO_BYTES;
  #length = 0;
  readonly #kit: ReaderKit;

  constructor(kit: ReaderKit) {
    this.#kit = kit;
  }

  get length(): number {
    return this.#length;
  }

  /** Valid until the next `add`. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** False where a limit forbids it: nothing is held then, and the log says so. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    const { limits, held, log } = this.#kit;
    const more = to - from;
    const size = this.#length + more;
    if (size > limits.parserBytes || held.bytes + more > limits.parserBytesInAll) {
      log.limit('parser bytes');
      this.clear();
      return false;
    }
    if (size > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(256, size, Math.min(size * 2, limits.parserBytes)));
      grown.set(this.view);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    this.#length = size;
    held.bytes += more;
    return true;
  }

  /** Lets the first `count` bytes go. */
  drop(count: number): void {
    const rest = this.#length - count;
    if (rest <= 0) {
      this.clear();
      return;
    }
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length = rest;
    this.#kit.held.bytes -= count;
  }

  clear(): void {
    if (this.#length === 0) return;
    this.#kit.held.bytes -= this.#length;
    this.#length = 0;
    this.#bytes = NO_BYTES;
  }
}
