/**
 * Headers and sections of a portable executable, by 'PE Format' of Microsoft's documentation, and the
 * way from an address in memory to a place in the file. Counts in headers are held to the bytes there are.
 */
import { entropyOf } from '../binary/entropy.ts';
import type { FileView } from '../binary/file-view.ts';
import type { PeProblem } from './pe.types.ts';

/** The loader of Windows takes no more than 96; linkers for other systems make some more. */
const MOST_SECTIONS = 256;
const SECTION_BYTES = 40;
const MOST_DIRECTORIES = 16;
const MOST_PROBLEMS = 200;
/** Raw data begin at a multiple of this, whatever the header says (the loader rounds down). */
const RAW_ALIGNMENT = 0x200;

export const DIRECTORY = {
  exports: 0,
  imports: 1,
  resources: 2,
  security: 4,
  debug: 6,
  tls: 9,
  delayed: 13,
  clr: 14,
} as const;

export interface RawSection {
  readonly name: string;
  readonly virtualAddress: number;
  readonly virtualSize: number;
  readonly rawOffset: number;
  readonly rawSize: number;
  readonly flags: number;
}

export interface Directory {
  readonly address: number;
  readonly size: number;
}

/** One file while it is read: what is found wrong, and how much more may be summed. */
export class PeImage {
  readonly view: FileView;
  readonly problems: PeProblem[] = [];
  readonly header: number;
  readonly optional: number;
  readonly optionalSize: number;
  readonly is64: boolean;
  readonly sections: readonly RawSection[];
  readonly directories: readonly Directory[];
  readonly fileAlignment: number;
  readonly sectionAlignment: number;
  #entropyBytes: number;

  /** @throws where there is no header */
  constructor(view: FileView, header: number) {
    this.view = view;
    this.header = header;
    this.optional = header + 24;
    this.optionalSize = view.u16(header + 20);
    this.is64 = view.u16(this.optional) === 0x20b;
    this.sectionAlignment = view.u32(this.optional + 32);
    this.fileAlignment = view.u32(this.optional + 36);
    this.sections = this.#readSections();
    this.directories = this.#readDirectories();
    // Sections may lie over each other: what is summed in all is bounded by the file, not by them.
    this.#entropyBytes = Math.min(view.size * 2, 134_217_728);
  }

  problem(what: string, offset: number | null, isLoss = true): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ what, offset, isLoss });
  }

  directory(index: number): Directory {
    return this.directories[index] ?? { address: 0, size: 0 };
  }

  /** Null where no byte of the file is loaded there. */
  offsetOf(address: number): number | null {
    const section = this.sectionAt(address);
    if (section === null) return address < this.view.size ? address : null;
    const offset = address - this.#loadedAt(section) + alignedRaw(section, this.fileAlignment);
    return offset < this.view.size ? offset : null;
  }

  sectionAt(address: number): RawSection | null {
    for (const [index, section] of this.sections.entries()) {
      const start = this.#loadedAt(section);
      const isCut = this.view.size - alignedRaw(section, this.fileAlignment) < section.rawSize;
      let size = isCut ? section.virtualSize : Math.max(section.rawSize, section.virtualSize);
      const next = this.sections[index + 1];
      if (next && next.virtualAddress > section.virtualAddress) {
        size = Math.min(size, next.virtualAddress - start);
      }
      if (address >= start && address < start + size) return section;
    }
    return null;
  }

  /** A text of one character a byte at an address; '' where nothing is loaded there. */
  textAt(address: number, most: number): string {
    const at = this.offsetOf(address);
    return at === null ? '' : this.view.text(at, most);
  }

  entropy(at: number, size: number): number | null {
    const there = Math.max(0, Math.min(size, this.view.size - at));
    if (there > this.#entropyBytes) {
      this.problem('sections overlap so much that not all of them were measured', at, false);
      return null;
    }
    this.#entropyBytes -= there;
    return entropyOf(this.view, at, there);
  }

  #loadedAt({ virtualAddress }: RawSection): number {
    // Below a page, sections are loaded as they lie in the file.
    const alignment = this.sectionAlignment < 0x1000 ? this.fileAlignment : this.sectionAlignment;
    return alignment > 0 && virtualAddress % alignment !== 0
      ? alignment * Math.floor(virtualAddress / alignment)
      : virtualAddress;
  }

  #readSections(): RawSection[] {
    const { view } = this;
    const said = view.u16(this.header + 6);
    const at = this.optional + this.optionalSize;
    const count = Math.max(
      0,
      Math.min(said, MOST_SECTIONS, Math.floor((view.size - at) / SECTION_BYTES)),
    );
    if (count < said) this.problem('the header names more sections than can be read', at);
    return Array.from({ length: count }, (_, index) => {
      const from = at + index * SECTION_BYTES;
      return {
        name: view.text(from, 8),
        virtualSize: view.u32(from + 8),
        virtualAddress: view.u32(from + 12),
        rawSize: view.u32(from + 16),
        rawOffset: view.u32(from + 20),
        flags: view.u32(from + 36),
      };
    });
  }

  #readDirectories(): Directory[] {
    const at = this.optional + (this.is64 ? 112 : 96);
    const said = this.view.u32(at - 4);
    const count = Math.min(said, MOST_DIRECTORIES, Math.floor((this.view.size - at) / 8));
    if (said > MOST_DIRECTORIES) {
      this.problem('the header names more directories than there are', at - 4, false);
    }
    return Array.from({ length: Math.max(0, count) }, (_, index) => ({
      address: this.view.u32(at + index * 8),
      size: this.view.u32(at + index * 8 + 4),
    }));
  }
}

export function alignedRaw({ rawOffset }: RawSection, fileAlignment: number): number {
  return fileAlignment < RAW_ALIGNMENT
    ? rawOffset
    : Math.floor(rawOffset / RAW_ALIGNMENT) * RAW_ALIGNMENT;
}

/** Where the header begins; null where this is no portable executable. */
export function findPeHeader(view: FileView): number | null {
  if (view.u16(0) !== 0x5a4d) return null;
  const header = view.u32(0x3c);
  return header + 24 <= view.size && view.u32(header) === 0x4550 ? header : null;
}
