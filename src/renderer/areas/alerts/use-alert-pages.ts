import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { filterKey } from './alerts.filter-url.ts';
import { type Chain, EMPTY_CHAIN, extendChain, knownRows, pageWindow } from './alerts.pages.ts';
import { type AlertPage, alertKeys, alertPageQuery, PAGE_SIZE } from './alerts.queries.ts';

/** Pages held in memory, in view or not: 40 × 200 alerts at most, however far one scrolls. */
const MAX_HELD_PAGES = 40;

/** The rows of a list, most of which are not in memory. */
export interface AlertRows {
  readonly count: number;
  readonly total: number | null;
  /** Undefined while its page is on the way. */
  readonly rowAt: (index: number) => Alert | undefined;
  /** Where an alert stands among the rows in memory, or -1. */
  readonly indexOf: (id: string) => number;
  /** Those in memory, in their order. */
  readonly loaded: () => readonly Alert[];
  readonly setView: (firstRow: number, lastRow: number) => void;
}

export interface AlertPages extends AlertRows {
  /** The first page has not come yet. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface PagesState {
  readonly key: string;
  readonly chain: Chain;
  readonly first: number;
  readonly last: number;
}

const start = (key: string): PagesState => ({ key, chain: EMPTY_CHAIN, first: 0, last: 0 });

/** The alerts of a filter, page by page as they come into view (see `alerts.pages.ts`). */
export function useAlertPages(filter: AlertFilter): AlertPages {
  const client = useClient();
  const queries = useQueryClient();
  const key = filterKey(filter);
  const [stored, setStored] = useState(() => start(key));
  const state = stored.key === key ? stored : start(key);
  const held = pageWindow(state.first, state.last, PAGE_SIZE, state.chain);
  const indexes = Array.from({ length: held.last - held.first + 1 }, (_, n) => held.first + n);
  const cursors = indexes.map((index) => state.chain.cursors[index] ?? null);
  const results = useQueries({
    queries: cursors.map((cursor) => alertPageQuery(client, filter, cursor)),
  });

  const answers = results.flatMap(({ data }, n) => {
    const index = indexes[n] ?? 0;
    return data ? [{ index, cursor: cursors[n] ?? null, nextCursor: data.nextCursor, data }] : [];
  });
  const chain = extendChain(state.chain, answers);
  // What the answers say about the pages is state of this hook: set while rendering, so that the
  // next pages are asked for without an effect in between.
  if (stored.key !== key || chain !== stored.chain) setStored({ ...state, chain });

  const shown = useShownPages(key, answers);
  const isLoading = results.some((result) => result.isPending);
  const total = answers[0]?.data.total ?? shown.values().next().value?.total ?? null;
  const known = knownRows(chain, PAGE_SIZE, total, (page) => shown.get(page)?.rows.length);
  const count = useSteadyCount(key, known, isLoading);

  const setView = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / PAGE_SIZE) * PAGE_SIZE;
    const last = Math.floor(lastRow / PAGE_SIZE) * PAGE_SIZE;
    setStored((now) => (now.first === first && now.last === last ? now : { ...now, first, last }));
  }, []);
  useEffect(() => prunePages(queries));

  const failed = results.find((result) => result.error);
  return {
    // Without a single answer there is no row to show, not even one to wait for.
    count: shown.size === 0 ? 0 : count,
    total,
    rowAt: (index) => shown.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    indexOf: (id) => indexIn(shown, id),
    loaded: () => loadedIn(shown),
    setView,
    isPending: shown.size === 0 && isLoading,
    error: failed?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.error && result.refetch())),
  };
}

function indexIn(pages: ReadonlyMap<number, AlertPage>, id: string): number {
  for (const [page, { rows }] of pages) {
    const n = rows.findIndex((alert) => alert.id === id);
    if (n >= 0) return page * PAGE_SIZE + n;
  }
  return -1;
}

/** Where a boundary is moving, two pages may hold the same alert for a moment. */
function loadedIn(pages: ReadonlyMap<number, AlertPage>): Alert[] {
  const inOrder = [...pages].sort(([a], [b]) => a - b);
  const byId = new Map(inOrder.flatMap(([, { rows }]) => rows.map((alert) => [alert.id, alert])));
  return [...byId.values()];
}

/**
 * The pages to show: the answers, and where a boundary moved and a page is asked for anew, what was
 * in its place until then. So a live list changes in place instead of flashing.
 */
function useShownPages(
  key: string,
  answers: readonly { readonly index: number; readonly data: AlertPage }[],
): ReadonlyMap<number, AlertPage> {
  const before = useRef<{ key: string; pages: ReadonlyMap<number, AlertPage> }>({
    key,
    pages: new Map(),
  });
  const indexes = answers.map(({ index }) => index);
  const near = (index: number) =>
    indexes.length === 0 ||
    (index >= Math.min(...indexes) - 2 && index <= Math.max(...indexes) + 2);
  const old = before.current.key === key ? [...before.current.pages] : [];
  const pages = new Map(old.filter(([index]) => near(index)));
  for (const { index, data } of answers) pages.set(index, data);
  useEffect(() => {
    before.current = { key, pages };
  });
  return pages;
}

/** While pages are on the way the list does not get shorter: that would move it under the hand. */
function useSteadyCount(key: string, known: number, isLoading: boolean): number {
  const before = useRef({ key, count: 0 });
  const count =
    isLoading && before.current.key === key ? Math.max(known, before.current.count) : known;
  useEffect(() => {
    before.current = { key, count };
  });
  return count;
}

function prunePages(queries: QueryClient): void {
  const cache = queries.getQueryCache();
  const idle = cache.findAll({ queryKey: alertKeys.pages, type: 'inactive' });
  const surplus = cache.findAll({ queryKey: alertKeys.pages }).length - MAX_HELD_PAGES;
  if (surplus <= 0) return;
  idle.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const query of idle.slice(0, surplus)) cache.remove(query);
}
