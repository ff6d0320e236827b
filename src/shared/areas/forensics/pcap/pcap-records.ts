/**
 * The classic capture file: draft-ietf-opsawg-pcap, sections 4 (file header) and 5 (packet record), with
 * the variants libpcap writes: either byte order, nanoseconds, and the 24-byte record header of patched
 * kernels (magic 0xA1B2CD34). A record whose successor makes no sense has its length checked against the
 * bytes: the next place where two records follow each other is where reading goes on.
 */
import { u32, u32Le } from './bytes.ts';
import type { CaptureLog } from './capture-log.ts';
import type { CaptureWindow } from './capture-window.ts';
import { beginPacket, type Frame } from './frame.ts';
import type { CaptureLimits } from './limits.ts';

const FILE_HEADER = 24;
const MICROS = 0xa1b2c3d4;
const NANOS = 0xa1b23c4d;
const PATCHED = 0xa1b2cd34;
/** Neighbours are not further apart than this when a lost record boundary is looked for. */
const MOST_SECONDS_APART = 30 * 86_400;
const USUAL_SNAP_LENGTH = 262_144;

export interface RecordReader {
  /** Reads one record. False where more bytes are needed, or all are read. */
  step(): boolean;
}

function magicOf(window: CaptureWindow): { magic: number; little: boolean } | null {
  for (const little of [true, false]) {
    const magic = (little ? u32Le : u32)(window.bytes, window.at);
    if (magic === MICROS || magic === NANOS || magic === PATCHED) return { magic, little };
  }
  return null;
}

export function isPcap(window: CaptureWindow): boolean {
  return window.left >= FILE_HEADER && magicOf(window) !== null;
}

class PcapRecords implements RecordReader {
  readonly #window: CaptureWindow;
  readonly #frame: Frame;
  readonly #log: CaptureLog;
  readonly #onPacket: () => void;
  readonly #read: (bytes: Uint8Array, at: number) => number;
  readonly #header: number;
  readonly #perSecond: number;
  readonly #linkType: number;
  readonly #mostBytes: number;
  readonly #usualBytes: number;

  constructor(
    window: CaptureWindow,
    frame: Frame,
    log: CaptureLog,
    limits: CaptureLimits,
    onPacket: () => void,
  ) {
    const found = magicOf(window) ?? { magic: MICROS, little: true };
    this.#window = window;
    this.#frame = frame;
    this.#log = log;
    this.#onPacket = onPacket;
    this.#read = found.little ? u32Le : u32;
    this.#header = found.magic === PATCHED ? 24 : 16;
    this.#perSecond = found.magic === NANOS ? 1_000_000_000 : 1_000_000;
    this.#linkType = this.#read(window.bytes, window.at + 20) & 0xffff;
    const snapLength = this.#read(window.bytes, window.at + 16);
    this.#mostBytes = limits.packetBytes;
    this.#usualBytes =
      snapLength > 0 && snapLength < USUAL_SNAP_LENGTH ? snapLength : USUAL_SNAP_LENGTH;
    log.format = 'pcap';
    log.addInterface({
      section: 0,
      linkType: this.#linkType,
      snapLength,
      name: '',
      description: '',
      dropped: null,
    });
    window.at += FILE_HEADER;
  }

  /** 'more' where the bytes to judge by are not there yet. */
  #judge(at: number, strict: boolean): 'good' | 'bad' | 'more' {
    const { bytes, end, final } = this.#window;
    if (at === end && final) return 'good';
    if (at + this.#header > end) return final ? 'good' : 'more';
    const kept = this.#read(bytes, at + 8);
    if (kept > this.#mostBytes) return 'bad';
    if (!strict) return 'good';
    const wire = this.#read(bytes, at + 12);
    const sane =
      kept > 0 &&
      kept <= this.#usualBytes &&
      wire >= kept &&
      wire <= this.#mostBytes &&
      this.#read(bytes, at + 4) < this.#perSecond;
    return sane ? 'good' : 'bad';
  }

  /** The next place from which two records follow each other; -1 where there is none in the window. */
  #search(from: number): number {
    const { bytes, end, final } = this.#window;
    for (let at = from; at + this.#header < end; at++) {
      if (this.#judge(at, true) !== 'good') continue;
      const next = at + this.#header + this.#read(bytes, at + 8);
      if (next > end) {
        if (!final) return -1 - at;
        continue;
      }
      const judged = this.#judge(next, true);
      if (judged === 'more') return -1 - at;
      if (judged === 'good' && this.#isNear(at, next)) return at;
    }
    return -1 - Math.max(from, end - this.#header);
  }

  /** Neighbours have similar times. The last packet's time is no measure: it may be the damage. */
  #isNear(at: number, next: number): boolean {
    const { bytes, end } = this.#window;
    if (next + 4 > end) return true;
    const apart = this.#read(bytes, next) - this.#read(bytes, at);
    return Math.abs(apart) < MOST_SECONDS_APART;
  }

  /** Reading cannot go on at `window.at`: finds where it can. */
  #recover(): boolean {
    const window = this.#window;
    const from = window.at;
    const found = this.#search(from + 1);
    if (found < 0 && !window.final) {
      // What was searched is let go, so that the window stays small.
      this.#lost(from, -1 - found, 'No packet record begins here');
      return false;
    }
    this.#lost(from, found < 0 ? window.end : found, 'No packet record begins here');
    return found >= 0;
  }

  #lost(from: number, to: number, detail: string): void {
    const window = this.#window;
    if (to > from) {
      this.#log.damage({ offset: window.base + from, bytes: to - from, kind: 'record', detail });
    }
    window.at = to;
  }

  step(): boolean {
    const window = this.#window;
    const { bytes, at, end, final } = window;
    if (at + this.#header > end) return final && at < end ? this.#cut('record header') : false;
    if (this.#judge(at, false) === 'bad') return this.#recover();
    let kept = this.#read(bytes, at + 8);
    const start = at + this.#header;
    if (start + kept > end) {
      if (!final) return false;
      if (kept <= this.#usualBytes) return this.#cut('packet');
      return this.#recover();
    }
    const next = this.#judge(start + kept, false);
    if (next === 'more') return false;
    if (next === 'bad') kept = this.#trueLength(at, kept);
    if (kept < 0) return false;
    this.#deliver(at, kept);
    return true;
  }

  /** The record's length where its successor is no record: shorter if one begins inside; -1 to wait. */
  #trueLength(at: number, kept: number): number {
    const start = at + this.#header;
    const found = this.#search(start + 1);
    if (found < 0 && !this.#window.final && this.#window.left < 2 * this.#mostBytes) return -1;
    if (found < 0 || found >= start + kept) return kept;
    this.#log.damage({
      offset: this.#window.base + at,
      bytes: 0,
      kind: 'record',
      detail: 'The length of this record reaches over the next; it was cut back',
    });
    return found - start;
  }

  #deliver(at: number, kept: number): void {
    const { bytes } = this.#window;
    const frame = this.#frame;
    frame.seconds = this.#read(bytes, at);
    frame.nanos = this.#read(bytes, at + 4) * (1_000_000_000 / this.#perSecond);
    frame.offset = this.#window.base + at;
    frame.linkType = this.#linkType;
    const start = at + this.#header;
    beginPacket(frame, bytes, start, kept, this.#read(bytes, at + 12));
    this.#window.at = start + kept;
    this.#onPacket();
  }

  #cut(what: string): false {
    const window = this.#window;
    this.#log.damage({
      offset: window.offset,
      bytes: window.left,
      kind: 'cut',
      detail: `The file ends in the middle of a ${what}`,
    });
    window.at = window.end;
    return false;
  }
}

export function createPcapRecords(
  ...args: ConstructorParameters<typeof PcapRecords>
): RecordReader {
  return new PcapRecords(...args);
}
