/** The end of a spool at which the database takes records out. One at a time, by the job that writes. */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { openFrame } from './spool-frame.ts';
import { readPosition, segmentPath, segmentsIn, sizeOf } from './spool-place.ts';

const READ_BYTES = 1_048_576;

export interface SpoolBatch {
  readonly records: readonly Buffer[];
  /** Where to go on once these are kept. */
  readonly segment: number;
  readonly offset: number;
  /** Stretches that could not be read and were passed over. */
  readonly damaged: number;
}

/** The next frame after a position; null where nothing waits. Reads on behind what is damaged. */
export function nextBatch(
  folder: string,
  key: Buffer,
  from: { readonly segment: number; readonly offset: number },
): SpoolBatch | null {
  const segments = segmentsIn(folder).filter((one) => one >= from.segment);
  let damaged = 0;
  for (const [index, segment] of segments.entries()) {
    const offset = segment === from.segment ? from.offset : 0;
    const isNewest = index === segments.length - 1;
    const size = sizeOf(segmentPath(folder, segment));
    if (offset < size) {
      const found = frameAt(segmentPath(folder, segment), key, offset, size);
      if (found.type === 'frame') {
        return { records: found.records, segment, offset: found.end, damaged };
      }
      // The newest one may be about to be written; what is cut off in an older one stays cut off.
      if (found.type === 'short' && isNewest) return null;
      damaged++;
      if (isNewest) return { records: [], segment, offset: size, damaged };
    }
  }
  return null;
}

function frameAt(path: string, key: Buffer, offset: number, size: number) {
  const file = openSync(path, 'r');
  try {
    for (let most = READ_BYTES; ; most *= 4) {
      const bytes = Buffer.alloc(Math.min(most, size - offset));
      const read = readSync(file, bytes, 0, bytes.length, offset);
      const found = openFrame(key, bytes.subarray(0, read), 0);
      if (found.type === 'frame') return { ...found, end: offset + found.end };
      if (found.type === 'damaged' || read >= size - offset) return found;
    }
  } finally {
    closeSync(file);
  }
}

/** Segments before the position are done with. */
export function removeRead(folder: string): void {
  const { segment } = readPosition(folder);
  for (const one of segmentsIn(folder)) {
    if (one < segment) rmSync(segmentPath(folder, one), { force: true });
  }
}
