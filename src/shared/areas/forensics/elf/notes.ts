/** Notes (System V ABI chapter 5): an owner, a number, bytes. GNU's number 3 is the build id. */
import { hex } from '../pcap/bytes.ts';
import type { ElfNote } from './elf.types.ts';
import type { ElfImage } from './elf-image.ts';

const MOST_NOTES = 1_024;
const MOST_OWNER = 64;
const MOST_ID = 64;
const [NOTE_SEGMENT, NOTE_SECTION, BUILD_ID] = [4, 7, 3];

export interface NoteFacts {
  readonly notes: readonly ElfNote[];
  readonly buildId: string | null;
}

export function readNotes(image: ElfImage): NoteFacts {
  const sections = image.sections.filter(({ type }) => type === NOTE_SECTION);
  const segments = image.segments.filter(({ type }) => type === NOTE_SEGMENT);
  const ranges =
    sections.length > 0
      ? sections.map((section) => [section.offset, image.there(section)] as const)
      : segments.map(({ offset, fileSize }) => [offset, fileSize] as const);
  const notes: ElfNote[] = [];
  let buildId: string | null = null;
  for (const [from, size] of ranges) {
    const end = Math.min(image.view.size, from + size);
    for (let at = from; at + 12 <= end && notes.length < MOST_NOTES; ) {
      const note = noteAt(image, at, end);
      if (note === null) break;
      notes.push({ owner: note.owner, type: note.type, size: note.size });
      if (note.owner === 'GNU' && note.type === BUILD_ID) {
        buildId ??= hex(image.view.bytes(note.dataAt, Math.min(note.size, MOST_ID)));
      }
      at = note.next;
    }
  }
  return { notes, buildId };
}

function noteAt({ view }: ElfImage, at: number, end: number) {
  const [nameSize, size, type] = [view.u32(at), view.u32(at + 4), view.u32(at + 8)];
  const dataAt = at + 12 + Math.ceil(nameSize / 4) * 4;
  if (dataAt + size > end) return null;
  const owner = view.text(at + 12, Math.min(nameSize, MOST_OWNER));
  return { owner, type, size, dataAt, next: dataAt + Math.ceil(size / 4) * 4 };
}
