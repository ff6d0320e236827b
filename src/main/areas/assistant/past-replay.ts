/**
 * The desk's past in the order of time: every alert is decided as of its own moment, by a memory of what
 * had been closed before it. Facts that are not kept by time (which investigations were open) are left
 * out, which can only make it close more.
 */
import { assess } from '../../../shared/areas/assistant/engine/assess.ts';
import type { Closing } from '../../../shared/areas/assistant/engine/memory.types.ts';
import { createPatternMemory } from '../../../shared/areas/assistant/engine/pattern-memory.ts';
import { createSightings } from '../../../shared/areas/assistant/engine/sightings.ts';
import type { Explanation } from '../../../shared/areas/assistant/explanation.ts';
import type { ReadDb } from '../../db/database.ts';
import type { TacticsOf } from './attack-tactics.ts';
import { pastMarks } from './engine-facts.store.ts';
import type { ScoredAlert } from './engine-rows.ts';
import { accountName } from './engine-support.store.ts';

export interface PastReplay {
  came(reader: ReadDb, alert: ScoredAlert): Explanation;
  closed(reader: ReadDb, alert: ScoredAlert): void;
}

export function createPastReplay(tacticsOf: TacticsOf): PastReplay {
  const memory = createPatternMemory();
  const sightings = createSightings();
  /** Largest burst seen so far, by alert: what its closing then shows the memory. */
  const bursts = new Map<number, number>();

  function closingOf(reader: ReadDb, { row, keys }: ScoredAlert): Closing {
    const burst = bursts.get(row.seq) ?? 1;
    bursts.delete(row.seq);
    return {
      at: row.resolvedAt ?? row.updatedAt,
      keys,
      benign: row.verdict !== 'TRUE_POSITIVE',
      analyst: { id: row.closedBy ?? '', name: accountName(reader, row.closedBy ?? '') },
      ...{ alertId: row.id, title: row.title, verdict: row.verdict, burst },
    };
  }

  return {
    came(reader, one) {
      const { row, alert, keys } = one;
      const seen = sightings.see(alert);
      bursts.set(row.seq, seen.burst);
      const facts = {
        ...seen,
        ...pastMarks(reader, one),
        ...{ openInvestigation: null, autoClosedToday: 0 },
        tactics: [...tacticsOf(reader, row.techniques)],
        dispositions: memory.countsFor(keys, row.createdAt),
      };
      return assess(alert, facts, memory.supportFor(keys, row.createdAt));
    },
    closed(reader, one) {
      memory.observe({ type: 'closed', closing: closingOf(reader, one) });
    },
  };
}

export interface PastPlace {
  readonly seq: number;
  readonly created_at: number;
  readonly resolved_at: number | null;
}

export interface PastEvent {
  readonly at: number;
  readonly type: 'came' | 'closed';
  readonly seq: number;
}

/** What came goes before what was closed at the same moment. */
export function inOrder(places: readonly PastPlace[]): PastEvent[] {
  const events = places.flatMap(({ seq, created_at, resolved_at }): PastEvent[] => [
    { at: created_at, type: 'came', seq },
    ...(resolved_at === null
      ? []
      : [{ at: Math.max(created_at, resolved_at), type: 'closed' as const, seq }]),
  ]);
  return events.sort(
    (a, b) =>
      a.at - b.at || Number(a.type === 'closed') - Number(b.type === 'closed') || a.seq - b.seq,
  );
}
