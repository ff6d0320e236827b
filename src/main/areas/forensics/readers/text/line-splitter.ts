/**
 * Lines of a text file with their place, whatever the pieces in which its bytes come. What waits for the
 * end of a line is bounded: a longer line is left out and said.
 */
import {
  type LinePlace,
  LOG_LIMITS,
} from '../../../../../shared/areas/forensics/logs/line-format.types.ts';
import { decodeText, type SniffedText, type TextEncoding } from './encoding.ts';

interface LineTaker {
  line(text: string, at: LinePlace): void;
  tooLong(at: LinePlace): void;
  /** The bytes of a line that break the encoding; its text is given all the same. */
  misfit(at: LinePlace): void;
}

const NEWLINE = 10;
const RETURN = 13;
const REPLACED = '\ufffd';

export class LineSplitter {
  readonly #encoding: TextEncoding;
  readonly #taker: LineTaker;
  readonly #width: 1 | 2;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isTooLong = false;
  /** Bytes from the start of the file to what waits. */
  #offset: number;
  #skip: number;
  #line = 1;
  #half: Buffer | null = null;

  constructor({ encoding, mark }: SniffedText, taker: LineTaker) {
    this.#encoding = encoding;
    this.#taker = taker;
    this.#width = encoding.startsWith('utf-16') ? 2 : 1;
    this.#skip = mark;
    this.#offset = mark;
  }

  /** The chunk may be used again when this returns. */
  push(chunk: Uint8Array): void {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, bytes.length);
      this.#skip -= skipped;
      bytes = bytes.subarray(skipped);
    }
    if (this.#width === 2) bytes = this.#pairs(bytes);
    let from = 0;
    for (;;) {
      const at = this.#newline(bytes, from);
      if (at < 0) break;
      this.#give(bytes.subarray(from, at), this.#width);
      from = at + this.#width;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
  }

  /** Whole pairs only: a byte whose other half is in the next piece waits for it. */
  #pairs(bytes: Buffer): Buffer {
    const joined = this.#half === null ? bytes : Buffer.concat([this.#half, bytes]);
    const even = joined.length & ~1;
    this.#half = even === joined.length ? null : Buffer.from(joined.subarray(even));
    return joined.subarray(0, even);
  }

  end(): void {
    if (this.#waitingBytes > 0 || this.#isTooLong) this.#give(Buffer.alloc(0), 0);
  }

  /** -1 where there is none. */
  #newline(bytes: Buffer, from: number): number {
    if (this.#width === 1) return bytes.indexOf(NEWLINE, from);
    const isBig = this.#encoding === 'utf-16be';
    const [low, high] = isBig ? [1, 0] : [0, 1];
    for (let at = from; at + 1 < bytes.length; at += 2) {
      if (bytes[at + low] === NEWLINE && bytes[at + high] === 0) return at;
    }
    return -1;
  }

  #keep(rest: Buffer): void {
    this.#waitingBytes += rest.length;
    if (this.#isTooLong) return;
    if (this.#waitingBytes > LOG_LIMITS.lineBytes) {
      this.#isTooLong = true;
      this.#waiting = [];
      return;
    }
    this.#waiting.push(Buffer.from(rest));
  }

  #give(last: Buffer, ending: number): void {
    const length = this.#waitingBytes + last.length;
    const at = { offset: this.#offset, line: this.#line };
    this.#offset += length + ending;
    this.#line++;
    const isTooLong = this.#isTooLong || length > LOG_LIMITS.lineBytes;
    const whole = this.#waiting.length === 0 ? last : Buffer.concat([...this.#waiting, last]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#isTooLong = false;
    if (isTooLong) this.#taker.tooLong(at);
    else this.#taker.line(this.#decoded(whole, at), at);
  }

  #decoded(bytes: Buffer, at: LinePlace): string {
    if (this.#width === 2) {
      const text = decodeText(bytes, this.#encoding);
      return text.endsWith('\r') ? text.slice(0, -1) : text;
    }
    const end = bytes[bytes.length - 1] === RETURN ? bytes.length - 1 : bytes.length;
    if (this.#encoding === 'latin-1') return bytes.toString('latin1', 0, end);
    const text = bytes.toString('utf8', 0, end);
    if (!text.includes(REPLACED) || bytes.subarray(0, end).includes(REPLACED)) return text;
    this.#taker.misfit(at);
    return bytes.toString('latin1', 0, end);
  }
}
