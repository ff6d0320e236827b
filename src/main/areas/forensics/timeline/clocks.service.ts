/**
 * Clocks of sources. What people decided is a synced row; the event store of this workstation is told of
 * it, after a change and wherever the two differ: after a source was read anew, or when another
 * workstation's decision arrived. Recorded times are nowhere written.
 */
import type {
  AlignmentChange,
  ClockSource,
} from '../../../../shared/areas/forensics/timeline/alignments.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { eventAlignmentsTable } from '../../../db/tables/event-times.table.ts';
import { peopleNames } from '../investigations.store.ts';
import type { CaseEvents } from './case-events.types.ts';
import { mustBeOpenCase, mustFindCase } from './case-rules.ts';
import { toAlignment } from './promoted-rows.ts';
import {
  alignedCaseOf,
  alignmentId,
  alignmentsOf,
  findAlignment,
  promotedSources,
} from './promotions.store.ts';

export interface ClockDeps {
  readonly db: Database;
  readonly events: CaseEvents;
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

export function createClockService({ db, events }: ClockDeps) {
  /** Tells the store what it does not know. */
  async function settle(investigationId: string): Promise<void> {
    const wanted = db.read('forensics.clocks', (reader) => alignmentsOf(reader, investigationId));
    for (const { id, clock } of await events.sources(investigationId)) {
      const row = wanted.get(id);
      const next = { offsetMs: row?.offsetMs ?? 0, offsetNanos: row?.offsetNanos ?? 0 };
      if (clock.offsetMs !== next.offsetMs || clock.offsetNanos !== next.offsetNanos)
        await events.setClock(investigationId, id, next);
    }
  }

  async function list(investigationId: string): Promise<ClockSource[]> {
    db.read('forensics.find', (reader) => mustFindCase(reader, investigationId));
    const stored = await events.sources(investigationId);
    return db.read('forensics.clocks', (reader) => {
      const rows = alignmentsOf(reader, investigationId);
      const names = peopleNames(
        reader,
        [...rows.values()].flatMap(({ setBy }) => setBy ?? []),
      );
      const alignment = (id: string) => {
        const row = rows.get(id);
        return row ? toAlignment(row, names) : null;
      };
      const here = new Set(stored.map(({ id }) => id));
      const elsewhere = new Map([
        ...promotedSources(reader, investigationId).map(({ id, name }) => [id, name] as const),
        ...[...rows.values()].map((row) => [row.sourceId, row.sourceName] as const),
      ]);
      return [
        ...stored.map(({ id, name, events: n, firstMs, lastMs }) => ({
          ...{ id, name, events: n, firstAt: isoOrNull(firstMs), lastAt: isoOrNull(lastMs) },
          alignment: alignment(id),
        })),
        ...[...elsewhere]
          .filter(([id]) => !here.has(id))
          .map(([id, name]) => ({
            ...{ id, name, events: null, firstAt: null, lastAt: null },
            alignment: alignment(id),
          })),
      ];
    });
  }

  return {
    settle,
    list,

    /** A source that was read anew begins without a clock. */
    async settleRead(sessionIds: readonly string[]): Promise<void> {
      const cases = db.read('forensics.aligned', (reader) =>
        sessionIds.flatMap((id) => alignedCaseOf(reader, id) ?? []),
      );
      for (const id of new Set(cases)) await settle(id);
    },

    async set(
      { investigationId, sourceId }: { investigationId: string; sourceId: string },
      change: AlignmentChange,
      actor: string,
    ): Promise<ClockSource[]> {
      db.read('forensics.find', (reader) => mustBeOpenCase(reader, investigationId));
      const source = (await list(investigationId)).find(({ id }) => id === sourceId);
      if (!source) throw new AppError('not-found', 'There is no such source');
      db.write({ actor, origin: 'user', action: 'forensics.align' }, (tx) => {
        mustBeOpenCase(tx, investigationId);
        const id = alignmentId(investigationId, sourceId);
        const fields = { ...change, sourceName: source.name, setBy: actor, setAt: tx.now };
        const known = findAlignment(tx, id);
        if (known?.deletedAt) tx.revive(eventAlignmentsTable, id);
        if (known) tx.update(eventAlignmentsTable, id, fields);
        else tx.insert(eventAlignmentsTable, { id, investigationId, sourceId, ...fields });
        // Promoted events stand elsewhere now.
        tx.announce('promoted_events', id);
      });
      await settle(investigationId);
      return list(investigationId);
    },
  };
}
export type ClockService = ReturnType<typeof createClockService>;
