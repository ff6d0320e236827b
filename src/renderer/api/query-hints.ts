import type { Query } from '@tanstack/react-query';

/** What a query says of itself, as its `meta`: how it is read anew while much changes. */
export interface QueryHints extends Record<string, unknown> {
  /** It takes long, or the core looks at many rows for it: read anew every few seconds only. */
  readonly isSlow?: boolean;
  /** Of these records alone: a change that names others does not concern it. */
  readonly ids?: readonly string[];
}

export const SLOW: QueryHints = { isSlow: true };

export const ofRecord = (id: string): QueryHints => ({ ids: [id] });

/** Pages of a list that grows as one scrolls are all read anew: more than these take their time, too. */
const FAST_PAGES = 3;

export function isSlow({ meta, state }: Query): boolean {
  if ((meta as QueryHints | undefined)?.isSlow === true) return true;
  const pages = (state.data as { pages?: unknown } | null | undefined)?.pages;
  return Array.isArray(pages) && pages.length > FAST_PAGES;
}

/** @param ids Absent: nobody knows which, or they are many. */
export function isConcerned(
  { meta, queryKey }: { readonly meta?: unknown; readonly queryKey: readonly unknown[] },
  { resource, ids }: { readonly resource: string; readonly ids?: readonly string[] | undefined },
): boolean {
  const own = (meta as QueryHints | undefined)?.ids;
  if (own === undefined || ids === undefined || queryKey[0] !== resource) return true;
  return own.some((id) => ids.includes(id));
}
