/** VS_VERSIONINFO as Microsoft's documentation of resources writes it: nested blocks of a key and a value. */
import type { FileView } from '../binary/file-view.ts';
import { utf16Le } from '../pcap/bytes.ts';

const MOST_BYTES = 65_536;
const MOST_STRINGS = 200;
const MOST_VALUE = 1_024;
const FIXED = 0xfeef04bd;
const DEPTH = 4;

export interface VersionInfo {
  readonly strings: Readonly<Record<string, string>>;
  readonly fixed: { readonly file: string; readonly product: string } | null;
}

const four = (at: number) => Math.ceil(at / 4) * 4;

export function readVersionInfo(view: FileView, offset: number, size: number): VersionInfo {
  const bytes = view.bytes(offset, Math.min(size, MOST_BYTES));
  const strings = new Map<string, string>();
  walkBlocks(bytes, 0, bytes.length, 0, strings);
  return { strings: Object.fromEntries(strings), fixed: fixedOf(bytes) };
}

const u16 = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

/** A block is its length, its value's length, a type, a key up to a zero, the value, then its blocks. */
function walkBlocks(
  bytes: Uint8Array,
  from: number,
  end: number,
  depth: number,
  strings: Map<string, string>,
): void {
  for (let at = from; at + 6 <= end && strings.size < MOST_STRINGS; ) {
    const length = u16(bytes, at);
    if (length < 6) return;
    const stop = Math.min(end, at + length);
    const valueLength = u16(bytes, at + 2);
    const isText = u16(bytes, at + 4) === 1;
    let keyEnd = at + 6;
    while (keyEnd + 1 < stop && u16(bytes, keyEnd) !== 0) keyEnd += 2;
    const key = utf16Le(bytes, at + 6, keyEnd);
    const value = four(keyEnd + 2);
    if (depth === 3 && isText) strings.set(key, textAt(bytes, value, stop));
    else if (depth < DEPTH - 1 && key !== 'VarFileInfo') {
      const inside = depth === 0 ? four(value + valueLength) : value;
      walkBlocks(bytes, inside, stop, depth + 1, strings);
    }
    at = four(at + length);
  }
}

function textAt(bytes: Uint8Array, at: number, end: number): string {
  let stop = at;
  while (stop + 1 < end && u16(bytes, stop) !== 0 && stop - at < MOST_VALUE * 2) stop += 2;
  return utf16Le(bytes, at, stop);
}

function fixedOf(bytes: Uint8Array): VersionInfo['fixed'] {
  // After three numbers, 'VS_VERSION_INFO' with its zero, and the padding.
  const at = 40;
  const mark = u16(bytes, at) + u16(bytes, at + 2) * 65_536;
  if (mark !== FIXED) return null;
  const version = (from: number) =>
    [from + 2, from, from + 6, from + 4].map((place) => u16(bytes, place)).join('.');
  return { file: version(at + 8), product: version(at + 16) };
}
