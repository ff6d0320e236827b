/**
 * Header, section and segment tables of ELF (System V ABI, chapters 4 and 5; 32 and 64 bits, both byte
 * orders). Counts are held to the bytes there are, also where they stand in section 0 (extended numbering).
 */
import { entropyOf } from '../binary/entropy.ts';
import type { FileView } from '../binary/file-view.ts';
import type { ElfProblem } from './elf.types.ts';

const MOST_SECTIONS = 16_384;
const MOST_SEGMENTS = 4_096;
const MOST_PROBLEMS = 200;
const NOBITS = 8;

export interface RawSection {
  readonly nameAt: number;
  readonly type: number;
  readonly flags: number;
  readonly address: bigint;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly entrySize: number;
}

export interface RawSegment {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: bigint;
  readonly fileSize: number;
  readonly memorySize: number;
}

export class ElfImage {
  readonly view: FileView;
  readonly is64: boolean;
  readonly problems: ElfProblem[] = [];
  readonly sections: readonly RawSection[];
  readonly segments: readonly RawSegment[];
  readonly namesIndex: number;
  /** The end of what the tables of sections and segments take. */
  readonly tablesEnd: number;
  #entropyBytes: number;

  constructor(view: FileView, is64: boolean) {
    this.view = view;
    this.is64 = is64;
    this.#entropyBytes = Math.min(view.size * 2, 134_217_728);
    const first = is64 ? 40 : 32;
    const sectionsAt = this.word(first);
    const segmentsAt = this.word(is64 ? 32 : 28);
    const tail = is64 ? 54 : 42;
    const [segmentSize, saidSegments] = [view.u16(tail), view.u16(tail + 2)];
    const [sectionSize, saidSections] = [view.u16(tail + 4), view.u16(tail + 6)];
    const zero = sectionsAt > 0 ? this.#section(sectionsAt) : null;
    const sections = saidSections === 0 ? (zero?.size ?? 0) : saidSections;
    const segments = saidSegments === 0xffff ? (zero?.info ?? 0) : saidSegments;
    const names = view.u16(tail + 8);
    this.namesIndex = names === 0xffff ? (zero?.link ?? 0) : names;
    const least = is64 ? { section: 64, segment: 56 } : { section: 40, segment: 32 };
    const sectionCount = this.#held(
      sectionsAt,
      sections,
      sectionSize,
      least.section,
      MOST_SECTIONS,
    );
    const segmentCount = this.#held(
      segmentsAt,
      segments,
      segmentSize,
      least.segment,
      MOST_SEGMENTS,
    );
    this.sections = Array.from({ length: sectionCount }, (_, n) =>
      this.#section(sectionsAt + n * sectionSize),
    );
    this.segments = Array.from({ length: segmentCount }, (_, n) =>
      this.#segment(segmentsAt + n * segmentSize),
    );
    this.tablesEnd = Math.max(
      is64 ? 64 : 52,
      sectionsAt + sectionCount * sectionSize,
      segmentsAt + segmentCount * segmentSize,
    );
  }

  problem(what: string, offset: number | null, isLoss = true): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ what, offset, isLoss });
  }

  /** A number as wide as addresses are; beyond 2^53 it is inexact, and beyond any file. */
  word(at: number): number {
    return this.is64 ? Number(this.view.u64(at)) : this.view.u32(at);
  }

  address(at: number): bigint {
    return this.is64 ? this.view.u64(at) : BigInt(this.view.u32(at));
  }

  /** Null where no byte of the file is loaded there. */
  offsetOf(address: bigint): number | null {
    for (const { type, offset, address: start, fileSize } of this.segments) {
      const beyond = address - start;
      if (type === 1 && beyond >= 0n && beyond < BigInt(Math.min(fileSize, this.view.size))) {
        const at = offset + Number(beyond);
        return at < this.view.size ? at : null;
      }
    }
    return null;
  }

  /** Bytes of it that are in the file. */
  there({ type, offset, size }: RawSection): number {
    return type === NOBITS ? 0 : Math.max(0, Math.min(size, this.view.size - offset));
  }

  entropy(at: number, size: number): number | null {
    if (size > this.#entropyBytes) {
      this.problem('parts overlap so much that not all of them were measured', at, false);
      return null;
    }
    this.#entropyBytes -= size;
    return entropyOf(this.view, at, size);
  }

  #section(at: number): RawSection {
    const { view } = this;
    const wide = this.is64 ? 8 : 4;
    return {
      nameAt: view.u32(at),
      type: view.u32(at + 4),
      flags: this.word(at + 8),
      address: this.address(at + 8 + wide),
      offset: this.word(at + 8 + wide * 2),
      size: this.word(at + 8 + wide * 3),
      link: view.u32(at + 8 + wide * 4),
      info: view.u32(at + 12 + wide * 4),
      entrySize: this.word(at + 16 + wide * 5),
    };
  }

  #segment(at: number): RawSegment {
    const { view, is64 } = this;
    return {
      type: view.u32(at),
      flags: view.u32(at + (is64 ? 4 : 24)),
      offset: this.word(at + (is64 ? 8 : 4)),
      address: this.address(at + (is64 ? 16 : 8)),
      fileSize: this.word(at + (is64 ? 32 : 16)),
      memorySize: this.word(at + (is64 ? 40 : 20)),
    };
  }

  #held(at: number, said: number, each: number, least: number, most: number): number {
    if (said === 0 || at === 0) return 0;
    const room = each < least || at >= this.view.size ? 0 : (this.view.size - at) / each;
    const count = Math.max(0, Math.min(said, Math.floor(room), most));
    if (count < said) this.problem('the header names more entries of a table than there are', at);
    return count;
  }
}

/** Null where this is no ELF file. */
export function openElf(view: FileView): ElfImage | null {
  if (view.u8(0) !== 0x7f || view.text(1, 3) !== 'ELF') return null;
  const [width, order] = [view.u8(4), view.u8(5)];
  if ((width !== 1 && width !== 2) || (order !== 1 && order !== 2) || view.size < 52) return null;
  return new ElfImage(order === 2 ? view.bigEndian() : view, width === 2);
}
