/**
 * A table of ranges on the disk: a head, sorted records (start, end, number of the facts), searched by halves
 * with some twenty reads of a few bytes; and the facts, one JSON text after another. Nothing is held in memory.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { NetworkFacts } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import type { Range } from './range-builder.ts';

const MARK = Buffer.from('WFRT1\n\0\0');
const HEAD = 16;
const FLUSH_BYTES = 65_536;
const MOST_FACTS_BYTES = 8_192;
/** Bytes of an address. */
const WIDTH = { 4: 4, 6: 16 } as const;

function putAddress(into: Buffer, value: bigint, at: number, family: 4 | 6): void {
  if (family === 4) into.writeUInt32BE(Number(value), at);
  else {
    into.writeBigUInt64BE(value >> 64n, at);
    into.writeBigUInt64BE(value & 0xffff_ffff_ffff_ffffn, at + 8);
  }
}

/** Answers how many ranges there are. */
export function writeRangeTable(path: string, family: 4 | 6, ranges: Iterable<Range>): number {
  const width = WIDTH[family];
  const size = width * 2 + 4;
  const out = openSync(path, 'wx', 0o600);
  try {
    const head = Buffer.alloc(HEAD);
    MARK.copy(head);
    writeSync(out, head);
    const buffer = Buffer.alloc(FLUSH_BYTES - (FLUSH_BYTES % size));
    let [used, count] = [0, 0];
    for (const { start, end, value } of ranges) {
      putAddress(buffer, start, used, family);
      putAddress(buffer, end, used + width, family);
      buffer.writeUInt32BE(value, used + width * 2);
      used += size;
      count += 1;
      if (used === buffer.length) used -= writeSync(out, buffer);
    }
    writeSync(out, buffer, 0, used);
    head.writeUInt32BE(family, 8);
    head.writeUInt32BE(count, 12);
    writeSync(out, head, 0, HEAD, 0);
    return count;
  } finally {
    closeSync(out);
  }
}

export function writeFacts(path: string, texts: Iterable<string>, count: number): void {
  const out = openSync(path, 'wx', 0o600);
  try {
    const starts = Buffer.alloc((count + 1) * 4);
    let [n, at] = [0, starts.length];
    for (const text of texts) {
      starts.writeUInt32BE(at, n * 4);
      at += writeSync(out, Buffer.from(text), 0, undefined, at);
      n += 1;
    }
    starts.writeUInt32BE(at, n * 4);
    writeSync(out, starts, 0, starts.length, 0);
  } finally {
    closeSync(out);
  }
}

const text = z.string().optional();
const factsSchema = z.object({
  ...{ asn: z.int().optional(), name: text, country: text },
  ...{ countryName: text, region: text, city: text },
});

/** @throws where the file is none of ours, or is cut off */
export function openRangeTable(path: string, family: 4 | 6) {
  const width = WIDTH[family];
  const size = width * 2 + 4;
  const file = openSync(path, 'r');
  const head = Buffer.alloc(HEAD);
  readSync(file, head, 0, HEAD, 0);
  const count = head.readUInt32BE(12);
  const isOurs = MARK.equals(head.subarray(0, 8)) && head.readUInt32BE(8) === family;
  if (!isOurs || fstatSync(file).size !== HEAD + count * size) {
    closeSync(file);
    throw new Error('This table of addresses is damaged: import its file again');
  }
  const wanted = Buffer.alloc(width);
  const record = Buffer.alloc(size);
  return {
    /** The number of the facts about an address, or null. */
    find(address: bigint): number | null {
      putAddress(wanted, address, 0, family);
      let [from, to] = [0, count - 1];
      while (from <= to) {
        const middle = (from + to) >> 1;
        if (readSync(file, record, 0, size, HEAD + middle * size) !== size) return null;
        if (wanted.compare(record, 0, width) < 0) to = middle - 1;
        else if (wanted.compare(record, width, width * 2) > 0) from = middle + 1;
        else return record.readUInt32BE(width * 2);
      }
      return null;
    },
    close: () => closeSync(file),
  };
}

export function openFacts(path: string) {
  const file = openSync(path, 'r');
  return {
    read(n: number): NetworkFacts | null {
      const ends = Buffer.alloc(8);
      if (readSync(file, ends, 0, 8, n * 4) !== 8) return null;
      const [from, to] = [ends.readUInt32BE(0), ends.readUInt32BE(4)];
      if (to <= from || to - from > MOST_FACTS_BYTES) return null;
      const bytes = Buffer.alloc(to - from);
      readSync(file, bytes, 0, bytes.length, from);
      try {
        return factsSchema.safeParse(JSON.parse(bytes.toString())).data ?? null;
      } catch {
        return null;
      }
    },
    close: () => closeSync(file),
  };
}
