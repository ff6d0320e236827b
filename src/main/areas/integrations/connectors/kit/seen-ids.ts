import { hash } from 'node:crypto';

/** 48 bits: among these few, two ids are the same by chance once in a million million. */
const ID_CHARS = 8;
/** As many as the cursor's 4 kB hold beside the rest of it. */
const MAX_SEEN = 300;

/**
 * The ids of the latest records, in the order in which they were met, as a cursor keeps them. What
 * falls out of it comes again at worst, and is merged by its fingerprint.
 */
export class SeenIds {
  readonly #ids: Set<string>;

  constructor(text: string) {
    this.#ids = new Set(text.match(/.{8}/g) ?? []);
  }

  has(id: string): boolean {
    return this.#ids.has(short(id));
  }

  /** The latest stands last, also where it was there before. */
  add(id: string): void {
    const key = short(id);
    this.#ids.delete(key);
    this.#ids.add(key);
    if (this.#ids.size > MAX_SEEN) {
      const [oldest] = this.#ids;
      if (oldest !== undefined) this.#ids.delete(oldest);
    }
  }

  toText(): string {
    return [...this.#ids].join('');
  }

  static get capacity(): number {
    return MAX_SEEN;
  }
}

function short(id: string): string {
  return hash('sha256', id, 'base64').slice(0, ID_CHARS);
}
