/** Rows of bodyfiles and of mactime as events. */
import type { EvidenceEvent } from '../events/event.types.ts';
import type { FileRow } from './body-line.ts';
import { macbMoments } from './macb.ts';
import type { MactimeRow } from './mactime-line.ts';

interface Place {
  readonly offset: number;
  readonly line: number;
}

/** One for each distinct time; a row without any gives one without time, so that it is not lost. */
export function bodyEvents(row: FileRow, place: Place): EvidenceEvent[] {
  const moments = macbMoments(row.times);
  if (moments.length === 0) return [fileEvent(row, null, '....', place, row.md5)];
  return moments.map((at) => fileEvent(row, at, at.macb, place, row.md5));
}

export const mactimeEvent = (row: MactimeRow, place: Place): EvidenceEvent =>
  fileEvent(row, row.at, row.macb, place, null);

function fileEvent(
  { name, inode, mode, uid, gid, size }: Omit<FileRow, 'md5' | 'times'>,
  at: { readonly ms: number; readonly nanos: number } | null,
  macb: string,
  { offset, line }: Place,
  md5: string | null,
): EvidenceEvent {
  return {
    timeMs: at?.ms ?? null,
    timeNanos: at?.nanos ?? 0,
    kind: 'file',
    host: null,
    user: null,
    provider: 'Bodyfile',
    code: macb,
    summary: `${macb} ${name}`,
    fields: {
      Path: name,
      Size: size,
      Mode: mode,
      UID: uid,
      GID: gid,
      Inode: inode,
      ...(md5 === null || /^0+$/.test(md5) ? {} : { MD5: md5 }),
    },
    offset,
    record: String(line),
  };
}
