/**
 * A file of any size, read by place. What is past its end reads as 0 and never throws: places and
 * lengths in executables are written by strangers. Little-endian unless said.
 */
export interface FileBytes {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` from `offset` on; answers how many bytes there were. */
  read(offset: number, into: Uint8Array): number;
}

const PAGE_BITS = 14;
const PAGE = 1 << PAGE_BITS;
/** 4 MiB in all: whatever the file says, this is what reading it holds. */
const MOST_PAGES = 256;
/** Most that `bytes` gives at once, whatever a header says. */
const MOST_AT_ONCE = 4_194_304;

export class FileView {
  readonly size: number;
  readonly #source: FileBytes;
  readonly #pages = new Map<number, Uint8Array>();
  #last = -1;
  #page: Uint8Array = new Uint8Array(0);
  /** The most significant byte comes first. */
  readonly #isBig: boolean;

  constructor(source: FileBytes, isBig = false) {
    this.#source = source;
    this.size = source.size;
    this.#isBig = isBig;
  }

  bigEndian(): FileView {
    return new FileView(this.#source, true);
  }

  u8(at: number): number {
    if (!(at >= 0 && at < this.size)) return 0;
    const number = Math.floor(at / PAGE);
    if (number !== this.#last) this.#turnTo(number);
    return this.#page[at & (PAGE - 1)] ?? 0;
  }

  u16(at: number): number {
    const one = this.u8(at);
    const two = this.u8(at + 1);
    return this.#isBig ? (one << 8) | two : (two << 8) | one;
  }

  u32(at: number): number {
    const one = this.u16(at);
    const two = this.u16(at + 2);
    return this.#isBig ? one * 65_536 + two : two * 65_536 + one;
  }

  u64(at: number): bigint {
    const one = BigInt(this.u32(at));
    const two = BigInt(this.u32(at + 4));
    return this.#isBig ? (one << 32n) | two : (two << 32n) | one;
  }

  /** What is there of it, up to 4 MiB; a copy. */
  bytes(at: number, length: number): Uint8Array {
    if (!(at >= 0 && at < this.size) || !(length > 0)) return new Uint8Array(0);
    const into = new Uint8Array(Math.min(length, this.size - at, MOST_AT_ONCE));
    const got = this.#source.read(at, into);
    return got === into.length ? into : into.subarray(0, got);
  }

  /** One character a byte up to a zero byte, the end, or `most`. */
  text(at: number, most: number): string {
    let text = '';
    for (let n = 0; n < most; n++) {
      const byte = this.u8(at + n);
      if (byte === 0) break;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Pieces of a range, for sums over it; each is good until the next one. */
  *pieces(at: number, length: number): Generator<Uint8Array> {
    const buffer = new Uint8Array(65_536);
    const end = Math.min(this.size, at + length);
    for (let from = at; from >= 0 && from < end; ) {
      const got = this.#source.read(from, buffer.subarray(0, Math.min(buffer.length, end - from)));
      if (got <= 0) return;
      yield buffer.subarray(0, got);
      from += got;
    }
  }

  #turnTo(number: number): void {
    let page = this.#pages.get(number);
    if (page === undefined) {
      if (this.#pages.size >= MOST_PAGES) this.#pages.clear();
      page = new Uint8Array(PAGE);
      this.#source.read(number * PAGE, page);
      this.#pages.set(number, page);
    }
    this.#last = number;
    this.#page = page;
  }
}

/** Bytes that are in memory already. */
export function bytesSource(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    read(offset, into) {
      const part = bytes.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    },
  };
}
