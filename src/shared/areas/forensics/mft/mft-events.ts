/** What a record of the master file table says, as events: one for each distinct time of each name. */
import { type FileMoment, isSameMoment, lettersAt, macbMoments } from '../bodyfile/macb.ts';
import type { EvidenceEvent } from '../events/event.types.ts';
import type { FolderPaths } from './folder-paths.ts';
import { fieldsOf, longNames, timestompNotes } from './mft-fields.ts';
import type { MftName, MftRecord } from './mft-record.ts';

const NONE = '....';
const SUMMARY = 1_000;

/** @param offset of the record in the table's file. */
export function mftEvents(record: MftRecord, paths: FolderPaths, offset: number): EvidenceEvent[] {
  const names = longNames(record.names);
  const first = names[0] ?? record.names[0];
  const place = { offset, record: String(record.number), notes: timestompNotes(record) };
  const events = eventsOf(record, first, paths, place);
  for (const name of names.slice(1)) {
    const link = { ...record, standard: null };
    events.push(...eventsOf(link, name, paths, place));
  }
  return events;
}

interface Place {
  readonly offset: number;
  readonly record: string;
  readonly notes: readonly string[];
}

function eventsOf(
  record: MftRecord,
  name: MftName | undefined,
  paths: FolderPaths,
  { offset, record: number, notes }: Place,
): EvidenceEvent[] {
  const path = name ? paths.pathOf(name.parent, name.name) : `/$OrphanFiles/record-${number}`;
  const fixed = fieldsOf(record, path, notes);
  return distinctMoments(record, name).map((at) => {
    const si = record.standard ? lettersAt(record.standard.times, at) : NONE;
    const fn = name ? lettersAt(name.times, at) : NONE;
    const isNameOnly = si === NONE;
    const macb = isNameOnly ? fn : si;
    const gone = record.isUsed ? '' : ' (deleted)';
    return {
      timeMs: at.ms,
      timeNanos: at.nanos,
      kind: 'file' as const,
      host: null,
      user: null,
      provider: 'NTFS $MFT',
      code: macb,
      summary: `${macb} ${path.slice(-SUMMARY)}${gone}${isNameOnly ? ' ($FILE_NAME)' : ''}`,
      fields: { ...fixed, SI: si, FN: fn },
      offset,
      record: number,
    };
  });
}

function distinctMoments({ standard }: MftRecord, name: MftName | undefined): FileMoment[] {
  const all = [
    ...(standard ? macbMoments(standard.times) : []),
    ...(name ? macbMoments(name.times) : []),
  ];
  return all.filter((at, n) => all.findIndex((other) => isSameMoment(at, other)) === n);
}
