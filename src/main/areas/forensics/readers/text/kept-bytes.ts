/** Bytes that wait for what follows them: added at the end, let go at the start, rarely copied. */

const LEAST = 65_536;

export class KeptBytes {
  #buffer: Buffer = Buffer.alloc(LEAST);
  #from = 0;
  #to = 0;

  /** Hold until the next `add`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to);
  }

  get length(): number {
    return this.#to - this.#from;
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (this.#to + piece.length > this.#buffer.length) {
      // Half of it is free at least after a move, so that each byte is moved a few times at most.
      const isRoomy = length <= this.#buffer.length / 2;
      const next = isRoomy ? this.#buffer : Buffer.alloc(Math.max(LEAST, length * 2));
      this.#buffer.copy(next, 0, this.#from, this.#to);
      this.#to -= this.#from;
      this.#from = 0;
      this.#buffer = next;
    }
    this.#buffer.set(piece, this.#to);
    this.#to += piece.length;
  }

  drop(count: number): void {
    this.#from += count;
    if (this.#from < this.#to) return;
    this.#from = 0;
    this.#to = 0;
    // What one long record needed is not kept for all that follow.
    if (this.#buffer.length > LEAST * 16) this.#buffer = Buffer.alloc(LEAST);
  }
}
