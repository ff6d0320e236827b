/** The content of an HTTP message while it passes: hashed, counted, and kept only where it is asked for. */

import type { CarvedFiles } from './carved-files.ts';
import type { CaptureCrypto, RunningHash } from './crypto.types.ts';
import { KIND_BYTES } from './file-kind.ts';

export class HttpBody {
  size = 0;
  complete = true;
  readonly #head = new Uint8Array(KIND_BYTES);
  #hash: RunningHash | null = null;
  readonly #crypto: CaptureCrypto;
  readonly #carved: CarvedFiles | null;
  /** Null where it is not kept, or no longer. */
  #pieces: Uint8Array[] | null;

  constructor(crypto: CaptureCrypto, carved: CarvedFiles | null) {
    this.#crypto = crypto;
    this.#carved = carved;
    this.#pieces = carved === null ? null : [];
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    if (to <= from) return;
    if (this.size < KIND_BYTES) {
      this.#head.set(bytes.subarray(from, Math.min(to, from + KIND_BYTES - this.size)), this.size);
    }
    this.#hash ??= this.#crypto.runningSha256();
    this.#hash.update(bytes.subarray(from, to));
    this.size += to - from;
    this.#keep(bytes, from, to);
  }

  #keep(bytes: Uint8Array, from: number, to: number): void {
    if (this.#pieces === null || this.#carved === null) return;
    if (this.#carved.mayHold(this.size, to - from)) this.#pieces.push(bytes.slice(from, to));
    else this.drop();
  }

  /** What was kept is kept no longer. */
  drop(): void {
    const held = this.#pieces?.reduce((sum, piece) => sum + piece.length, 0) ?? 0;
    this.#carved?.release(held);
    this.#pieces = null;
  }

  /** All of it; null where it was not kept. May be called once. */
  take(): readonly Uint8Array[] | null {
    const pieces = this.#pieces;
    this.drop();
    return pieces;
  }

  get head(): Uint8Array {
    return this.#head.subarray(0, Math.min(this.size, KIND_BYTES));
  }

  /** May be called once. */
  sha256(): string {
    return (this.#hash ?? this.#crypto.runningSha256()).digest();
  }
}
