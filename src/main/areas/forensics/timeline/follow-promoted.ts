/**
 * Promoted events of a source that was read anew: the store has their records under other numbers. Each is
 * looked for by its time and its record, and goes on with the number that it has now; one whose record is
 * gone keeps its copy.
 */
import { frozenEventSchema } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import type { Database } from '../../../db/database.ts';
import { promotedEventsTable } from '../../../db/tables/event-times.table.ts';
import { recordKey } from '../events/record-key.ts';
import type { CaseEvents } from './case-events.types.ts';
import { alignedOf } from './promoted-rows.ts';
import {
  type AlignmentRow,
  alignmentsOf,
  type PromotedRow,
  promotedCaseOf,
  promotedOfSource,
} from './promotions.store.ts';

export interface FollowDeps {
  readonly db: Database;
  readonly events: CaseEvents;
}

/** Events of one moment that are looked at. */
const MOST = 1_000;

const keyOf = (row: PromotedRow): string | null => {
  const frozen = frozenEventSchema.safeParse(row.event).data;
  if (!frozen) return null;
  return recordKey({ ...frozen, timeMs: row.timeMs, timeNanos: row.timeNanos });
};

export function createPromotedFollower({ db, events }: FollowDeps) {
  async function findAgain(
    row: PromotedRow,
    alignment: AlignmentRow | undefined,
  ): Promise<string | null> {
    const key = keyOf(row);
    const at = alignedOf(row, alignment);
    const query = {
      sourceIds: [row.sourceId],
      ...(at === null
        ? { filters: [{ field: '@summary', op: 'is', value: row.summary } as const] }
        : { fromMs: at.ms, toMs: at.ms + 1 }),
    };
    const page = { sort: 'inserted', offset: 0, limit: MOST } as const;
    const { rows } = await events.search(row.investigationId, query, page);
    for (const { id, kind } of rows) {
      if (kind !== row.kind) continue;
      const event = await events.get(row.investigationId, id);
      if (event && recordKey(event) === key) return String(id);
    }
    return null;
  }

  async function followSource(investigationId: string, sourceId: string): Promise<void> {
    const { rows, alignment } = db.read('forensics.promoted', (reader) => ({
      rows: promotedOfSource(reader, investigationId, sourceId),
      alignment: alignmentsOf(reader, investigationId).get(sourceId),
    }));
    for (const row of rows) {
      const there = await events.get(investigationId, Number(row.eventId));
      if (there?.sourceId === sourceId && recordKey(there) === keyOf(row)) continue;
      const eventId = await findAgain(row, alignment);
      if (eventId === null || eventId === row.eventId) continue;
      db.write({ actor: null, origin: 'system', action: 'forensics.followEvent' }, (tx) =>
        tx.update(promotedEventsTable, row.id, { eventId }),
      );
    }
  }

  /** Of files that were read to their end. */
  return async (sessionIds: readonly string[]): Promise<void> => {
    for (const id of sessionIds) {
      const found = db.read('forensics.promotedCase', (reader) => promotedCaseOf(reader, id));
      if (found !== null) await followSource(found, id);
    }
  };
}
