import { parse } from 'csv-parse/sync';
import { excerptOf } from '../../../platform/records/text.ts';
import {
  MAX_RECORD_BYTES,
  type ReadRecord,
  type RecordReader,
  type SourceRecord,
} from './imported-alert.ts';
import { tooLong } from './line-reader.ts';

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
/** A text in quotes that goes on over lines for longer than this is a quote that nobody closed. */
const MAX_SPANNING_BYTES = 4 * 1024 * 1024;
/** After so many of them, quotes are taken to end with their line. */
const MAX_RECOVERIES = 100;
const GROUP = 200;
const NO_BYTES = Buffer.alloc(0);

/**
 * Rows of CSV (RFC 4180), any one-byte delimiter, first row the header. Rows are split here, so
 * that every row keeps its verbatim bytes and first line, and one quote that is never closed costs
 * its line, not the file; the cells of each group of rows are read by csv-parse. Blank lines are no
 * rows.
 */
export function createCsvReader(delimiter: string, maxBytes = MAX_RECORD_BYTES): RecordReader {
  return new CsvSplitter(delimiter, maxBytes);
}

class CsvSplitter implements RecordReader {
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #maxBytes: number;
  #buffer: Buffer = NO_BYTES;
  #rowFrom = 0;
  #at = 0;
  #line = 1;
  #rowLine = 1;
  #isQuoted = false;
  #isCellStart = true;
  #hasClosed = false;
  #quoteAt = -1;
  #isSkipping = false;
  #hasHeader = false;
  #recoveries = 0;
  #group: SourceRecord[] = [];
  #out: ReadRecord[] = [];

  constructor(delimiter: string, maxBytes: number) {
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Iterable<ReadRecord> {
    const rest = this.#buffer.subarray(this.#rowFrom);
    this.#buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#at -= this.#rowFrom;
    this.#rowFrom = 0;
    this.#quoteAt = -1;
    while (this.#at < this.#buffer.length) {
      this.#run();
      if (this.#group.length >= GROUP || this.#out.length > 0) yield* this.#drain();
    }
    yield* this.#drain();
  }

  *end(): Iterable<ReadRecord> {
    while (this.#isQuoted && this.#rowFrom < this.#buffer.length) {
      this.#recover();
      while (this.#at < this.#buffer.length) this.#run();
      yield* this.#drain();
    }
    if (this.#rowFrom < this.#buffer.length) this.#finishRow(this.#buffer.length);
    yield* this.#drain();
  }

  /** Runs on to the end of a row, of the buffer, or of what a row may be. */
  #run(): void {
    if (this.#isSkipping) {
      this.#skipLine();
      return;
    }
    if (this.#at === this.#rowFrom) this.#passPlainRow();
    if (!this.#runToNewline()) this.#checkLength();
  }

  /** A row without quotes, the common case, is passed at once. */
  #passPlainRow(): void {
    const newline = this.#buffer.indexOf(NEWLINE, this.#at);
    if (newline === -1) return;
    if (this.#quoteAt < this.#at) {
      const quote = this.#buffer.indexOf(QUOTE, this.#at);
      this.#quoteAt = quote === -1 ? Number.POSITIVE_INFINITY : quote;
    }
    if (this.#quoteAt > newline) this.#at = newline;
  }

  /** True where a row ended. */
  #runToNewline(): boolean {
    const buffer = this.#buffer;
    for (; this.#at < buffer.length; this.#at++) {
      const byte = buffer[this.#at];
      if (byte === NEWLINE) {
        if (this.#endLine()) return true;
      } else if (byte === QUOTE) {
        this.#quote();
      } else if (!this.#isQuoted) {
        this.#isCellStart = byte === this.#delimiterByte;
        this.#hasClosed = false;
      }
    }
    return false;
  }

  /** A quote opens at the start of a cell, closes within quotes, and opens again right after that. */
  #quote(): void {
    if (this.#isQuoted) {
      this.#isQuoted = false;
      this.#hasClosed = true;
    } else if (this.#isCellStart || this.#hasClosed) {
      this.#isQuoted = true;
      this.#hasClosed = false;
    }
    this.#isCellStart = false;
  }

  /** At a newline: true where it ends the row, false where it lies within quotes. */
  #endLine(): boolean {
    this.#line++;
    const spans = this.#isQuoted && this.#recoveries < MAX_RECOVERIES;
    if (spans && this.#at - this.#rowFrom <= MAX_SPANNING_BYTES) return false;
    if (spans) {
      this.#line--;
      this.#recover();
      return true;
    }
    const end = this.#at;
    if (this.#isQuoted) this.#reject(end);
    else this.#finishRow(end);
    this.#beginRow(end + 1);
    return true;
  }

  #beginRow(from: number): void {
    this.#rowFrom = from;
    this.#at = from;
    this.#rowLine = this.#line;
    this.#isQuoted = false;
    this.#isCellStart = true;
    this.#hasClosed = false;
  }

  #finishRow(end: number): void {
    const last = this.#buffer[end - 1] === RETURN && end > this.#rowFrom ? end - 1 : end;
    const bytes = this.#buffer.subarray(this.#rowFrom, last);
    if (bytes.length > this.#maxBytes) {
      this.#outAfterGroup(tooLong(bytes, this.#rowLine, this.#maxBytes));
    } else if (bytes.length > 0 && bytes.some((byte) => byte !== 32 && byte !== 0)) {
      this.#group.push({ type: 'record', line: this.#rowLine, bytes, fields: null });
    }
    this.#rowFrom = end;
  }

  #reject(end: number): void {
    const bytes = this.#buffer.subarray(this.#rowFrom, end);
    this.#outAfterGroup({
      type: 'broken',
      line: this.#rowLine,
      reason: 'a quote that opens here is never closed',
      excerpt: excerptOf(bytes),
    });
  }

  /** Gives up the first line of a row whose quote never closes, and reads on at the next line. */
  #recover(): void {
    this.#recoveries++;
    const newline = this.#buffer.indexOf(NEWLINE, this.#rowFrom);
    const end = newline === -1 ? this.#buffer.length : newline;
    this.#reject(end);
    this.#line = this.#rowLine + 1;
    this.#beginRow(Math.min(end + 1, this.#buffer.length));
  }

  #checkLength(): void {
    if (this.#at - this.#rowFrom <= this.#maxBytes) return;
    this.#outAfterGroup(
      tooLong(this.#buffer.subarray(this.#rowFrom), this.#rowLine, this.#maxBytes),
    );
    this.#isSkipping = true;
    this.#rowFrom = this.#at;
  }

  #skipLine(): void {
    const newline = this.#buffer.indexOf(NEWLINE, this.#at);
    this.#isSkipping = newline === -1;
    if (newline !== -1) this.#line++;
    this.#beginRow(newline === -1 ? this.#buffer.length : newline + 1);
  }

  #outAfterGroup(record: ReadRecord): void {
    this.#flushGroup();
    this.#out.push(record);
  }

  *#drain(): Iterable<ReadRecord> {
    this.#flushGroup();
    const out = this.#out;
    this.#out = [];
    yield* out;
  }

  #flushGroup(): void {
    const group = this.#group;
    if (group.length === 0) return;
    this.#group = [];
    const cells = readCells(group, this.#delimiter);
    group.forEach((record, index) => {
      this.#out.push(this.#rowOf(record, cells[index] ?? null));
    });
  }

  #rowOf(record: SourceRecord, fields: readonly string[] | null): ReadRecord {
    const { line, bytes } = record;
    if (fields === null) {
      return { type: 'broken', line, reason: 'not a row of CSV', excerpt: excerptOf(bytes) };
    }
    if (this.#hasHeader) return { type: 'record', line, bytes, fields };
    this.#hasHeader = true;
    return { type: 'header', line, fields: columnNames(fields) };
  }
}

/** The cells of each row, all rows at once; one by one where the two disagree about a row. */
function readCells(
  rows: readonly SourceRecord[],
  delimiter: string,
): readonly (readonly string[] | null)[] {
  const lines = rows.flatMap((row) => [row.bytes, Buffer.from('\n')]);
  const all = parseCells(Buffer.concat(lines), delimiter);
  if (all !== null && all.length === rows.length) return all;
  return rows.map((row) => {
    const one = parseCells(row.bytes, delimiter);
    return one?.length === 1 ? (one[0] ?? null) : null;
  });
}

function parseCells(bytes: Buffer, delimiter: string): string[][] | null {
  try {
    return parse(bytes, {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    return null;
  }
}

/** Names of the columns: trimmed, a repeated one numbered, an empty one named by its place. */
export function columnNames(cells: readonly string[]): string[] {
  const times = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  });
}
