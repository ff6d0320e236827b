/** Texts of 8 and 16 bytes met before: logs repeat keywords, providers and accounts in every record. */
const SLOTS = 512;
const WORDS = 4;

export class TextMemo {
  readonly #texts: (string | undefined)[] = new Array(SLOTS);
  readonly #words = new Int32Array(SLOTS * WORDS);
  readonly #make: (view: DataView, at: number) => string;
  readonly #isLong: boolean;

  /** @param bytes that `make` reads from `at` on, and nothing else */
  constructor(bytes: 8 | 16, make: (view: DataView, at: number) => string) {
    this.#isLong = bytes === 16;
    this.#make = make;
  }

  text(view: DataView, at: number): string {
    const a = view.getInt32(at, true);
    const b = view.getInt32(at + 4, true);
    const c = this.#isLong ? view.getInt32(at + 8, true) : 0;
    const d = this.#isLong ? view.getInt32(at + 12, true) : 0;
    const hash = Math.imul(a ^ (b << 7) ^ (c << 13) ^ d, 0x9e3779b1);
    const slot = hash >>> 23;
    const words = this.#words;
    const key = slot * WORDS;
    const known = this.#texts[slot];
    if (
      known !== undefined &&
      words[key] === a &&
      words[key + 1] === b &&
      words[key + 2] === c &&
      words[key + 3] === d
    ) {
      return known;
    }
    words[key] = a;
    words[key + 1] = b;
    words[key + 2] = c;
    words[key + 3] = d;
    const text = this.#make(view, at);
    this.#texts[slot] = text;
    return text;
  }
}
