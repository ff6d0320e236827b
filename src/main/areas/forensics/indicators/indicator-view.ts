/** Rows of indicators as they are answered. */
import type {
  Indicator,
  Sighting,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { scoreAt } from '../../../../shared/areas/forensics/indicators/life.ts';
import { SEVERITIES } from '../../../../shared/kernel/severity.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { IndicatorRow } from '../investigations.store.ts';
import type { SightingRow } from './indicators.store.ts';
import type { KnownGood } from './warninglists.store.ts';

export const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

/** Since when its confidence falls. */
export const agingOf = (row: IndicatorRow) => ({
  type: row.type,
  confidence: row.confidence,
  since: row.lastSeen ?? row.createdAt,
});

export interface SeenAround {
  readonly titles: ReadonlyMap<string, string>;
  readonly knownGood: KnownGood | null;
  readonly now: number;
}

export const caseOf = (id: string | null, titles: ReadonlyMap<string, string>) => {
  const title = id === null ? undefined : titles.get(id);
  return id !== null && title !== undefined ? { id, title } : null;
};

export function toIndicator(row: IndicatorRow, { titles, knownGood, now }: SeenAround): Indicator {
  return {
    ...{ id: row.id, type: row.type, value: row.value, source: row.source },
    severity: SEVERITIES.find((one) => one === row.severity) ?? 'MEDIUM',
    ...{ description: row.description, isActive: row.isActive },
    ...{ firstSeen: isoOrNull(row.firstSeen), lastSeen: isoOrNull(row.lastSeen) },
    investigation: caseOf(row.investigationId, titles),
    createdAt: toIso(row.createdAt),
    ...{ confidence: row.confidence, score: scoreAt(agingOf(row), now), tlp: row.tlp },
    ...{ tags: row.tags, expiresAt: isoOrNull(row.expiresAt) },
    ...{ inactiveReason: row.isActive ? null : row.inactiveReason, knownGood },
  };
}

export const toSighting = (row: SightingRow): Sighting => ({
  ...{ kind: row.kind, id: row.id, place: row.place, label: row.label },
  ...{ field: row.field, excerpt: row.excerpt, isPart: row.is_part === 1 },
  at: isoOrNull(row.seen_at),
});
