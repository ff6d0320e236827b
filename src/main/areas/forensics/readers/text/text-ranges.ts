/** Parts of a text from one word to another, with their places, whatever the pieces in which its bytes come. */
import { LOG_LIMITS } from '../../../../../shared/areas/forensics/logs/line-format.types.ts';
import type { SniffedText } from './encoding.ts';
import { KeptBytes } from './kept-bytes.ts';

interface RangeTaker {
  /** The bytes hold only during the call. */
  range(bytes: Buffer, offset: number): void;
  tooLong(offset: number): void;
  /** Another begins before its end. */
  unclosed(offset: number): void;
  /** Begun and not ended where the file ends. */
  cut(offset: number): void;
}

/** What may stand behind the name of an element: `<Events>` is none of `<Event`. */
const BEHIND = new Set([' ', '\t', '\r', '\n', '>', '/']);

export class TextRanges {
  readonly #taker: RangeTaker;
  readonly #start: Buffer;
  readonly #end: Buffer;
  readonly #width: 1 | 2;
  readonly #isBig: boolean;
  readonly #waiting = new KeptBytes();
  /** What waits, as it is while it is looked at. */
  #kept: Buffer = Buffer.alloc(0);
  #base = 0;
  /** In what is kept; -1 where no range is open. */
  #from = -1;
  /** Where to look on. */
  #at = 0;

  constructor(
    { encoding }: SniffedText,
    [start, end]: readonly [string, string],
    taker: RangeTaker,
  ) {
    this.#taker = taker;
    this.#width = encoding.startsWith('utf-16') ? 2 : 1;
    this.#isBig = encoding === 'utf-16be';
    this.#start = this.#coded(start);
    this.#end = this.#coded(end);
  }

  #coded(text: string): Buffer {
    if (this.#width === 1) return Buffer.from(text, 'latin1');
    const bytes = Buffer.from(text, 'utf16le');
    return this.#isBig ? bytes.swap16() : bytes;
  }

  push(piece: Uint8Array): void {
    this.#waiting.add(piece);
    this.#kept = this.#waiting.bytes;
    while (this.#step());
    this.#forget();
  }

  end(): void {
    if (this.#from >= 0) this.#taker.cut(this.#base + this.#from);
  }

  #step(): boolean {
    if (this.#from < 0) {
      const found = this.#find(this.#start, this.#at);
      const behind = found + this.#start.length;
      if (found < 0 || behind + this.#width > this.#kept.length) {
        this.#at = Math.max(this.#at, found < 0 ? this.#kept.length - this.#start.length : found);
        return false;
      }
      this.#at = behind;
      if (BEHIND.has(this.#letter(behind))) this.#from = found;
      return true;
    }
    const found = this.#find(this.#end, this.#at);
    if (found < 0) {
      this.#at = Math.max(this.#at, this.#kept.length - this.#end.length);
      return false;
    }
    const end = found + this.#end.length;
    this.#lastStart(found);
    this.#taker.range(this.#kept.subarray(this.#from, end), this.#base + this.#from);
    this.#from = -1;
    this.#at = end;
    return true;
  }

  /** What is not closed ends where the next begins. */
  #lastStart(end: number): void {
    for (let at = end; at > this.#from; at--) {
      at = this.#kept.lastIndexOf(this.#start, at);
      if (at <= this.#from) return;
      const isWhole = this.#width === 1 || ((this.#base + at) & 1) === 0;
      if (!isWhole || !BEHIND.has(this.#letter(at + this.#start.length))) continue;
      this.#taker.unclosed(this.#base + this.#from);
      this.#from = at;
      return;
    }
  }

  #letter(at: number): string {
    const low = this.#width === 2 && this.#isBig ? at + 1 : at;
    return String.fromCharCode(this.#kept[low] ?? 0);
  }

  #find(word: Buffer, from: number): number {
    for (let at = this.#kept.indexOf(word, from); at >= 0; at = this.#kept.indexOf(word, at + 1)) {
      if (this.#width === 1 || ((this.#base + at) & 1) === 0) return at;
    }
    return -1;
  }

  #forget(): void {
    if (this.#from >= 0 && this.#kept.length - this.#from > LOG_LIMITS.lineBytes) {
      this.#taker.tooLong(this.#base + this.#from);
      this.#at = this.#kept.length;
      this.#from = -1;
    }
    const done = Math.max(0, this.#from < 0 ? this.#at : this.#from);
    this.#waiting.drop(done);
    this.#base += done;
    this.#at -= done;
    if (this.#from >= 0) this.#from = 0;
  }
}
