/** The end of a spool at which received records come in. One a receiver; used by its thread alone. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { sealFrame } from './spool-frame.ts';
import { readPosition, segmentPath, segmentsIn, sizeOf } from './spool-place.ts';

const SEGMENT_BYTES = 16 * 1_048_576;
/** What is held back until it is written, at most. */
const FRAME_BYTES = 512 * 1024;

export interface SpoolMark {
  readonly segment: number;
  readonly offset: number;
}

export interface SpoolWriter {
  /** False where there is no room; nothing was taken then. */
  add(record: Uint8Array): boolean;
  /** Writes what was added; the mark is behind it. @throws what the file system says. */
  flush(): SpoolMark;
  isFull(): boolean;
  /** Bytes that wait for the database. */
  waitingBytes(): number;
  close(): void;
}

export interface SpoolWriterOptions {
  readonly folder: string;
  readonly key: Buffer;
  /** Most that waits on the disk. */
  readonly limitBytes: number;
}

export function createSpoolWriter({ folder, key, limitBytes }: SpoolWriterOptions): SpoolWriter {
  // What a process left half-written at its end is never gone on with.
  let segment = Math.max(readPosition(folder).segment, segmentsIn(folder).at(-1) ?? 0) + 1;
  let offset = 0;
  let file: number | null = null;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let onDisk = 0;
  let lookedAt = 0;

  function look(): void {
    const position = readPosition(folder);
    onDisk = segmentsIn(folder).reduce((sum, one) => {
      const size = sizeOf(segmentPath(folder, one));
      if (one < position.segment) return sum;
      return sum + size - (one === position.segment ? Math.min(size, position.offset) : 0);
    }, 0);
    lookedAt = performance.now();
  }

  const waitingBytes = () => {
    if (performance.now() - lookedAt > 100) look();
    return onDisk + pendingBytes;
  };

  function flush(): SpoolMark {
    if (pending.length > 0) {
      if (offset >= SEGMENT_BYTES) rotate();
      file ??= openSync(segmentPath(folder, segment), 'a', 0o600);
      const frame = sealFrame(key, pending);
      for (let at = 0; at < frame.length; ) at += writeSync(file, frame, at);
      offset += frame.length;
      onDisk += frame.length;
      pending = [];
      pendingBytes = 0;
    }
    return { segment, offset };
  }

  function rotate(): void {
    if (file !== null) closeSync(file);
    file = null;
    segment++;
    offset = 0;
  }

  return {
    add(record) {
      if (waitingBytes() + record.length > limitBytes) return false;
      pending.push(record);
      pendingBytes += record.length + 4;
      if (pendingBytes >= FRAME_BYTES) flush();
      return true;
    },
    flush,
    isFull: () => waitingBytes() >= limitBytes * 0.9,
    waitingBytes,
    close() {
      flush();
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
