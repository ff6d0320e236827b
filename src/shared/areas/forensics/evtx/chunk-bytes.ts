/** The bytes of one chunk, with the texts and names in it. One object is used for all chunks of a file. */
import { EVTX_LIMITS, EvtxFault } from './evtx.types.ts';

const SIZE = EVTX_LIMITS.chunkBytes;
/** Arguments of one call: more could overflow the stack of a worker. */
const CHARS_PER_CALL = 4_096;
/** Texts up to this length are looked up among those met before: logs repeat themselves. */
const KEPT_CHARS = 64;
const KEPT_SLOTS = 8_192;

export interface EvtxName {
  readonly text: string;
  /** Bytes that the name takes where it stands. */
  readonly size: number;
}

export class ChunkBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** UTF-16 begins at even and at odd offsets: the second array sees the same bytes moved by one. */
  readonly #even: Uint16Array;
  readonly #odd: Uint16Array;
  readonly #moved: Uint8Array;
  readonly #words: Int32Array;
  readonly #kept: (string | undefined)[] = new Array(KEPT_SLOTS);
  readonly #names = new Map<number, EvtxName>();

  constructor() {
    const buffer = new ArrayBuffer(SIZE);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.#words = new Int32Array(buffer);
    this.#even = new Uint16Array(buffer);
    const moved = new ArrayBuffer(SIZE);
    this.#moved = new Uint8Array(moved);
    this.#odd = new Uint16Array(moved);
  }

  /** To be called once `bytes` holds another chunk. */
  changed(): void {
    this.#names.clear();
    this.#moved.set(this.bytes.subarray(1));
  }

  isZero(): boolean {
    const words = this.#words;
    for (let at = 0; at < words.length; at++) if (words[at] !== 0) return false;
    return true;
  }

  /**
   * UTF-16, little-endian, byte by byte as stored: lone surrogates and NUL stay what they are.
   * @throws EvtxFault where it does not lie within the chunk
   */
  text(offset: number, chars: number): string {
    if (chars === 0) return '';
    if (offset + chars * 2 > SIZE) throw new EvtxFault('out-of-bounds');
    const units = offset & 1 ? this.#odd : this.#even;
    const from = offset >>> 1;
    return chars <= KEPT_CHARS ? this.#keptText(units, from, chars) : longText(units, from, chars);
  }

  #keptText(units: Uint16Array, from: number, chars: number): string {
    const step = (chars >>> 3) + 1;
    let hash = chars;
    for (let at = from + chars - 1; at >= from; at -= step) {
      hash = Math.imul(hash, 31) + (units[at] ?? 0);
    }
    const slot = (hash ^ (hash >>> 15)) & (KEPT_SLOTS - 1);
    const known = this.#kept[slot];
    if (known !== undefined && isSame(known, units, from, chars)) return known;
    const text = longText(units, from, chars);
    this.#kept[slot] = text;
    return text;
  }

  /** Section 'Name': four bytes unknown, a hash, the length, the characters and an end mark. */
  name(offset: number): EvtxName {
    const known = this.#names.get(offset);
    if (known) return known;
    if (offset + 8 > SIZE) throw new EvtxFault('name');
    const chars = this.view.getUint16(offset + 6, true);
    if (chars === 0 || chars > EVTX_LIMITS.nameChars) throw new EvtxFault('name');
    const name = { text: this.text(offset + 8, chars), size: 8 + chars * 2 + 2 };
    this.#names.set(offset, name);
    return name;
  }
}

function isSame(known: string, units: Uint16Array, from: number, chars: number): boolean {
  if (known.length !== chars) return false;
  for (let at = 0; at < chars; at++) {
    if (known.charCodeAt(at) !== units[from + at]) return false;
  }
  return true;
}

function longText(units: Uint16Array, from: number, chars: number): string {
  if (chars <= CHARS_PER_CALL) return fromUnits(units.subarray(from, from + chars));
  const parts: string[] = [];
  for (let at = from; at < from + chars; at += CHARS_PER_CALL) {
    parts.push(fromUnits(units.subarray(at, Math.min(at + CHARS_PER_CALL, from + chars))));
  }
  return parts.join('');
}

function fromUnits(units: Uint16Array): string {
  // A typed array is a list of arguments as good as an array; only its type is too narrow.
  return String.fromCharCode.apply(null, units as unknown as number[]);
}
