import { excerptOf } from '../../../platform/records/text.ts';
import {
  type BrokenRecord,
  MAX_RECORD_BYTES,
  type ReadRecord,
  type RecordReader,
  type SourceRecord,
} from './imported-alert.ts';

const NEWLINE = 10;

/**
 * One record a line: `\n` or `\r\n`, the last with or without. White space and NULs around a record
 * are not part of it (a log truncated while it is written begins with a run of NULs); blank lines
 * are no records. A line over `maxBytes` is rejected under its number and forgotten as it comes.
 */
export function createLineReader(maxBytes: number = MAX_RECORD_BYTES): RecordReader {
  let parts: Buffer[] = [];
  let partsBytes = 0;
  let isTooLong = false;
  let start: Buffer | null = null;
  let line = 1;

  function keep(part: Buffer): void {
    start = growHead(start, part);
    partsBytes += part.length;
    if (partsBytes > maxBytes) {
      isTooLong = true;
      parts = [];
    } else {
      parts.push(part);
    }
  }

  /** The line whose last part is `last`, and a clean slate for the next one. */
  function finish(last: Buffer): ReadRecord | null {
    const head = growHead(start, last);
    const isOverlong = isTooLong || partsBytes + last.length > maxBytes;
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    partsBytes = 0;
    isTooLong = false;
    start = null;
    return isOverlong ? tooLong(head, line, maxBytes) : trimmedRecord(whole, line);
  }

  return {
    *push(chunk) {
      let from = 0;
      let end = chunk.indexOf(NEWLINE, from);
      while (end !== -1) {
        const last = chunk.subarray(from, end);
        const record = partsBytes === 0 ? wholeLine(last, line, maxBytes) : finish(last);
        if (record !== null) yield record;
        line++;
        from = end + 1;
        end = chunk.indexOf(NEWLINE, from);
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    *end() {
      if (partsBytes === 0) return;
      const record = finish(Buffer.alloc(0));
      if (record !== null) yield record;
    },
  };
}

function wholeLine(bytes: Buffer, line: number, maxBytes: number): ReadRecord | null {
  return bytes.length > maxBytes ? tooLong(bytes, line, maxBytes) : trimmedRecord(bytes, line);
}

const EXCERPT_BYTES = 1_024;

/** A copy of the first bytes of a record that comes in parts, for its excerpt. */
export function growHead(head: Buffer | null, part: Buffer): Buffer {
  if (head !== null && head.length >= EXCERPT_BYTES) return head;
  return Buffer.concat([head ?? Buffer.alloc(0), part.subarray(0, EXCERPT_BYTES)]);
}

export function tooLong(head: Buffer, line: number, maxBytes: number): BrokenRecord {
  const limit = `${Math.round(maxBytes / 104_857.6) / 10} MiB`;
  return {
    type: 'broken',
    line,
    reason: `longer than ${limit}`,
    excerpt: excerptOf(head),
  };
}

/** The record without surrounding white space and NULs; null where nothing is left. */
export function trimmedRecord(bytes: Buffer, line: number): SourceRecord | null {
  const trimmed = trimBytes(bytes);
  return trimmed.length === 0 ? null : { type: 'record', line, bytes: trimmed, fields: null };
}

function trimBytes(bytes: Buffer): Buffer {
  let from = 0;
  let to = bytes.length;
  while (to > from && isBlank(bytes[to - 1])) to--;
  while (from < to && isBlank(bytes[from])) from++;
  return from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 13 || byte === 10 || byte === 9 || byte === 0;
}
