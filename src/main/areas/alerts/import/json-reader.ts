import { MAX_JSON_DEPTH } from '../../../platform/records/json-record.ts';
import { excerptOf } from '../../../platform/records/text.ts';
import {
  type BrokenRecord,
  MAX_RECORD_BYTES,
  type ReadRecord,
  type RecordReader,
} from './imported-alert.ts';
import {
  BracketStack,
  BYTE,
  BYTE_KINDS,
  CLOSE_ARRAY,
  OPEN_ARRAY,
  OPEN_OBJECT,
  runString,
  type StringEnd,
} from './json-bytes.ts';
import { countNewlines, findOpening, LONGEST_OPENING, nameIn } from './json-resync.ts';
import { growHead, tooLong, trimmedRecord } from './line-reader.ts';
import { WrapperWatch } from './wrapper-watch.ts';

/** So much skipped without finding a next record is worth a line in the receipt. */
const NOTABLE_BYTES = 1_000;
const NO_BYTES = Buffer.alloc(0);

/**
 * Splits a stream of JSON values (RFC 8259) into records, verbatim: the elements of one array,
 * objects written one after the other (pretty-printed or not), and the list inside an envelope
 * such as `{"hits":{"hits":[…]}}`. It counts brackets and follows strings, without recursion.
 *
 * A broken element (a quote or bracket that is missing) is rejected, and reading goes on where the
 * next element begins: at the next object whose first name is that of the elements so far.
 */
export function createJsonReader(maxBytes: number = MAX_RECORD_BYTES): RecordReader {
  return new JsonSplitter(maxBytes);
}

type State = 'between' | 'value' | 'envelope' | 'scalar' | 'resync';

class JsonSplitter implements RecordReader {
  readonly #maxBytes: number;
  readonly #stack = new BracketStack();
  readonly #watch = new WrapperWatch();
  readonly #stringEnd: StringEnd = { at: 0, isClosed: false, isBroken: false, isEscaped: false };
  #state: State = 'between';
  /** Depth at which records lie: 0 in a stream of objects, 1 in an array, 2 or 3 in an envelope. */
  #base = 0;
  #line = 1;
  #chunk: Buffer = NO_BYTES;
  #at = 0;
  #ready: ReadRecord | null = null;
  #isInString = false;
  #isEscaped = false;
  #isAfterColon = false;
  /** Where in the record its latest string begins. */
  #stringOffset = 0;
  #stringLine = 1;
  #recordFrom = 0;
  #recordLine = 1;
  #parts: Buffer[] = [];
  #partsBytes = 0;
  #head: Buffer | null = null;
  #firstName: Buffer | null = null;
  #lastFirstName: Buffer | null = null;
  #carry: Buffer = NO_BYTES;
  #skippedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Iterable<ReadRecord> {
    this.#chunk = chunk;
    this.#at = 0;
    this.#recordFrom = 0;
    while (this.#at < this.#chunk.length) {
      this.#step();
      if (this.#ready !== null) {
        const ready = this.#ready;
        this.#ready = null;
        yield ready;
      }
    }
    if (this.#state === 'value' || this.#state === 'scalar') this.#keep(this.#chunk.length);
    this.#chunk = NO_BYTES;
  }

  *end(): Iterable<ReadRecord> {
    this.#recordFrom = 0;
    this.#at = 0;
    if (this.#state === 'value') yield this.#broken('the file ends inside this record');
    else if (this.#state === 'scalar') {
      this.#finish(0);
      if (this.#ready !== null) yield this.#ready;
    } else if (
      this.#state === 'resync' &&
      this.#skippedBytes + this.#carry.length > NOTABLE_BYTES
    ) {
      const skipped = this.#skippedBytes + this.#carry.length;
      yield this.#broken(`no record was found in the ${skipped} bytes after this one`);
    }
    this.#ready = null;
    this.#state = 'between';
  }

  #step(): void {
    if (this.#state === 'between') this.#seek();
    else if (this.#state === 'resync') this.#resync();
    else if (this.#state === 'scalar') this.#runScalar();
    else this.#runValue();
  }

  /** To the next record: past white space, commas, the bracket of the array around the records. */
  #seek(): void {
    for (; this.#at < this.#chunk.length; this.#at++) {
      const byte = this.#chunk[this.#at] ?? 0;
      const kind = byte === 0 ? BYTE.space : BYTE_KINDS[byte];
      if (kind === BYTE.newline) this.#line++;
      else if (kind !== BYTE.space && kind !== BYTE.comma) break;
    }
    if (this.#at === this.#chunk.length) return;
    const byte = this.#chunk[this.#at] ?? 0;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#enter(byte);
    else if (byte === CLOSE_ARRAY && this.#base > 0) this.#leaveArray();
    else this.#begin('scalar');
  }

  #enter(byte: number): void {
    if (byte === OPEN_ARRAY && this.#base === 0) {
      this.#stack.reset(0);
      this.#stack.push(OPEN_ARRAY);
      this.#base = 1;
      this.#at++;
    } else {
      this.#begin('value');
    }
  }

  #leaveArray(): void {
    this.#stack.pop(CLOSE_ARRAY);
    this.#state = this.#base > 1 ? 'envelope' : 'between';
    this.#base = 0;
    this.#at++;
  }

  #begin(state: 'value' | 'scalar'): void {
    this.#state = state;
    this.#recordFrom = this.#at;
    this.#recordLine = this.#line;
    this.#parts = [];
    this.#partsBytes = 0;
    this.#head = null;
    this.#firstName = null;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#isAfterColon = false;
    this.#stringOffset = 0;
    this.#stringLine = this.#line;
    this.#stack.reset(this.#base);
    if (this.#base === 0) this.#watch.reset();
  }

  /** Through an object or array until it closes, breaks, or turns out to be an envelope. */
  #runValue(): void {
    const startState = this.#state;
    while (this.#at < this.#chunk.length && this.#state === startState && !this.#ready) {
      if (this.#isInString) {
        this.#runString();
        continue;
      }
      const kind = BYTE_KINDS[this.#chunk[this.#at] ?? 0];
      if (kind === BYTE.plain || kind === BYTE.space) {
        if (kind === BYTE.plain) this.#isAfterColon = false;
        this.#at++;
      } else {
        this.#structure(kind ?? BYTE.alien);
      }
    }
  }

  #runString(): void {
    const end = this.#stringEnd;
    runString(this.#chunk, this.#at, this.#isEscaped, end);
    if (this.#base === 0 && this.#stack.depth <= 2) {
      const to = end.isClosed ? end.at - 1 : end.at;
      this.#watch.string(this.#chunk.subarray(this.#at, to), end.isClosed);
    }
    this.#at = end.at;
    this.#isInString = !end.isClosed;
    this.#isEscaped = end.isEscaped;
    if (end.isBroken) this.#lose('not valid JSON: a text is not closed on its line');
  }

  #structure(kind: number): void {
    const byte = this.#chunk[this.#at] ?? 0;
    if (kind === BYTE.newline) {
      this.#line++;
      this.#at++;
      return;
    }
    if (this.#watch.isPending && this.#watch.confirms(byte)) this.#unwrap();
    else if (kind === BYTE.open) this.#open(byte);
    else if (kind === BYTE.close) this.#close(byte);
    else if (kind === BYTE.alien) this.#lose('not valid JSON');
    else this.#mark(kind);
  }

  /** Quote, colon or comma. */
  #mark(kind: number): void {
    if (kind === BYTE.quote) this.#openString();
    else if (kind === BYTE.colon) this.#colon();
    this.#isAfterColon = kind === BYTE.colon;
    this.#at++;
  }

  #openString(): void {
    this.#isInString = true;
    this.#stringOffset = this.#partsBytes + this.#at - this.#recordFrom;
    this.#stringLine = this.#line;
  }

  #colon(): void {
    if (this.#base === 0) this.#watch.colon(this.#stack.depth);
    if (this.#firstName !== null || this.#stack.depth !== this.#base + 1) return;
    const size = this.#partsBytes + this.#at - this.#recordFrom;
    this.#firstName =
      size > 0 && size <= LONGEST_OPENING ? nameIn(this.#bytesTo(this.#at)) : NO_BYTES;
  }

  #open(byte: number): void {
    if (!this.#isAfterColon && this.#stack.isInObject) {
      this.#lose('not valid JSON: a brace or a name is missing');
      return;
    }
    if (this.#stack.depth >= MAX_JSON_DEPTH) {
      this.#lose('nested too deep');
      return;
    }
    if (this.#base === 0) this.#watch.open(byte, this.#stack);
    this.#stack.push(byte);
    this.#isAfterColon = false;
    this.#at++;
  }

  #close(byte: number): void {
    this.#at++;
    this.#isAfterColon = false;
    if (!this.#stack.pop(byte)) this.#lose('not valid JSON: brackets do not match');
    else if (this.#stack.depth > this.#base) return;
    else if (this.#state === 'envelope') this.#state = 'between';
    else this.#finish(this.#at);
  }

  /** What was read so far is an envelope: forget it; records begin here. */
  #unwrap(): void {
    this.#base = this.#stack.depth;
    this.#parts = [];
    this.#partsBytes = 0;
    this.#state = 'between';
  }

  /** At least one byte, so that a stray bracket is passed too. */
  #runScalar(): void {
    const first = this.#partsBytes === 0 ? this.#recordFrom : -1;
    for (; this.#at < this.#chunk.length; this.#at++) {
      const byte = this.#chunk[this.#at] ?? 0;
      const kind = BYTE_KINDS[byte];
      if (kind === BYTE.quote) this.#isInString = !this.#isInString;
      const isEnd = !this.#isInString && endsScalar(byte) && this.#at !== first;
      if (kind === BYTE.newline || isEnd) {
        this.#finish(this.#at);
        return;
      }
    }
  }

  #finish(end: number): void {
    const isOverlong = this.#partsBytes + end - this.#recordFrom > this.#maxBytes;
    this.#ready = isOverlong
      ? tooLong(this.#headTo(end), this.#recordLine, this.#maxBytes)
      : trimmedRecord(this.#bytesTo(end), this.#recordLine);
    const name = this.#state === 'value' ? this.#firstName : null;
    if (name !== null && name.length > 0) this.#lastFirstName = name;
    this.#parts = [];
    this.#partsBytes = 0;
    this.#state = 'between';
  }

  #bytesTo(end: number): Buffer {
    const last = this.#chunk.subarray(this.#recordFrom, end);
    return this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
  }

  #headTo(end: number): Buffer {
    return growHead(this.#head, this.#chunk.subarray(this.#recordFrom, end));
  }

  #keep(end: number): void {
    const part = this.#chunk.subarray(this.#recordFrom, end);
    this.#head = growHead(this.#head, part);
    this.#partsBytes += part.length;
    if (this.#partsBytes <= this.#maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #broken(reason: string): BrokenRecord {
    const head = this.#headTo(this.#at);
    return { type: 'broken', line: this.#recordLine, reason, excerpt: excerptOf(head) };
  }

  /** Rejects the record; the search for the next one begins at its latest string, which may hold it. */
  #lose(reason: string): void {
    const isEnvelope = this.#state === 'envelope';
    if (!isEnvelope) this.#ready = this.#broken(reason);
    this.#head = this.#headTo(this.#at);
    if (!isEnvelope && this.#partsBytes + this.#at - this.#recordFrom <= this.#maxBytes) {
      this.#chunk = this.#bytesTo(this.#chunk.length);
      this.#at = this.#stringOffset;
      this.#line = this.#stringLine;
    }
    this.#lastFirstName ??= this.#firstName;
    this.#parts = [];
    this.#partsBytes = 0;
    this.#carry = NO_BYTES;
    this.#skippedBytes = 0;
    this.#state = 'resync';
  }

  /** Looks for the next object that begins as records do, also across the border of two chunks. */
  #resync(): void {
    const rest = this.#chunk.subarray(this.#at);
    const hay = this.#carry.length > 0 ? Buffer.concat([this.#carry, rest]) : rest;
    const found = findOpening(hay, this.#lastFirstName ?? NO_BYTES);
    const skipped = found === -1 ? Math.max(0, hay.length - LONGEST_OPENING) : found;
    this.#line += countNewlines(hay, skipped);
    this.#skippedBytes += skipped;
    this.#carry = found === -1 ? Buffer.from(hay.subarray(skipped)) : NO_BYTES;
    this.#chunk = hay;
    this.#at = found === -1 ? hay.length : found;
    if (found !== -1) this.#state = 'between';
  }
}

function endsScalar(byte: number): boolean {
  return byte === 0x2c || byte === CLOSE_ARRAY || byte === OPEN_OBJECT;
}
