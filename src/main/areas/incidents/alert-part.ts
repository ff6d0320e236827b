/** Of a filter of groups or incidents: what says which alerts one of them must hold. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { AlertMatcher } from '../alerts/alert-matcher.store.ts';

/** Of the alerts area: what a settled filter means. */
export type MatcherOf = (db: ReadDb, filter: AlertFilter) => AlertMatcher;

const PARTS = [
  'q',
  'query',
  'severity',
  'status',
  'source',
  'from',
  'to',
  'handling',
  'since',
  'suppressed',
  'suppressedBy',
] as const satisfies readonly (keyof AlertFilter)[];
type Part = (typeof PARTS)[number];
type Filtered = Pick<AlertFilter, Part>;

function isSet(value: AlertFilter[Part]): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value.length > 0;
}

/** @param own What is kept for each of the list, so that no look at its alerts is needed. */
export function alertPart(filter: Filtered, own: readonly Part[]): AlertFilter | null {
  const set = PARTS.filter((name) => name !== 'since' && isSet(filter[name]));
  if (set.every((name) => own.includes(name))) return null;
  return Object.fromEntries(
    PARTS.flatMap((name) => (isSet(filter[name]) ? [[name, filter[name]]] : [])),
  );
}
