/**
 * The part of the file that is being read: chunks are joined, what was read is let go. What a reader
 * gets of it is a view that holds only until the next chunk.
 */
export class CaptureWindow {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  end = 0;
  /** Offset in the file of `bytes[0]`. */
  base = 0;
  /** No more chunks come. */
  final = false;
  #own = false;

  get left(): number {
    return this.end - this.at;
  }

  get offset(): number {
    return this.base + this.at;
  }

  append(chunk: Uint8Array): void {
    const left = this.left;
    if (left === 0) {
      this.base += this.end;
      this.bytes = chunk;
      this.at = 0;
      this.end = chunk.length;
      this.#own = false;
      return;
    }
    const size = left + chunk.length;
    const old = this.bytes;
    // Doubling keeps a record that spans many chunks from being copied with each of them.
    const joined = this.#own && size <= old.length ? old : new Uint8Array(size * 2);
    joined.set(old.subarray(this.at, this.end));
    joined.set(chunk, left);
    this.base += this.at;
    this.bytes = joined;
    this.#own = true;
    this.at = 0;
    this.end = size;
  }
}
