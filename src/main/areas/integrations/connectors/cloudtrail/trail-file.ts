/** A file of a trail: JSON {Records: […]}, mostly packed with gzip, whoever unpacked it before. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { elementsAt } from '../../http/json-slices.ts';

/** As it lies there, and unpacked: CloudTrail writes files of some megabytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

const unpack = promisify(gunzip);

/**
 * Its records, verbatim. A file that cannot be read is one record of our own that says so: it is
 * counted as rejected, and those behind it are read.
 */
export async function recordsOfFile(name: string, bytes: Buffer): Promise<readonly Uint8Array[]> {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isPacked ? await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
    const parsed: unknown = JSON.parse(text);
    const isTrail = typeof parsed === 'object' && parsed !== null && 'Records' in parsed;
    return isTrail ? elementsAt(plain, ['Records']) : [unreadable(name, 'it holds no Records')];
  } catch {
    return [unreadable(name, 'it is no JSON in UTF-8, or cut, or too large')];
  }
}

export function unreadable(name: string, why: string): Uint8Array {
  return Buffer.from(JSON.stringify({ watchfloorUnreadableFile: name.slice(0, 1_000), why }));
}

/** The record that `unreadable` made, in words; null for all others. */
export function whyUnreadable(record: { readonly [name: string]: unknown }): string | null {
  return typeof record.watchfloorUnreadableFile === 'string' && typeof record.why === 'string'
    ? `a file that could not be read: ${record.why}`
    : null;
}

/** Records are taken up to `room`; `left` is how many of this file were taken in all, null for all. */
export function takeFrom(
  records: readonly Uint8Array[],
  skip: number,
  room: number,
  into: Uint8Array[],
): number | null {
  const end = Math.min(records.length, skip + room);
  for (let at = skip; at < end; at++) {
    const record = records[at];
    if (record !== undefined) into.push(record);
  }
  return end < records.length ? end : null;
}
