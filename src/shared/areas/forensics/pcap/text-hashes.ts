/** Hashes of texts, remembered: the same few hellos come thousands of times in one capture. */
import { asciiBytes } from './bytes.ts';
import type { CaptureCrypto } from './crypto.types.ts';

const MOST = 4_096;
const MOST_LENGTH = 4_096;

export interface Ja4 {
  readonly ja4: string;
  readonly raw: string;
}

export class TextHashes {
  readonly #crypto: CaptureCrypto;
  readonly #known = { md5: new Map<string, string>(), sha256: new Map<string, string>() };

  readonly #ja4 = new Map<string, Ja4>();

  constructor(crypto: CaptureCrypto) {
    this.#crypto = crypto;
  }

  ja4(hello: string, make: () => Ja4): Ja4 {
    const found = this.#ja4.get(hello);
    if (found !== undefined) return found;
    const made = make();
    if (this.#ja4.size >= MOST) this.#ja4.clear();
    if (hello.length <= MOST_LENGTH) this.#ja4.set(hello, made);
    return made;
  }

  of(name: 'md5' | 'sha256', text: string): string {
    const known = this.#known[name];
    const found = known.get(text);
    if (found !== undefined) return found;
    const hash = this.#crypto.hash(name, asciiBytes(text));
    if (known.size >= MOST) known.clear();
    if (text.length <= MOST_LENGTH) known.set(text, hash);
    return hash;
  }
}
