import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CalendarItem } from '../../../shared/areas/calendar/calendar.contract.ts';
import { CALENDAR_WORDS, calendarLink } from '../../../shared/areas/calendar/calendar.rules.ts';
import { type Day, daysBetween } from '../../../shared/kernel/day.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { shortDayText } from './calendar.month.ts';
import { type CalendarView, itemsQuery } from './calendar.queries.ts';

interface CalendarListProps {
  title: string;
  view: CalendarView;
  today: Day;
  /** Each item says its day, where they are of several. */
  showDay: boolean;
  empty: string;
}

/** What is due in a span, each with the way to its record. */
export function CalendarList({ title, view, today, showDay, empty }: CalendarListProps) {
  const query = useInfiniteQuery(itemsQuery(useClient(), view));
  const items = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  return (
    <Card
      className="min-w-0"
      title={title}
      note={total === null ? ' ' : `${total.toLocaleString()} due`}
    >
      {query.isPending && <Skeleton className="h-40 w-full" />}
      {query.isError && (
        <ErrorState
          title="The calendar could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isSuccess && items.length === 0 && <p className="text-fg-muted">{empty}</p>}
      <ul aria-label={title} className="flex flex-col gap-1">
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id}`} {...{ item, today, showDay }} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="mt-3"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  );
}

interface ItemProps {
  item: CalendarItem;
  today: Day;
  showDay: boolean;
}

function Item({ item, today, showDay }: ItemProps) {
  const { kind, id, title, day, owner } = item;
  const late = daysBetween(day, today);
  return (
    <li>
      <Link
        to={calendarLink(kind, id)}
        className="flex min-w-0 flex-col gap-0.5 rounded-md px-2 py-1.5 hover:bg-raised"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="text-xs text-fg-muted">{CALENDAR_WORDS[kind].label}</span>
          {late > 0 && <Badge tone="bad">{late === 1 ? '1 day late' : `${late} days late`}</Badge>}
        </span>
        <span className="break-words text-fg">
          <Untrusted text={title} max={160} />
        </span>
        <span className="text-xs text-fg-muted">
          {showDay && <span className="tabular-nums">{shortDayText(day)}</span>}
          {showDay && owner && ' · '}
          {owner && <Untrusted text={owner.name} max={80} />}
        </span>
      </Link>
    </li>
  );
}
