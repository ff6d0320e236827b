import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EventSort } from '../../../../shared/areas/forensics/events/event-query.ts';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { type Asked, eventPageQuery, PAGE_ROWS } from './events.queries.ts';

/** A drag over millions of rows asks for those where it rests. */
const REST_MS = 60;

export interface EventRows {
  /** Undefined until the first page is there; while another is asked for, that of the one before. */
  readonly total: number | undefined;
  /** Whether `total` is that of what is asked for now. */
  readonly isCounted: boolean;
  readonly error: Error | null;
  readonly isFetching: boolean;
  rowAt(index: number): ListedEvent | undefined;
  /** Says which rows are in view. */
  view(first: number, end: number): void;
  refetch(): void;
}

/** Rows of a list that may jump anywhere: pages in view are asked for, others are let go. */
export function useEventRows(asked: Asked & { sort: EventSort }): EventRows {
  const client = useClient();
  const [view, setView] = useState({ first: 0, end: 1 });
  const [rested, setRested] = useState(view);
  useEffect(() => {
    const timer = setTimeout(() => setRested(view), REST_MS);
    return () => clearTimeout(timer);
  }, [view]);
  const firstPage = Math.floor(rested.first / PAGE_ROWS);
  const lastPage = Math.floor(Math.max(rested.first, rested.end - 1) / PAGE_ROWS);
  const pages = [...new Set([0, firstPage, lastPage])];
  const results = useQueries({
    queries: pages.map((page) => eventPageQuery(client, { ...asked, page })),
  });
  const [head] = results;
  const counted = head?.data?.total ?? undefined;
  const [last, setLast] = useState<number | undefined>(undefined);
  // A grid that went and came again would lose the keyboard with every search.
  if (counted !== undefined && counted !== last) setLast(counted);
  const rowsOf = new Map(pages.map((page, place) => [page, results[place]?.data?.rows]));
  return {
    total: counted ?? last,
    isCounted: counted !== undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    rowAt: (index) => rowsOf.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    view: (first, end) =>
      setView((now) => (now.first === first && now.end === end ? now : { first, end })),
    refetch() {
      for (const { refetch } of results) void refetch();
    },
  };
}
