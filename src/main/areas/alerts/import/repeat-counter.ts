import { hash } from 'node:crypto';
import type { ImportFormat } from '../../../../shared/areas/alerts/imports.contract.ts';

/** Distinct rows that are remembered; repeats of a row stand close together where a file has an order. */
const REMEMBERED = 50_000;

/**
 * A table has no ids and often only whole seconds, so two equal rows of one file are two events; in
 * the other formats an equal record is the same one, sent twice. The n-th repeat of a row gets a
 * fingerprint of its own, which is the same each time the file is read.
 */
export class RepeatCounter {
  readonly #counts = new Map<string, number>();

  /** The fingerprint under which this occurrence of a record is known. */
  next(format: ImportFormat | null, fingerprint: Uint8Array): Uint8Array {
    if (format !== 'csv') return fingerprint;
    const key = Buffer.from(fingerprint).toString('latin1');
    const repeats = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    this.#counts.set(key, repeats + 1);
    if (this.#counts.size > REMEMBERED) this.#forgetOldest();
    if (repeats === 0) return fingerprint;
    const repeat = Buffer.concat([fingerprint, Buffer.from(`#${repeats}`, 'latin1')]);
    return hash('sha256', repeat, 'buffer').subarray(0, fingerprint.length);
  }

  #forgetOldest(): void {
    const oldest = this.#counts.keys().next();
    if (!oldest.done) this.#counts.delete(oldest.value);
  }
}
