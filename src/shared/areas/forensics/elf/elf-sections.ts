/** Sections of an ELF file as they are shown (System V ABI, 'Sections'), and what is told from them. */
import { latin1 } from '../pcap/bytes.ts';
import type { ElfSection } from './elf.types.ts';
import type { ElfImage } from './elf-image.ts';
import { SECTION_TYPES } from './names.table.ts';

const MOST_NAME = 256;
export const MOST_LISTED = 512;
const MOST_COMMENT = 16_384;

export const accessOf = (flags: number, letters: string, bits: readonly number[]) =>
  [...letters].filter((_, n) => (flags & (bits[n] ?? 0)) !== 0).join('');

export function describeSections(image: ElfImage): ElfSection[] {
  const names = image.sections[image.namesIndex];
  if (image.sections.length > MOST_LISTED) {
    image.problem('more sections than are shown', null, false);
  }
  return image.sections.slice(0, MOST_LISTED).map((section) => {
    const there = image.there(section);
    if (section.type !== 8 && there < section.size) {
      image.problem('a section lies outside the file', section.offset);
    }
    return {
      name: names ? image.view.text(names.offset + section.nameAt, MOST_NAME) : '',
      type: SECTION_TYPES[section.type] ?? `0x${section.type.toString(16)}`,
      address: `0x${section.address.toString(16)}`,
      offset: section.offset,
      size: section.size,
      flags: accessOf(section.flags, 'wax', [1, 2, 4]),
      entropy: there === 0 ? null : image.entropy(section.offset, there),
    };
  });
}

export function entrySectionOf(
  image: ElfImage,
  listed: readonly ElfSection[],
  entry: bigint,
): string | null {
  const index = image.sections.findIndex(({ address, size, flags }) => {
    const beyond = entry - address;
    return (flags & 2) !== 0 && beyond >= 0n && Number(beyond) < size;
  });
  return listed[index]?.name ?? null;
}

export function compilersOf(image: ElfImage, sections: readonly ElfSection[]): string[] {
  const comment = sections.find(({ name }) => name === '.comment');
  if (!comment) return [];
  const bytes = image.view.bytes(comment.offset, Math.min(comment.size, MOST_COMMENT));
  const texts = latin1(bytes).split('\0');
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, 50);
}
