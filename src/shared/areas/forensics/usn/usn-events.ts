/** A record of the change journal as an event. */
import type { EvidenceEvent } from '../events/event.types.ts';
import type { UsnRecord } from './usn-record.ts';
import { fileAttributes, usnReasons, usnSources } from './usn-words.ts';

/** @param offset of the record in the journal's file. */
export function usnEvent(record: UsnRecord, offset: number): EvidenceEvent {
  const reasons = usnReasons(record.reason);
  const sources = usnSources(record.sourceInfo);
  const name = record.name ?? `file ${record.file}`;
  return {
    timeMs: record.at?.ms ?? null,
    timeNanos: record.at?.nanos ?? 0,
    kind: 'file',
    host: null,
    user: null,
    provider: 'NTFS $UsnJrnl:$J',
    code: reasons[0] ?? null,
    summary: `${name}: ${reasons.join(', ')}`,
    fields: {
      ...(record.name === null ? {} : { Name: record.name }),
      Reason: reasons,
      File: record.file,
      Parent: record.parent,
      USN: String(record.usn),
      Version: String(record.version),
      ...(record.attributes === null ? {} : { Attributes: fileAttributes(record.attributes) }),
      ...(sources.length === 0 ? {} : { Source: sources }),
      ...(record.extents === 0 ? {} : { Extents: String(record.extents) }),
    },
    offset,
    record: String(record.usn),
  };
}
