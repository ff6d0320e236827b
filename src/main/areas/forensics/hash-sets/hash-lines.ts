/**
 * Hashes out of lists: one a line, CSV and the like with hashes in cells, and tables with a head line that
 * names their columns, as the NSRL's RDS has it ("SHA-1","MD5","CRC32","FileName",…).
 */
import { HASH_BYTES, type HashAlgorithm } from './hash-sets.types.ts';

/** A longer line is no line of a list. */
const MOST_LINE = 65_536;
const HEX = /^[0-9a-fA-F]+$/;

const BY_LENGTH: Readonly<Record<number, HashAlgorithm>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };

export interface LineCounts {
  lines: number;
  /** Lines with something on them, but no hash. */
  without: number;
}

/** Cells as CSV, semicolons, tabs or bars part them; quotes may hold separators. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|[^,;\t|"]+/g)].map(([all, quoted]) =>
    (quoted ?? all).trim(),
  );
}

export class HashLines {
  readonly counts: LineCounts = { lines: 0, without: 0 };
  readonly #take: (algorithm: HashAlgorithm, hash: Buffer) => void;
  #rest = '';
  /** Columns that hold hashes, where the first line names them. */
  #columns: readonly number[] | null = null;

  constructor(take: (algorithm: HashAlgorithm, hash: Buffer) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    const text =
      this.#rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const lines = text.split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MOST_LINE);
    for (const line of lines) this.#line(line);
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #line(raw: string): void {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    this.counts.lines += 1;
    const direct = BY_LENGTH[line.length];
    if (direct && HEX.test(line)) {
      this.#take(direct, Buffer.from(line, 'hex'));
      return;
    }
    const cells = line.length > MOST_LINE ? [] : cellsOf(line);
    if (this.counts.lines === 1 && this.#isHead(cells)) return;
    const wanted = this.#columns?.map((column) => cells[column] ?? '') ?? cells;
    let found = 0;
    for (const cell of wanted) {
      const word = /^\S+/.exec(cell)?.[0] ?? '';
      const algorithm = BY_LENGTH[word.length];
      if (!algorithm || !HEX.test(word)) continue;
      found += 1;
      this.#take(algorithm, Buffer.from(word, 'hex'));
    }
    if (found === 0) this.counts.without += 1;
  }

  #isHead(cells: readonly string[]): boolean {
    const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
    const columns = names.flatMap((name, n) =>
      Object.hasOwn(HASH_BYTES, name.replace(/hash$/, '')) ? [n] : [],
    );
    if (columns.length > 0) this.#columns = columns;
    return columns.length > 0;
  }
}
