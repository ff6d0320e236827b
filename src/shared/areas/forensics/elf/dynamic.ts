/** The dynamic section and the dynamic symbols (System V ABI chapter 5; hash tables: also GNU's). */
import type { ElfSymbols } from './elf.types.ts';
import type { ElfImage } from './elf-image.ts';

const MOST_ENTRIES = 16_384;
const MOST_NEEDED = 1_024;
const MOST_NAME = 1_024;
const MOST_SYMBOLS = 1_048_576;
const MOST_NAMES = 4_096;
const MOST_NAME_BYTES = 4_194_304;

const TAG = {
  needed: 1,
  hash: 4,
  strings: 5,
  symbols: 6,
  soname: 14,
  rpath: 15,
  runpath: 29,
  gnuHash: 0x6ffffef5,
};
const [DYNAMIC_SEGMENT, DYNAMIC_SECTION, DYNAMIC_SYMBOLS] = [2, 6, 11];

export interface DynamicFacts {
  readonly isThere: boolean;
  readonly needed: readonly string[];
  readonly soname: string | null;
  readonly searchPaths: readonly string[];
  readonly imported: ElfSymbols;
  readonly exported: ElfSymbols;
}

interface Range {
  readonly at: number;
  readonly size: number;
}

export function readDynamic(image: ElfImage): DynamicFacts {
  const entries = readEntries(image);
  const first = (tag: number) => entries.find((entry) => entry.tag === tag)?.value;
  const stringsAddress = first(TAG.strings);
  const strings = stringsAddress === undefined ? null : image.offsetOf(stringsAddress);
  const textsOf = (tag: number) =>
    strings === null
      ? []
      : entries
          .filter((entry) => entry.tag === tag)
          .slice(0, MOST_NEEDED)
          .map(({ value }) => image.view.text(strings + Number(value), MOST_NAME));
  return {
    isThere: entries.length > 0,
    needed: textsOf(TAG.needed),
    soname: textsOf(TAG.soname)[0] ?? null,
    searchPaths: [...textsOf(TAG.rpath), ...textsOf(TAG.runpath)],
    ...readSymbols(image, strings, first),
  };
}

function readEntries(image: ElfImage): { tag: number; value: bigint }[] {
  const segment = image.segments.find(({ type }) => type === DYNAMIC_SEGMENT);
  const section = image.sections.find(({ type }) => type === DYNAMIC_SECTION);
  const range = segment
    ? { at: segment.offset, size: segment.fileSize }
    : section && { at: section.offset, size: section.size };
  const entries: { tag: number; value: bigint }[] = [];
  if (!range) return entries;
  const step = image.is64 ? 16 : 8;
  const end = Math.min(image.view.size, range.at + range.size);
  for (let at = range.at; at + step <= end && entries.length < MOST_ENTRIES; at += step) {
    const tag = image.word(at);
    if (tag === 0) return entries;
    entries.push({ tag, value: image.address(at + step / 2) });
  }
  if (entries.length > 0) image.problem('the dynamic section has no end', range.at, false);
  return entries;
}

function readSymbols(
  image: ElfImage,
  stringsAt: number | null,
  first: (tag: number) => bigint | undefined,
): Pick<DynamicFacts, 'imported' | 'exported'> {
  const each = image.is64 ? 24 : 16;
  const section = image.sections.find(({ type }) => type === DYNAMIC_SYMBOLS);
  let table: Range | null = null;
  let texts = stringsAt;
  if (section) {
    table = { at: section.offset, size: image.there(section) };
    texts = image.sections[section.link]?.offset ?? texts;
  } else {
    const address = first(TAG.symbols);
    const at = address === undefined ? null : image.offsetOf(address);
    if (at !== null) table = { at, size: countByHash(image, first) * each };
  }
  return listSymbols(image, table, texts, each);
}

function listSymbols(image: ElfImage, table: Range | null, texts: number | null, each: number) {
  const { view, is64 } = image;
  const lists = {
    imported: { count: 0, names: [] as string[] },
    exported: { count: 0, names: [] as string[] },
  };
  let room = MOST_NAME_BYTES;
  const said = table === null ? 0 : Math.floor(table.size / each);
  const held = table === null ? 0 : Math.min(said, Math.floor((view.size - table.at) / each));
  if (held < said || held > MOST_SYMBOLS)
    image.problem('more symbols than are read', table?.at ?? null);
  for (let n = 1; table !== null && n < Math.min(held, MOST_SYMBOLS); n++) {
    const at = table.at + n * each;
    const nameAt = view.u32(at);
    if (nameAt === 0 || !isShared(image, at)) continue;
    const isUndefined = view.u16(at + (is64 ? 6 : 14)) === 0;
    const list = isUndefined ? lists.imported : lists.exported;
    list.count += 1;
    if (list.names.length >= MOST_NAMES || room <= 0 || texts === null) continue;
    const name = view.text(texts + nameAt, MOST_NAME);
    room -= name.length;
    list.names.push(name);
  }
  return lists;
}

/** Bound beyond this file, and not hidden. */
function isShared({ view, is64 }: ElfImage, at: number): boolean {
  const binding = view.u8(at + (is64 ? 4 : 12)) >> 4;
  const visibility = view.u8(at + (is64 ? 5 : 13)) & 3;
  return binding !== 0 && visibility !== 1 && visibility !== 2;
}

/** How many symbols the hash tables lead to; 0 where there are none. */
function countByHash(image: ElfImage, first: (tag: number) => bigint | undefined): number {
  const { view } = image;
  const plain = first(TAG.hash);
  const plainAt = plain === undefined ? null : image.offsetOf(plain);
  if (plainAt !== null) return Math.min(view.u32(plainAt + 4), MOST_SYMBOLS);
  const gnu = first(TAG.gnuHash);
  const at = gnu === undefined ? null : image.offsetOf(gnu);
  if (at === null) return 0;
  const [buckets, start, words] = [view.u32(at), view.u32(at + 4), view.u32(at + 8)];
  const bucketsAt = at + 16 + words * (image.is64 ? 8 : 4);
  let last = 0;
  for (let n = 0; n < Math.min(buckets, MOST_SYMBOLS) && bucketsAt + n * 4 < view.size; n++) {
    last = Math.max(last, view.u32(bucketsAt + n * 4));
  }
  if (last < start) return start;
  const chains = bucketsAt + buckets * 4;
  while (last < MOST_SYMBOLS && chains + (last - start) * 4 < view.size) {
    if ((view.u32(chains + (last - start) * 4) & 1) === 1) break;
    last += 1;
  }
  return last + 1;
}
