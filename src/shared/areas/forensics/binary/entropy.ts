import type { FileView } from './file-view.ts';

/** Counts of bytes; its entropy is that of Shannon over single bytes. */
export class ByteCounts {
  readonly #counts = new Float64Array(256);
  #total = 0;

  add(bytes: Uint8Array): void {
    const counts = this.#counts;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      counts[byte] = (counts[byte] ?? 0) + 1;
    }
    this.#total += bytes.length;
  }

  get total(): number {
    return this.#total;
  }

  /** Bits a byte: 0 to 8. Cut off at 4 places after the point. 0 where there were no bytes. */
  entropy(): number {
    let sum = 0;
    for (const count of this.#counts) {
      if (count > 0) sum -= (count / this.#total) * Math.log2(count / this.#total);
    }
    return Math.round(Math.max(0, sum) * 10_000) / 10_000;
  }

  /** Share of bytes that are printable ASCII, tab, line feed or carriage return: 0 to 1. */
  printable(): number {
    if (this.#total === 0) return 0;
    let sum = (this.#counts[9] ?? 0) + (this.#counts[10] ?? 0) + (this.#counts[13] ?? 0);
    for (let byte = 0x20; byte < 0x7f; byte++) sum += this.#counts[byte] ?? 0;
    return sum / this.#total;
  }
}

/** Entropy of a range of a file; null where no byte of it is there. */
export function entropyOf(view: FileView, at: number, length: number): number | null {
  const counts = new ByteCounts();
  for (const piece of view.pieces(at, length)) counts.add(piece);
  return counts.total === 0 ? null : counts.entropy();
}
