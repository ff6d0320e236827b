import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createLoadedFilter, mostSuspiciousFirst, newestFirst } from './alerts.filter.ts';
import { filterKey } from './alerts.filter-url.ts';
import { loadedAlerts } from './alerts.queries.ts';
import { type AlertPages, useAlertPages } from './use-alert-pages.ts';
import { type DeskFilter, isTyping } from './use-desk-filter.ts';

export interface DeskRows extends AlertPages {
  /** True while the rows are those in memory that match, until the server's answer is here. */
  readonly isLocal: boolean;
}

/** The rows of the desk: the server's, and until they come, what is loaded and matches. */
export function useAlertRows(filter: DeskFilter): DeskRows {
  const queries = useQueryClient();
  const pages = useAlertPages(filter.settled);
  const [filterLoaded] = useState(createLoadedFilter);
  const isLocal = isTyping(filter) || pages.isPending;
  const liveKey = filterKey(filter.live);
  const order = filter.live.sort === 'suspicion' ? mostSuspiciousFirst : newestFirst;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter
  const local = useMemo(
    () => (isLocal ? filterLoaded(loadedAlerts(queries), filter.live).sort(order) : []),
    [isLocal, liveKey, queries, filterLoaded],
  );
  if (!isLocal || pages.error) return { ...pages, isLocal: false };
  return {
    ...pages,
    isLocal: true,
    count: local.length,
    total: null,
    rowAt: (index) => local[index],
    indexOf: (id) => local.findIndex((alert) => alert.id === id),
    loaded: () => local,
    setView: () => undefined,
  };
}
