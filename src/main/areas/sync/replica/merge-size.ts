/**
 * How many rows of a table one transaction of a merge takes. A person's change waits for the one under
 * way, so while somebody works they are short; where nobody does, they are longer, and fewer.
 */
export interface MergeSize {
  rows(table: string): number;
  /** Of a transaction that a person need not wait for. */
  gentle(table: string): number;
  /** Whether so many rows are more than a gentle transaction ever takes. */
  isLong(rows: number): boolean;
  /** So many rows held the gate of writers for so long. */
  took(table: string, rows: number, ms: number): void;
}

/** What a change of a person may wait for where a piece does not give way to it, as it already did. */
const GENTLE_MS = 12;
const FIRST_ROWS = 40;
const LEAST_ROWS = 10;
const MOST_ROWS = 500;
/** A whole page: groups, entities and the search index are then written once. It gives way to who comes. */
const ALONE_ROWS = 5_000;
/** One piece that was quick says little of the next. */
const GROWTH = 1.3;

export function createMergeSize(isSomebodyAtWork: () => boolean): MergeSize {
  const gentle = new Map<string, number>();
  const gentleOf = (table: string) => gentle.get(table) ?? FIRST_ROWS;
  return {
    rows: (table) => (isSomebodyAtWork() ? gentleOf(table) : ALONE_ROWS),
    gentle: gentleOf,
    isLong: (rows) => rows > MOST_ROWS,
    took(table, rows, ms) {
      const most = gentleOf(table);
      // The few that are left of a page cost more a row, and say nothing of a full piece.
      if (rows < most && ms <= GENTLE_MS) return;
      const fitting = Math.floor((rows * GENTLE_MS) / Math.max(ms, 0.01));
      const bounded = Math.min(fitting, MOST_ROWS, Math.ceil(most * GROWTH));
      gentle.set(table, Math.max(LEAST_ROWS, bounded));
    },
  };
}
