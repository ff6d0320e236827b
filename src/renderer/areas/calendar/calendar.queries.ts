import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { calendarContract } from '../../../shared/areas/calendar/calendar.contract.ts';
import { type CalendarGroup, kindsOfGroup } from '../../../shared/areas/calendar/calendar.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import type { Day } from '../../../shared/kernel/day.ts';

export interface CalendarView {
  readonly from: Day;
  readonly to: Day;
  readonly group: CalendarGroup | 'all';
  readonly isMine: boolean;
}

const ITEMS_A_PAGE = 100;

/** As the contract asks for it. */
export function viewQuery({ group, isMine }: Pick<CalendarView, 'group' | 'isMine'>) {
  return {
    ...(group === 'all' ? {} : { kinds: kindsOfGroup(group).join(',') }),
    ...(isMine ? { mine: 'yes' as const } : {}),
  };
}

export function countsQuery(client: Client, view: CalendarView) {
  return queryOptions({
    queryKey: ['calendar', 'counts', view],
    queryFn: () =>
      client.call(calendarContract.counts, {
        query: { from: view.from, to: view.to, ...viewQuery(view) },
      }),
  });
}

export function itemsQuery(client: Client, view: CalendarView) {
  return infiniteQueryOptions({
    queryKey: ['calendar', 'items', view],
    queryFn: ({ pageParam }) =>
      client.page(calendarContract.items, {
        query: {
          ...{ from: view.from, to: view.to, limit: ITEMS_A_PAGE, ...viewQuery(view) },
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
