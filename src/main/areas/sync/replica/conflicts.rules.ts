/** Which differences are a conflict of two people, and which are what follows from a decision. */
import { conflictId } from '../merge.kernel.ts';
import type { KnownWrite, WireCell, WireConflict } from '../wire.ts';

/**
 * Moments and names that are written along with a decision: that two people decided is the conflict,
 * not that they did at different moments.
 */
const FOLLOWS = /_(?:at|ms|by)$|^in_progress_since$/;

/** Worked out from others, by table. */
const COMPUTED: Readonly<Record<string, ReadonlySet<string>>> = {
  alerts: new Set(['false_positive', 'escalated']),
  risks: new Set(['risk_score', 'inherent_risk']),
  evidence_custody: new Set(['mac', 'previous', 'position']),
};

export function mayConflict(table: string, column: string): boolean {
  if (column === 'deleted_at') return true;
  return !FOLLOWS.test(column) && !COMPUTED[table]?.has(column);
}

/** Two deletions are no conflict, whenever each was made. */
export function isContested(column: string, one: unknown, other: unknown): boolean {
  if (column === 'deleted_at') return (one ?? null) === null || (other ?? null) === null;
  return true;
}

interface Side {
  readonly cell: WireCell;
  readonly stamp: string;
}

/** The conflict of two values of a field, or null where one of them is nobody's or both are of one person. */
export function conflictOf(
  place: { readonly table: string; readonly record: string; readonly field: string },
  sides: readonly [Side, Side],
  writeOf: (stamp: string) => Pick<KnownWrite, 'actor'> | undefined,
): WireConflict | null {
  const [a, b] = sides;
  const actors = [writeOf(a.stamp)?.actor ?? null, writeOf(b.stamp)?.actor ?? null];
  if (actors[0] === null || actors[1] === null || actors[0] === actors[1]) return null;
  const [one, other] = [
    { value: a.cell, stamp: a.stamp, actor: actors[0] ?? null },
    { value: b.cell, stamp: b.stamp, actor: actors[1] ?? null },
  ];
  const isFirst = a.stamp > b.stamp;
  return {
    ...{ id: conflictId(place.table, place.record, place.field, [a.stamp, b.stamp]), ...place },
    winner: isFirst ? one : other,
    loser: isFirst ? other : one,
  };
}
