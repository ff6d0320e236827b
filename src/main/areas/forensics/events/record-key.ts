/**
 * What a record is known by in its source, whatever number its event was given: a source that is read
 * anew gives its events other numbers. The wording of a reader is not part of it, unless there is
 * nothing else to tell records apart by.
 */
import { createHash } from 'node:crypto';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';

export type RecordIdentity = Pick<
  EvidenceEvent,
  'record' | 'offset' | 'timeMs' | 'timeNanos' | 'kind' | 'code' | 'summary'
>;

const SUMMARY_MAX = 2_000;

/** 32 hexadecimal digits. */
export function recordKey(event: RecordIdentity): string {
  const { record, offset, timeMs, timeNanos, kind, code } = event;
  const words = record === null && offset === null ? event.summary.slice(0, SUMMARY_MAX) : null;
  return createHash('sha256')
    .update(JSON.stringify([record, offset, timeMs, timeNanos, kind, code, words]))
    .digest('hex')
    .slice(0, 32);
}
