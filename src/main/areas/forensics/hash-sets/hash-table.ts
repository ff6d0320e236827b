/**
 * A set of hashes of one length in a file: sorted, with where each first two bytes begin, so that a lookup
 * reads some records and holds nothing. Made in bounded memory: hashes are spooled by their first byte,
 * then each of the 256 parts is sorted by itself.
 */
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { AppError } from '../../../../shared/contract/errors.ts';

const MARK = 'WFHS1\n\0\0';
const FAN = 65_536;
const HEAD = MARK.length + 8;
const RECORDS = HEAD + (FAN + 1) * 4;
const PART_BYTES = 65_536;
/** Of one part; real hashes are spread evenly, so a set has 256 times as many at most. */
const MOST_IN_PART = 2_000_000;

interface Part {
  buffer: Buffer;
  used: number;
  readonly spooled: { readonly at: number; readonly size: number }[];
  size: number;
}

export class HashTableWriter {
  readonly #path: string;
  readonly #width: number;
  readonly #spool: number;
  #end = 0;
  readonly #parts: Part[] = Array.from({ length: 256 }, () => ({
    buffer: Buffer.alloc(0),
    used: 0,
    spooled: [],
    size: 0,
  }));

  /** `width`: bytes of a hash. */
  constructor(path: string, width: number) {
    this.#path = path;
    this.#width = width;
    this.#spool = openSync(`${path}.spool`, 'w+');
  }

  add(hash: Buffer): void {
    const part = this.#parts[hash[0] ?? 0];
    if (!part) return;
    if (part.buffer.length === 0)
      part.buffer = Buffer.alloc(PART_BYTES - (PART_BYTES % this.#width));
    if (part.used === part.buffer.length) this.#spill(part);
    hash.copy(part.buffer, part.used);
    part.used += this.#width;
    part.size += this.#width;
    if (part.size > MOST_IN_PART * this.#width) {
      throw new AppError('bad-input', 'Too many hashes begin alike: this is no list of hashes');
    }
  }

  /** Answers how many different hashes there are. */
  async finish(pause: () => Promise<void>): Promise<number> {
    const out = openSync(this.#path, 'w');
    const starts = new Uint32Array(FAN + 1);
    let count = 0;
    try {
      for (const part of this.#parts) {
        const sorted = sortRecords(this.#read(part), this.#width);
        for (let at = 0; at < sorted.length; at += this.#width) {
          const first = sorted.readUInt16BE(at) + 1;
          starts[first] = (starts[first] ?? 0) + 1;
        }
        writeSync(out, sorted, 0, sorted.length, RECORDS + count * this.#width);
        count += sorted.length / this.#width;
        await pause();
      }
      for (let n = 1; n <= FAN; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
      const head = Buffer.alloc(HEAD);
      head.write(MARK, 'latin1');
      head.writeUInt32LE(this.#width, MARK.length);
      head.writeUInt32LE(count, MARK.length + 4);
      writeSync(out, head, 0, HEAD, 0);
      writeSync(out, Buffer.from(starts.buffer), 0, starts.byteLength, HEAD);
    } finally {
      closeSync(out);
      this.drop();
    }
    return count;
  }

  drop(): void {
    closeSync(this.#spool);
    rmSync(`${this.#path}.spool`, { force: true });
  }

  #spill(part: Part): void {
    writeSync(this.#spool, part.buffer, 0, part.used, this.#end);
    part.spooled.push({ at: this.#end, size: part.used });
    this.#end += part.used;
    part.used = 0;
  }

  #read(part: Part): Buffer {
    const all = Buffer.alloc(part.size);
    let filled = 0;
    for (const { at, size } of part.spooled) {
      filled += readSync(this.#spool, all, filled, size, at);
    }
    part.buffer.copy(all, filled, 0, part.used);
    part.buffer = Buffer.alloc(0);
    return all;
  }
}

/**
 * Without those that are there twice. Sorted as numbers of 53 bits: bytes 1 to 4 (all begin with the same
 * byte 0), then the place; those that are alike in these bytes are put in order one by one.
 */
function sortRecords(records: Buffer, width: number): Buffer {
  const count = records.length / width;
  const keys = new Float64Array(count);
  const PLACE = 2_097_152;
  for (let n = 0; n < count; n++) keys[n] = records.readUInt32BE(n * width + 1) * PLACE + n;
  keys.sort();
  const recordOf = (key: number) => {
    const at = (key % PLACE) * width;
    return records.subarray(at, at + width);
  };
  const sorted = Buffer.alloc(records.length);
  let used = 0;
  for (let n = 0; n < count; ) {
    const group: Buffer[] = [];
    const first = Math.floor((keys[n] ?? 0) / PLACE);
    while (n < count && Math.floor((keys[n] ?? 0) / PLACE) === first) {
      group.push(recordOf(keys[n] ?? 0));
      n += 1;
    }
    if (group.length > 1) group.sort(Buffer.compare);
    for (const [place, record] of group.entries()) {
      const before = group[place - 1];
      if (before && Buffer.compare(before, record) === 0) continue;
      record.copy(sorted, used);
      used += width;
    }
  }
  return sorted.subarray(0, used);
}

export interface HashTable {
  readonly count: number;
  has(hash: Buffer): boolean;
  close(): void;
}

/** @throws where the file is no such table, or not whole */
export function openHashTable(path: string, width: number): HashTable {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(HEAD);
  readSync(file, head, 0, HEAD, 0);
  const count = head.readUInt32LE(MARK.length + 4);
  const isWhole =
    head.subarray(0, MARK.length).toString('latin1') === MARK &&
    head.readUInt32LE(MARK.length) === width &&
    fstatSync(file).size >= RECORDS + count * width;
  if (!isWhole) {
    closeSync(file);
    throw new AppError('internal', 'A hash set is damaged');
  }
  const range = Buffer.alloc(8);
  const record = Buffer.alloc(width);
  return {
    count,
    has(hash) {
      if (hash.length !== width) return false;
      readSync(file, range, 0, 8, HEAD + hash.readUInt16BE(0) * 4);
      let [from, to] = [range.readUInt32LE(0), range.readUInt32LE(4)];
      while (from < to) {
        const middle = (from + to) >>> 1;
        readSync(file, record, 0, width, RECORDS + middle * width);
        const order = Buffer.compare(record, hash);
        if (order === 0) return true;
        if (order < 0) from = middle + 1;
        else to = middle;
      }
      return false;
    },
    close: () => closeSync(file),
  };
}
