/** Which rows each run of a bulk action changed: what a run left as it was counts nowhere. Pure. */
import type { RunDirection } from '../../db/action-journal.ts';
import { directionOf, type LogEntry } from './handover-digest.ts';

export interface BulkRun {
  readonly n: number;
  readonly direction: RunDirection;
  readonly started_at: number;
  readonly finished_at: number | null;
  /** The change that it has come to. */
  readonly position: number;
  readonly done: number;
}

/**
 * Whether the run changed a row of the action: it has come to it, the row was then as the run needs it, and it
 * did not leave it.
 * @param keptBy Runs that left the row.
 */
export function hasChanged(
  run: BulkRun,
  runs: readonly BulkRun[],
  changeNumber: number,
  keptBy: ReadonlySet<number>,
): boolean {
  if (run.direction === 'DO') return true;
  let isApplied = true;
  for (const one of runs) {
    if (one.direction === 'DO') continue;
    const isUndo = one.direction === 'UNDO';
    const isReached = isUndo ? changeNumber >= one.position : changeNumber <= one.position;
    const doesChange = isReached && isApplied === isUndo && !keptBy.has(one.n);
    if (one.n === run.n) return doesChange;
    if (doesChange) isApplied = !isApplied;
  }
  return false;
}

/**
 * Finds the run that an entry is a batch of: entries come in the order of the runs, and those of one run
 * hold as many rows as it changed.
 */
export function createRunFinder(): (
  entry: LogEntry & { readonly recordId: string },
  runs: readonly BulkRun[],
) => BulkRun | null {
  const places = new Map<string, { readonly n: number; left: number }>();
  return (entry, runs) => {
    const direction = directionOf(entry);
    const place = places.get(entry.recordId);
    const isOf = (run: BulkRun) =>
      run.direction === direction &&
      run.started_at <= entry.at &&
      (run.finished_at ?? Number.POSITIVE_INFINITY) >= entry.at;
    const current = runs.find(({ n }) => n === place?.n);
    if (place && current && place.left > 0 && isOf(current)) {
      place.left -= entry.rowCount;
      return null;
    }
    const next = runs.find((run) => run.n > (place?.n ?? -1) && isOf(run));
    if (!next) return null;
    places.set(entry.recordId, { n: next.n, left: next.done - entry.rowCount });
    return next;
  };
}
