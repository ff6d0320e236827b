import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EventSort } from '../../../../shared/areas/forensics/events/event-query.ts';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { type Asked, eventPageQuery, PAGE_ROWS } from './events.queries.ts';

/** A drag over millions of rows asks for those where it rests. */
const REST_MS = 60;
/** The wheel and the keys go from page to page: what is so near is asked for at once. */
const NEAR_PAGES = 2;
/** Rows on either side of the view that are asked for with it, so that they are there when it comes. */
const AHEAD_ROWS = PAGE_ROWS / 2;

interface Pages {
  readonly first: number;
  readonly last: number;
}

const pagesAround = (first: number, end: number): Pages => ({
  first: Math.max(0, Math.floor((first - AHEAD_ROWS) / PAGE_ROWS)),
  last: Math.floor((Math.max(first, end - 1) + AHEAD_ROWS) / PAGE_ROWS),
});

/** Without what lies behind the end of the list. */
function pageNumbers({ first, last }: Pages, total: number | undefined): number[] {
  const end = total === undefined ? 0 : Math.max(0, Math.ceil(total / PAGE_ROWS) - 1);
  const numbers = new Set([0]);
  for (let page = first; page <= Math.min(last, end); page++) numbers.add(page);
  return [...numbers];
}

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
  // Whole pages, so that the list's owner is drawn anew where one begins, not with every row.
  const [near, setNear] = useState<Pages>({ first: 0, last: 0 });
  const [shown, setShown] = useState(near);
  const [last, setLast] = useState<number | undefined>(undefined);
  const isNear = Math.abs(near.first - shown.first) <= NEAR_PAGES;
  if (isNear && near !== shown) setShown(near);
  useEffect(() => {
    const timer = setTimeout(() => setShown(near), REST_MS);
    return () => clearTimeout(timer);
  }, [near]);
  const pages = pageNumbers(shown, last);
  const results = useQueries({
    queries: pages.map((page) => eventPageQuery(client, { ...asked, page })),
  });
  const [head] = results;
  const counted = head?.data?.total ?? undefined;
  // A grid that went and came again would lose the keyboard with every search.
  if (counted !== undefined && counted !== last) setLast(counted);
  const rowsOf = new Map(pages.map((page, place) => [page, results[place]?.data?.rows]));
  return {
    total: counted ?? last,
    isCounted: counted !== undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    rowAt: (index) => rowsOf.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    view(first, end) {
      const next = pagesAround(first, end);
      setNear((now) => (now.first === next.first && now.last === next.last ? now : next));
    },
    refetch() {
      for (const { refetch } of results) void refetch();
    },
  };
}
