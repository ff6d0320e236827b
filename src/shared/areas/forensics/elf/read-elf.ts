/** Facts of an ELF file: System V ABI. Pure, for a file of any size, bounded as read-pe.ts is. */
import { bytesSource, type FileBytes, FileView } from '../binary/file-view.ts';
import { readDynamic } from './dynamic.ts';
import type { ElfFacts } from './elf.types.ts';
import { type ElfImage, openElf } from './elf-image.ts';
import {
  accessOf,
  compilersOf,
  describeSections,
  entrySectionOf,
  MOST_LISTED,
} from './elf-sections.ts';
import { elfFindings } from './findings.ts';
import { ELF_MACHINES, ELF_SYSTEMS, SEGMENT_TYPES } from './names.table.ts';
import { readNotes } from './notes.ts';

const [SYMBOLS, INTERPRETER] = [2, 3];

/** Null where this is no ELF file. */
export function readElf(file: FileBytes | Uint8Array): ElfFacts | null {
  const view = new FileView(file instanceof Uint8Array ? bytesSource(file) : file);
  const image = openElf(view);
  if (image === null) return null;
  const sections = describeSections(image);
  const dynamic = readDynamic(image);
  const interpreter = interpreterOf(image);
  const entry = image.address(24);
  const facts = {
    is64: image.is64,
    isBigEndian: view.u8(5) === 2,
    system: ELF_SYSTEMS[view.u8(7)] ?? `system ${view.u8(7)}`,
    type: typeOf(image, interpreter),
    machine: machineOf(image),
    entryPoint: `0x${entry.toString(16)}`,
    entrySection: entrySectionOf(image, sections, entry),
    sections,
    segments: image.segments.slice(0, MOST_LISTED).map((segment) => ({
      type: SEGMENT_TYPES[segment.type] ?? `0x${segment.type.toString(16)}`,
      offset: segment.offset,
      address: `0x${segment.address.toString(16)}`,
      fileSize: segment.fileSize,
      memorySize: segment.memorySize,
      access: accessOf(segment.flags, 'rwx', [4, 2, 1]),
    })),
    interpreter,
    needed: dynamic.needed,
    soname: dynamic.soname,
    searchPaths: dynamic.searchPaths,
    ...readNotes(image),
    compilers: compilersOf(image, sections),
    imported: dynamic.imported,
    exported: dynamic.exported,
    isStripped: !image.sections.some(({ type }) => type === SYMBOLS),
    isStatic: !dynamic.isThere,
    overlay: overlayOf(image),
  };
  return { ...facts, findings: elfFindings(facts), problems: image.problems };
}

function typeOf(image: ElfImage, interpreter: string | null): string {
  const type = image.view.u16(16);
  if (type === 3) return interpreter === null ? 'shared object' : 'position-independent executable';
  return { 0: 'none', 1: 'relocatable', 2: 'executable', 4: 'core' }[type] ?? `type ${type}`;
}

function machineOf({ view }: ElfImage): string {
  const machine = view.u16(18);
  return ELF_MACHINES[machine] ?? `machine ${machine}`;
}

function interpreterOf(image: ElfImage): string | null {
  const segment = image.segments.find(({ type }) => type === INTERPRETER);
  if (!segment) return null;
  return image.view.text(segment.offset, Math.min(segment.fileSize, 4_096));
}

function overlayOf(image: ElfImage): ElfFacts['overlay'] {
  const { view } = image;
  let end = image.tablesEnd;
  for (const section of image.sections) {
    if (section.offset < view.size) end = Math.max(end, section.offset + image.there(section));
  }
  for (const { offset, fileSize } of image.segments) {
    if (offset < view.size) end = Math.max(end, offset + fileSize);
  }
  if (end >= view.size) return null;
  return { offset: end, size: view.size - end, entropy: image.entropy(end, view.size - end) };
}
