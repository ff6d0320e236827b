/**
 * The 'Rich' header that Microsoft's linkers leave between the DOS program and the PE header: which tools
 * made which number of objects, under a key that is a sum over both. Undocumented by its maker.
 */
import type { FileView } from '../binary/file-view.ts';
import type { Md5, PeRich, PeRichEntry } from './pe.types.ts';

const START = 0x80;
const DANS = 0x536e6144;
const RICH = 0x68636952;
const MOST_WORDS = 2_048;

export function readRich(view: FileView, header: number, md5: Md5): PeRich | null {
  const words = Math.min(MOST_WORDS, Math.floor((header - START) / 4));
  let end = -1;
  for (let n = 0; n < words && end < 0; n++) {
    if (view.u32(START + n * 4) === RICH) end = START + n * 4;
  }
  if (end < START + 16) return null;
  const key = view.u32(end + 4);
  const word = (at: number) => (view.u32(at) ^ key) >>> 0;
  if (word(START) !== DANS) return null;
  if ([4, 8, 12].some((step) => word(START + step) !== 0)) return null;
  const entries: PeRichEntry[] = [];
  for (let at = START + 16; at + 8 <= end; at += 8) {
    const id = word(at);
    entries.push({ product: id >>> 16, build: id & 0xffff, uses: word(at + 4) });
  }
  const clear = view.bytes(START, end - START);
  for (let n = 0; n < clear.length; n++) {
    clear[n] = (clear[n] ?? 0) ^ ((key >>> ((n & 3) * 8)) & 0xff);
  }
  return {
    key: key.toString(16).padStart(8, '0'),
    entries,
    hash: md5(clear),
    isSumRight: sumOf(view, entries) === key,
  };
}

/** Bytes of the DOS program turned left by their place, but for the PE header's address, and the entries by their uses. */
function sumOf(view: FileView, entries: readonly PeRichEntry[]): number {
  let sum = START;
  for (let at = 0; at < START; at++) {
    if (at < 0x3c || at > 0x3f) sum = (sum + turned(view.u8(at), at)) >>> 0;
  }
  for (const { product, build, uses } of entries) {
    sum = (sum + turned(((product << 16) | build) >>> 0, uses)) >>> 0;
  }
  return sum;
}

function turned(value: number, by: number): number {
  const bits = by & 31;
  return bits === 0 ? value >>> 0 : ((value << bits) | (value >>> (32 - bits))) >>> 0;
}
