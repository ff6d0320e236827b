/** Hashes of texts, remembered: the same few hellos come thousands of times in one capture. */
import { asciiBytes } from './bytes.ts';
import type { CaptureCrypto } from './crypto.types.ts';

const MOST = 4_096;
const MOST_LENGTH = 4_096;

export class TextHashes {
  readonly #crypto: CaptureCrypto;
  readonly #known = { md5: new Map<string, string>(), sha256: new Map<string, string>() };

  constructor(crypto: CaptureCrypto) {
    this.#crypto = crypto;
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
