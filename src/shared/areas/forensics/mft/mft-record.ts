/**
 * One record of the master file table of NTFS, after the layout that Linux' ntfs driver and libfsntfs
 * document ('MFT entry', 'Fixup values', 'Attribute'). Every length and place in it is a stranger's
 * number: none is used before it is held against the bytes there are.
 */
import type { FileTimes } from '../bodyfile/macb.ts';
import { readFileTime } from './file-time.ts';

export interface FileReference {
  readonly record: number;
  readonly sequence: number;
}

export interface MftName {
  readonly parent: FileReference;
  readonly name: string;
  /** 0 POSIX, 1 Win32, 2 DOS, 3 both. */
  readonly space: number;
  readonly times: FileTimes;
}

export interface MftStream {
  /** Empty for the file's own content. */
  readonly name: string;
  /** In bytes; null where this part of the attribute does not say (a later extent). */
  readonly size: number | null;
  /** The content where it stands in the record itself. */
  readonly resident: Uint8Array | null;
}

export interface MftRecord {
  readonly number: number;
  readonly sequence: number;
  readonly links: number;
  readonly isUsed: boolean;
  readonly isFolder: boolean;
  /** The record that this one extends. */
  readonly base: FileReference | null;
  readonly standard: StandardInformation | null;
  readonly names: readonly MftName[];
  readonly streams: readonly MftStream[];
  readonly hasReparsePoint: boolean;
  /** What could not be read, in words; the rest stands. */
  readonly damage: readonly string[];
}

export interface StandardInformation {
  readonly times: FileTimes;
  /** FILE_ATTRIBUTE_ bits. */
  readonly flags: number;
  readonly securityId: number | null;
  readonly usn: bigint | null;
}

const SECTOR = 512;
const SIGNATURE = 0x454c4946;
const BAAD = 0x44414142;
const TYPE = { standard: 0x10, fileName: 0x30, data: 0x80, reparse: 0xc0, end: 0xffffffff };
const MAX_ATTRIBUTES = 512;
const MAX_NAMES = 64;
const MAX_STREAMS = 128;

/** 'FILE', or null for a record that never was used; 'BAAD' and all else is damage. */
export function signatureOf(bytes: Uint8Array, at: number): 'file' | 'empty' | 'baad' | 'other' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 4 > bytes.byteLength) return 'empty';
  const value = view.getUint32(at, true);
  if (value === SIGNATURE) return 'file';
  if (value === BAAD) return 'baad';
  return value === 0 ? 'empty' : 'other';
}

/** From the head of the first record: 1024 or 4096 (others are not made by Windows); null otherwise. */
export function recordBytesOf(head: Uint8Array): number | null {
  if (head.byteLength < 48 || signatureOf(head, 0) !== 'file') return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const size = view.getUint32(28, true);
  if (size !== 1024 && size !== 4096) return null;
  const [fixupsAt, attributesAt] = [view.getUint16(4, true), view.getUint16(20, true)];
  const count = view.getUint16(6, true);
  const isPlausible =
    fixupsAt >= 40 && fixupsAt < 128 && count === size / SECTOR + 1 && attributesAt < 256;
  return isPlausible ? size : null;
}

/**
 * @param bytes one record; its last bytes of sectors are put right in place.
 * @param number its place in the table.
 */
export function parseMftRecord(bytes: Uint8Array, number: number): MftRecord | null {
  if (signatureOf(bytes, 0) !== 'file' || bytes.byteLength < 48) return null;
  const damage: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!applyFixups(bytes, view)) damage.push('a fixup does not match its sector');
  const flags = view.getUint16(22, true);
  const base = readReference(view, 32);
  const found = new Attributes(bytes, view, damage);
  found.read(view.getUint16(20, true), Math.min(view.getUint32(24, true), bytes.byteLength));
  return {
    ...{ number, damage },
    sequence: view.getUint16(16, true),
    links: view.getUint16(18, true),
    isUsed: (flags & 1) !== 0,
    isFolder: (flags & 2) !== 0,
    base: base.record === 0 && base.sequence === 0 ? null : base,
    standard: found.standard,
    names: found.names,
    streams: found.streams,
    hasReparsePoint: found.hasReparsePoint,
  };
}

/** Each sector ends with the record's update number; what stood there is kept in the head. */
function applyFixups(bytes: Uint8Array, view: DataView): boolean {
  const at = view.getUint16(4, true);
  const sectors = view.getUint16(6, true) - 1;
  if (sectors !== bytes.byteLength / SECTOR || at + 2 * (sectors + 1) > SECTOR - 2) return false;
  const expected = view.getUint16(at, true);
  let isWhole = true;
  for (let n = 0; n < sectors; n++) {
    const end = (n + 1) * SECTOR - 2;
    if (view.getUint16(end, true) === expected)
      view.setUint16(end, view.getUint16(at + 2 + n * 2, true), true);
    else isWhole = false;
  }
  return isWhole;
}

/** 48 bits of record, 16 of sequence. */
function readReference(view: DataView, at: number): FileReference {
  return {
    record: view.getUint16(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true),
    sequence: view.getUint16(at + 6, true),
  };
}

interface Attribute {
  readonly at: number;
  readonly length: number;
  readonly type: number;
  readonly name: string;
  readonly isResident: boolean;
}

class Attributes {
  standard: StandardInformation | null = null;
  readonly names: MftName[] = [];
  readonly streams: MftStream[] = [];
  hasReparsePoint = false;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #damage: string[];

  constructor(bytes: Uint8Array, view: DataView, damage: string[]) {
    this.#bytes = bytes;
    this.#view = view;
    this.#damage = damage;
  }

  read(from: number, to: number): void {
    let at = from;
    for (let n = 0; n < MAX_ATTRIBUTES && at + 4 <= to; n++) {
      const type = this.#view.getUint32(at, true);
      if (type === TYPE.end) return;
      const length = at + 8 <= to ? this.#view.getUint32(at + 4, true) : 0;
      if (type === 0 || length < 24 || length % 8 !== 0 || at + length > to) {
        this.#damage.push('an attribute does not fit into its record');
        return;
      }
      this.#take({
        at,
        length,
        type,
        name: this.#nameOf(at, length),
        isResident: this.#u8(at + 8) === 0,
      });
      at += length;
    }
  }

  #take(attribute: Attribute): void {
    if (attribute.type === TYPE.reparse) this.hasReparsePoint = true;
    if (attribute.type === TYPE.data) this.#takeStream(attribute);
    else if (attribute.type === TYPE.standard || attribute.type === TYPE.fileName) {
      const value = attribute.isResident ? this.#value(attribute) : null;
      if (value === null) this.#damage.push('a resident value does not fit into its attribute');
      else if (attribute.type === TYPE.standard) this.#takeStandard(value);
      else this.#takeName(value);
    }
  }

  #takeStandard({ at, length }: { at: number; length: number }): void {
    if (length < 48) return void this.#damage.push('$STANDARD_INFORMATION is cut off');
    const view = this.#view;
    const isLong = length >= 72;
    this.standard ??= {
      times: timesAt(view, at),
      flags: view.getUint32(at + 32, true),
      securityId: isLong ? view.getUint32(at + 52, true) : null,
      usn: isLong ? view.getBigUint64(at + 64, true) : null,
    };
  }

  #takeName({ at, length }: { at: number; length: number }): void {
    const chars = length >= 66 ? this.#u8(at + 64) : 0;
    if (chars === 0 || 66 + chars * 2 > length)
      return void this.#damage.push('$FILE_NAME is cut off');
    if (this.names.length >= MAX_NAMES) return;
    this.names.push({
      parent: readReference(this.#view, at),
      name: this.#text(at + 66, chars),
      space: this.#u8(at + 65),
      times: timesAt(this.#view, at + 8),
    });
  }

  #takeStream(attribute: Attribute): void {
    if (this.streams.length >= MAX_STREAMS) return;
    const { at, length, name } = attribute;
    if (!attribute.isResident) {
      // Of a long run list only the part that begins at cluster 0 says the size.
      const isFirst = length >= 56 && this.#view.getBigUint64(at + 16, true) === 0n;
      const size = isFirst ? Number(this.#view.getBigUint64(at + 48, true)) : null;
      this.streams.push({ name, size, resident: null });
      return;
    }
    const value = this.#value(attribute);
    if (value === null)
      return void this.#damage.push('a resident value does not fit into its attribute');
    const resident = this.#bytes.subarray(value.at, value.at + value.length);
    this.streams.push({ name, size: value.length, resident });
  }

  /** Of a resident attribute: where its value stands in the record. */
  #value({ at, length }: Attribute): { at: number; length: number } | null {
    const size = this.#view.getUint32(at + 16, true);
    const offset = this.#view.getUint16(at + 20, true);
    return offset < 24 || offset + size > length ? null : { at: at + offset, length: size };
  }

  #nameOf(at: number, length: number): string {
    const chars = this.#u8(at + 9);
    const offset = this.#view.getUint16(at + 10, true);
    return chars === 0 || offset + chars * 2 > length ? '' : this.#text(at + offset, chars);
  }

  #text(at: number, chars: number): string {
    return utf16Text(this.#view, at, chars);
  }

  #u8(at: number): number {
    return this.#bytes[at] ?? 0;
  }
}

/** Created, modified, record changed, accessed: in this order in both attributes. */
function timesAt(view: DataView, at: number): FileTimes {
  return {
    b: readFileTime(view, at),
    m: readFileTime(view, at + 8),
    c: readFileTime(view, at + 16),
    a: readFileTime(view, at + 24),
  };
}

/** At once, not letter by letter: what is put together so is slow to read wherever it goes. */
export function utf16Text(view: DataView, at: number, chars: number): string {
  const codes = Array.from({ length: chars }, (_, n) => view.getUint16(at + n * 2, true) || 0xfffd);
  return String.fromCharCode(...codes).toWellFormed();
}
