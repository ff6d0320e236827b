/** Promoted events and clocks as they are answered. What a newer version wrote is read as far as it can be. */
import type { Alignment } from '../../../../shared/areas/forensics/timeline/alignments.contract.ts';
import { addMoments } from '../../../../shared/areas/forensics/timeline/moment.ts';
import {
  type FrozenEvent,
  frozenEventSchema,
  type PromotedEvent,
} from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import type { AlignmentRow, PromotedRow } from './promotions.store.ts';

export type Names = ReadonlyMap<string, string>;
const personOf = (names: Names, id: string | null) =>
  id === null ? null : { id, name: names.get(id) ?? 'Unknown account' };

/** Of a copy, in UTF-16 units: what is longer is cut, and the store has the whole. */
const COPY_MAX = 64 * 1024;
const SUMMARY_MAX = 2_000;
const LAST_MS = 8.64e15;

export function freezeEvent(event: StoredEvent): FrozenEvent {
  const fields: Record<string, string | string[]> = {};
  let room = COPY_MAX;
  let isCut = event.summary.length > SUMMARY_MAX;
  for (const [name, value] of Object.entries(event.fields)) {
    const copied = typeof value === 'string' ? value : [...value];
    const size = name.length + JSON.stringify(copied).length;
    if (size > room) {
      isCut = true;
      continue;
    }
    room -= size;
    // A name of a stranger's choice must not become the object's prototype.
    Object.defineProperty(fields, name, { value: copied, enumerable: true });
  }
  return {
    ...{ kind: event.kind, host: event.host, user: event.user, provider: event.provider },
    ...{ code: event.code, summary: event.summary.slice(0, SUMMARY_MAX), fields },
    ...{ offset: event.offset, record: event.record, isCut },
  };
}

export const toAlignment = (row: AlignmentRow, names: Names): Alignment => ({
  ...{ offsetMs: row.offsetMs, offsetNanos: row.offsetNanos, method: row.method },
  ...{ confidence: row.confidence, note: row.note, setBy: personOf(names, row.setBy) },
  setAt: toIso(row.setAt),
});

/** Aligned, in so far as `Date` can say it. */
export function alignedOf(
  { timeMs, timeNanos }: Pick<PromotedRow, 'timeMs' | 'timeNanos'>,
  alignment: AlignmentRow | undefined,
): { ms: number; nanos: number } | null {
  if (timeMs === null) return null;
  const recorded = { ms: timeMs, nanos: timeNanos };
  if (!alignment) return recorded;
  const aligned = addMoments(recorded, { ms: alignment.offsetMs, nanos: alignment.offsetNanos });
  return Math.abs(aligned.ms) > LAST_MS ? recorded : aligned;
}

export function toPromoted(
  row: PromotedRow,
  alignment: AlignmentRow | undefined,
  names: Names,
): PromotedEvent {
  const aligned = alignedOf(row, alignment);
  const event = frozenEventSchema.safeParse(row.event);
  return {
    ...{ id: row.id, sourceId: row.sourceId, sourceName: row.sourceName, eventId: row.eventId },
    recordedAt: row.timeMs === null ? null : toIso(row.timeMs),
    recordedNanos: row.timeNanos,
    alignedAt: aligned === null ? null : toIso(aligned.ms),
    alignedNanos: aligned?.nanos ?? 0,
    alignment: alignment ? toAlignment(alignment, names) : null,
    event: event.success ? event.data : frozenEventSchema.parse({ kind: 'other' }),
    ...{ note: row.note, technique: row.technique },
    rule: row.ruleId === null ? null : { id: row.ruleId, name: row.ruleName ?? row.ruleId },
    promotedBy: personOf(names, row.promotedBy),
    promotedAt: toIso(row.promotedAt),
  };
}
