/**
 * Along a list of what holds alerts (groups, incidents), in its order: those with an alert that matches. It looks
 * for a few milliseconds; where it has got to then, also within one of them, the next page goes on.
 */

/** From the first look on, nothing further is begun after this time. */
const LOOK_MS = 8;
const FIRST_BATCH = 32;
const LONGEST_BATCH = 128;

/** A place among the alerts of one of them, as a cursor holds it. */
export type Within = readonly number[];

export interface Walk<C> {
  /** Beginning with the one to go on within, where there is one. */
  readonly inOrder: Iterable<C>;
  /** By what is kept about it, without a look at its alerts. */
  readonly canMatch: (one: C) => boolean;
  /** Those whose newest alert matches. */
  readonly byNewest: (batch: readonly C[]) => ReadonlySet<C>;
  /** Its alerts after a place, newest first, a piece at a time. */
  readonly pieces: (
    one: C,
    within: Within | null,
  ) => Iterable<{ readonly seqs: readonly number[]; readonly end: Within }>;
  readonly isAmong: (one: C, seqs: readonly number[]) => boolean;
}

export interface Walked<C> {
  readonly found: readonly C[];
  /** After this one, or on within it; null at the end of the list. */
  readonly next: { readonly at: C; readonly within: Within | null } | null;
}

interface Wanted {
  readonly limit: number;
  readonly within: Within | null;
  readonly lookMs?: number;
}

export function walkMatches<C>(
  walk: Walk<C>,
  { limit, within, lookMs = LOOK_MS }: Wanted,
): Walked<C> {
  const started = performance.now();
  const isOver = () => performance.now() - started > lookMs;
  const found: C[] = [];
  for (const { one, look, isLast } of looks(walk, within, isOver)) {
    if (typeof look !== 'boolean') return { found, next: { at: one, within: look } };
    if (look) found.push(one);
    const last = found[limit - 1];
    if (found.length > limit && last !== undefined)
      return { found: found.slice(0, limit), next: { at: last, within: null } };
    if (isLast && isOver()) return { found, next: { at: one, within: null } };
  }
  return { found, next: null };
}

interface Decided<C> {
  readonly one: C;
  readonly look: boolean | Within;
  /** Of its batch. */
  readonly isLast: boolean;
}

function* looks<C>(
  walk: Walk<C>,
  within: Within | null,
  isOver: () => boolean,
): Generator<Decided<C>> {
  let from = within;
  for (const batch of batches(walk.inOrder)) {
    const possible = new Set(batch.filter(walk.canMatch));
    const heads = [...possible].filter((one) => from === null || one !== batch[0]);
    const matched = heads.length === 0 ? new Set<C>() : walk.byNewest(heads);
    for (const one of batch) {
      const look =
        matched.has(one) || (possible.has(one) && lookWithin(walk, { one, from, isOver }));
      from = null;
      yield { one, look, isLast: one === batch.at(-1) };
    }
  }
}

interface Look<C> {
  readonly one: C;
  readonly from: Within | null;
  readonly isOver: () => boolean;
}

/** Whether one of its alerts matches, or where the look was ended. */
function lookWithin<C>(walk: Walk<C>, { one, from, isOver }: Look<C>): boolean | Within {
  for (const { seqs, end } of walk.pieces(one, from)) {
    if (walk.isAmong(one, seqs)) return true;
    if (isOver()) return end;
  }
  return false;
}

function* batches<C>(all: Iterable<C>): Generator<readonly C[]> {
  let size = FIRST_BATCH;
  let batch: C[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(size * 2, LONGEST_BATCH);
  }
  if (batch.length > 0) yield batch;
}
