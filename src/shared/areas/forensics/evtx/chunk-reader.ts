/**
 * The records of one chunk: libyal, 'Windows XML Event Log (EVTX) format', sections 'Chunk header',
 * 'Event record', 'Recovery' and 'Corrupt event record'. Nothing in the header is believed but for telling
 * what lies past its end: records are found by following each other.
 */
import { Budget } from './budget.ts';
import { ChunkBytes } from './chunk-bytes.ts';
import {
  type EvtxDamage,
  type EvtxDamageReason,
  EvtxFault,
  type EvtxPlace,
  type EvtxRecord,
} from './evtx.types.ts';
import { FragmentReader } from './fragment-reader.ts';
import { fileTimeMs, TimeText } from './times.ts';
import { createValueReader, exactInteger } from './values.ts';

export const CHUNK_HEADER_BYTES = 512;
const RECORD_SIGNATURE = 0x2a2a;
const RECORD_HEADER_BYTES = 24;
/** Header and the copy of the size: a record without an event. */
const LEAST_RECORD_BYTES = 28;
const FREE_SPACE_AT = 48;
/** Records begin at multiples of eight; four are tried, for nothing promises it. */
const SCAN_STEP = 4;

interface Span {
  readonly at: number;
  readonly size: number;
  readonly place: EvtxPlace;
  readonly isDoubtful: boolean;
}

export interface Walk {
  readonly from: number;
  /** Up to here, what is no record is damage. */
  readonly used: number;
  /** Look past it for records that nothing leads to. */
  readonly carve: boolean;
}

export class ChunkReader {
  readonly chunk = new ChunkBytes();
  readonly #budget = new Budget();
  readonly #times = new TimeText();
  readonly #fragments = new FragmentReader(
    createValueReader(this.chunk, this.#times),
    this.#budget,
  );
  /** Of the chunk, from the start of the source. */
  #base = 0;
  /** Bytes of it that there are. */
  #limit = 0;
  /** No whole record begins from the first to the second: scanned once, however often it is asked. */
  #scannedFrom = 0;
  #scannedTo = -1;

  /** To be called once `chunk.bytes` holds the bytes that begin at `base` in the source. */
  loaded(base: number, bytes: number): void {
    this.#base = base;
    this.#limit = bytes;
    this.#scannedTo = -1;
    this.#budget.startChunk();
    this.chunk.changed();
    this.#fragments.changed();
  }

  isRecord(at: number): boolean {
    const size = this.#sizeAt(at);
    return size !== null && size >= LEAST_RECORD_BYTES && at + size <= this.#limit;
  }

  /** Where the chunk's header says that its records end, as far as that can be. */
  usedBytes(): number {
    const free = this.chunk.view.getUint32(FREE_SPACE_AT, true);
    return free >= CHUNK_HEADER_BYTES && free <= this.#limit ? free : this.#limit;
  }

  /** Whether anything in it looks like a whole record. */
  hasRecords(): boolean {
    return this.#nextRecord(0, this.#limit) !== null;
  }

  *records({ from, carve, used }: Walk): Generator<EvtxRecord | EvtxDamage> {
    let at = from;
    let isRefound = false;
    let isCarved = false;
    while (at + LEAST_RECORD_BYTES <= this.#limit && !this.#budget.isSpent) {
      const size = this.#wholeSize(at);
      if (size !== null) {
        const isDoubtful = !this.#hasSizeCopy(at, size);
        if (isDoubtful)
          yield this.#damage('record', 'record-size-copy', at, size, { isLoss: false });
        const place = placeOf(at < used, isRefound, isCarved);
        yield this.#read({ at, size, place, isDoubtful });
        at += size;
        continue;
      }
      const next = this.#nextRecord(at + SCAN_STEP, at < used ? used : this.#limit);
      if (at < used) yield* this.#gap(at, next ?? used);
      else if (!carve || next === null) return;
      isRefound = true;
      isCarved = at >= used;
      at = next ?? used;
    }
    if (this.#budget.isSpent) yield this.#damage('chunk', 'too-large', at, this.#limit - at);
  }

  /** The record, or what is wrong with it. */
  #read(span: Span): EvtxRecord | EvtxDamage {
    const { view } = this.chunk;
    const { at, size, place, isDoubtful } = span;
    const recordId = this.#recordId(at);
    try {
      this.#budget.startRecord();
      const roots = this.#fragments.read(at + RECORD_HEADER_BYTES, at + size - 4);
      const [event, ...rest] = roots;
      if (event === undefined) throw new EvtxFault('record-empty');
      const low = view.getUint32(at + 16, true);
      const high = view.getUint32(at + 20, true);
      return {
        kind: 'record',
        offset: this.#base + at,
        size,
        recordId,
        time: this.#times.fileTime(low, high),
        timeMs: fileTimeMs(low, high),
        place,
        isDoubtful,
        event: rest.length === 0 ? event : { ...event, children: [...event.children, ...rest] },
      };
    } catch (error) {
      const isLoss = place !== 'carved';
      return this.#damage('record', reasonOf(error), at, size, { isLoss, recordId });
    }
  }

  /** What lies between records: nothing to report where there are only zeros. */
  *#gap(from: number, to: number): Generator<EvtxDamage> {
    if (this.#isZero(from, to)) return;
    const isSigned = this.#sizeAt(from) !== null;
    const reason = isSigned ? 'record-size' : 'record-signature';
    const recordId = isSigned ? this.#recordId(from) : null;
    // Past the end that a damaged header states, it may as well be what a former use left.
    const isLoss = from < this.usedBytes();
    yield this.#damage('record', reason, from, to - from, { recordId, isLoss });
  }

  /** The size of the record at `at`; null if there is none, or if another one that is whole begins in it. */
  #wholeSize(at: number): number | null {
    const size = this.#sizeAt(at);
    if (size === null || !this.isRecord(at)) return null;
    const end = at + size;
    if (this.#hasSizeCopy(at, size) || this.isRecord(end)) return size;
    return this.#nextRecord(at + SCAN_STEP, end) === null ? size : null;
  }

  /** The next place before `to` where a record stands whose two sizes agree, or null. */
  #nextRecord(from: number, to: number): number | null {
    if (from < this.#scannedFrom || from > this.#scannedTo) {
      this.#scannedFrom = from;
      this.#scannedTo = this.#scan(from);
    }
    return this.#scannedTo < to ? this.#scannedTo : null;
  }

  #scan(from: number): number {
    for (let at = from; at + LEAST_RECORD_BYTES <= this.#limit; at += SCAN_STEP) {
      const size = this.#sizeAt(at);
      if (size !== null && this.isRecord(at) && this.#hasSizeCopy(at, size)) return at;
    }
    return this.#limit;
  }

  #hasSizeCopy(at: number, size: number): boolean {
    return this.chunk.view.getUint32(at + size - 4, true) === size;
  }

  /** Null where no record's signature stands. */
  #sizeAt(at: number): number | null {
    if (at + LEAST_RECORD_BYTES > this.#limit) return null;
    const { view } = this.chunk;
    return view.getUint32(at, true) === RECORD_SIGNATURE ? view.getUint32(at + 4, true) : null;
  }

  #recordId(at: number): number | bigint {
    const { view } = this.chunk;
    return exactInteger(view.getUint32(at + 8, true), view.getUint32(at + 12, true));
  }

  #isZero(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.chunk.bytes[at] !== 0) return false;
    return true;
  }

  #damage(
    scope: EvtxDamage['scope'],
    reason: EvtxDamageReason,
    at: number,
    size: number,
    more: { readonly isLoss?: boolean; readonly recordId?: number | bigint | null } = {},
  ): EvtxDamage {
    const { isLoss = true, recordId = null } = more;
    return { kind: 'damage', scope, offset: this.#base + at, size, reason, isLoss, recordId };
  }
}

function placeOf(isUsed: boolean, isRefound: boolean, isCarved: boolean): EvtxPlace {
  if (isUsed) return isRefound ? 'refound' : 'used';
  return isCarved ? 'carved' : 'past-end';
}

/** A DataView throws a RangeError beyond the chunk. @throws what is no fault of the file */
function reasonOf(error: unknown): EvtxDamageReason {
  if (error instanceof EvtxFault) return error.reason;
  if (error instanceof RangeError) return 'out-of-bounds';
  throw error;
}
