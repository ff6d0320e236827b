/** Takes events into a case and out of it again. The copy is made here, so that it is the store's word and not the caller's. */
import {
  PROMOTION_LIMITS,
  type PromotedEvent,
  type Promotion,
} from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { promotedEventsTable } from '../../../db/tables/event-times.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import { recordKey } from '../events/record-key.ts';
import type { CaseEvents } from './case-events.types.ts';
import { mustBeOpenCase, mustFindCase } from './case-rules.ts';
import { freezeEvent } from './promoted-rows.ts';
import {
  countPromoted,
  findPromoted,
  type PromotedRow,
  promotedEvent,
  promotedId,
  promotedOf,
} from './promotions.store.ts';
import { answerPromoted } from './read-promoted.ts';

export interface PromotionDeps {
  readonly db: Database;
  readonly events: CaseEvents;
}

export interface PromotionRequest extends Promotion {
  readonly investigationId: string;
  /** Where a rule's hit promotes. */
  readonly rule?: { readonly id: string; readonly name: string };
}

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const gone = () => new AppError('not-found', 'There is no such promoted event');

/** False where it is in the case already. */
function promoteOne(
  tx: WriteTx,
  { investigationId, note, technique, rule }: PromotionRequest,
  { event, sourceName, actor }: { event: StoredEvent; sourceName: string; actor: string | null },
): boolean {
  const eventId = String(event.id);
  if (promotedEvent(tx, investigationId, { sourceId: event.sourceId, eventId })) return false;
  const id = promotedId(investigationId, event.sourceId, recordKey(event));
  const known = findPromoted(tx, id);
  // Two records that nothing tells apart are one.
  if (known && known.deletedAt === null) return false;
  const frozen = freezeEvent(event);
  const fields = {
    ...{ timeMs: event.timeMs, timeNanos: event.timeNanos, kind: event.kind },
    ...{ summary: frozen.summary.slice(0, 500), event: frozen, note, technique, sourceName },
    ...{ ruleId: rule?.id ?? null, ruleName: rule?.name ?? null },
    ...{ promotedBy: actor, promotedAt: tx.now },
  };
  if (known) {
    tx.revive(promotedEventsTable, id);
    tx.update(promotedEventsTable, id, { ...fields, eventId });
  } else {
    const place = { id, investigationId, sourceId: event.sourceId, eventId };
    tx.insert(promotedEventsTable, { ...place, ...fields });
  }
  return true;
}

export function createPromotionService({ db, events }: PromotionDeps) {
  function owned(reader: ReadDb, investigationId: string, id: string): PromotedRow {
    const row = findPromoted(reader, id);
    if (!row || row.deletedAt !== null || row.investigationId !== investigationId) throw gone();
    return row;
  }

  return {
    list(investigationId: string, { limit, cursor }: Paging) {
      const after = cursor === undefined ? null : fromCursor(cursor, ['number', 'string']);
      return db.read('forensics.promoted', (reader) => {
        mustFindCase(reader, investigationId);
        const rows = promotedOf(reader, investigationId, { limit: limit + 1, after });
        const last = rows[limit - 1];
        return {
          rows: answerPromoted(reader, rows.slice(0, limit), investigationId),
          total: countPromoted(reader, investigationId),
          nextCursor: last && rows.length > limit ? toCursor([last.promotedAt, last.id]) : null,
        };
      });
    },

    /** @param actor null where a rule promotes by itself. */
    async promote(
      request: PromotionRequest,
      actor: string | null,
    ): Promise<{ promoted: number; already: number }> {
      const { investigationId, eventIds } = request;
      db.read('forensics.find', (reader) => mustBeOpenCase(reader, investigationId));
      const names = new Map(
        (await events.sources(investigationId)).map(({ id, name }) => [id, name]),
      );
      const found: StoredEvent[] = [];
      for (const eventId of new Set(eventIds)) {
        const event = await events.get(investigationId, eventId);
        if (!event) throw new AppError('not-found', 'There is no such event');
        found.push(event);
      }
      const origin = actor === null ? 'system' : 'user';
      return db.write({ actor, origin, action: 'forensics.promote' }, (tx) => {
        mustBeOpenCase(tx, investigationId);
        if (countPromoted(tx, investigationId) + found.length > PROMOTION_LIMITS.perCase)
          throw new AppError(
            'conflict',
            `A case holds at most ${PROMOTION_LIMITS.perCase.toLocaleString('en')} promoted events`,
          );
        const promoted = found.filter((event) =>
          promoteOne(tx, request, {
            ...{ event, actor },
            sourceName: names.get(event.sourceId) ?? event.sourceId,
          }),
        ).length;
        return { promoted, already: found.length - promoted };
      });
    },

    change(
      { investigationId, id }: { investigationId: string; id: string },
      change: { note?: string | null | undefined; technique?: string | null | undefined },
      actor: string,
    ): PromotedEvent {
      db.write({ actor, origin: 'user', action: 'forensics.change-promoted' }, (tx) => {
        mustBeOpenCase(tx, investigationId);
        owned(tx, investigationId, id);
        tx.update(promotedEventsTable, id, {
          ...(change.note === undefined ? {} : { note: change.note }),
          ...(change.technique === undefined ? {} : { technique: change.technique }),
        });
      });
      return db.read('forensics.promoted', (reader) => {
        const [answer] = answerPromoted(
          reader,
          [owned(reader, investigationId, id)],
          investigationId,
        );
        if (!answer) throw gone();
        return answer;
      });
    },

    remove(investigationId: string, id: string, actor: string): void {
      db.write({ actor, origin: 'user', action: 'forensics.unpromote' }, (tx) => {
        mustBeOpenCase(tx, investigationId);
        owned(tx, investigationId, id);
        tx.remove(promotedEventsTable, id);
      });
    },
  };
}
export type PromotionService = ReturnType<typeof createPromotionService>;
