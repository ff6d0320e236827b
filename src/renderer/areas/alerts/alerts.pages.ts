/**
 * A list of a million rows by keyset pages. The server knows only 'the page after this cursor', so
 * the client keeps the chain of cursors it has met (60 bytes a page) and loads, at any time, only
 * the pages in view and their neighbours; any page met before can be had again directly.
 */
export interface Chain {
  /** `cursors[n]` begins page n; `null` begins the first. */
  readonly cursors: readonly (string | null)[];
  /** True when the last known page is the last of all. */
  readonly ended: boolean;
}

export const EMPTY_CHAIN: Chain = { cursors: [null], ended: false };

/** What an answer says about the chain: which page it was, and where the next begins. */
export interface PageFact {
  readonly index: number;
  readonly cursor: string | null;
  readonly nextCursor: string | null;
}

/**
 * Adds what the loaded pages say. New rows at the top move every boundary below: where a page's
 * next cursor changed, the chain is cut there and grows again from it. Returns the same object
 * when nothing changed.
 */
export function extendChain(chain: Chain, facts: readonly PageFact[]): Chain {
  let current = chain;
  for (const fact of [...facts].sort((a, b) => a.index - b.index)) {
    if (current.cursors[fact.index] !== fact.cursor) continue;
    const isLast = fact.index === current.cursors.length - 1;
    if (fact.nextCursor === null) {
      if (isLast && current.ended) continue;
      current = { cursors: current.cursors.slice(0, fact.index + 1), ended: true };
    } else if (current.cursors[fact.index + 1] !== fact.nextCursor) {
      const cursors = [...current.cursors.slice(0, fact.index + 1), fact.nextCursor];
      current = { cursors, ended: false };
    }
  }
  return current;
}

export interface PageWindow {
  readonly first: number;
  readonly last: number;
}

/** Pages to hold for the rows in view: theirs and one on each side, as far as cursors are known. */
export function pageWindow(
  firstRow: number,
  lastRow: number,
  pageSize: number,
  chain: Chain,
): PageWindow {
  const known = chain.cursors.length - 1;
  const first = Math.min(known, Math.max(0, Math.floor(firstRow / pageSize) - 1));
  const last = Math.min(known, Math.floor(Math.max(firstRow, lastRow) / pageSize) + 1);
  return { first, last: Math.max(first, last) };
}

/**
 * How many rows the list shows: all of the known pages, the last one at its real length when it is
 * loaded. Never more than `total`, when the server told it.
 */
export function knownRows(
  chain: Chain,
  pageSize: number,
  total: number | null,
  lengthOf: (page: number) => number | undefined,
): number {
  const last = chain.cursors.length - 1;
  const full = last * pageSize;
  if (chain.ended) return full + (lengthOf(last) ?? Math.max(0, (total ?? full) - full));
  const reach = full + pageSize;
  return total === null ? reach : Math.min(reach, Math.max(total, full));
}

/** Browsers draw boxes up to 2^25 px; beyond that, a list must be continued by time. */
const MAX_LIST_PX = 32_000_000;

export function maxRows(rowHeight: number): number {
  return Math.floor(MAX_LIST_PX / rowHeight);
}
