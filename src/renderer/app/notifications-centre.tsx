import { useInfiniteQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  NOTIFICATION_KINDS,
  type Notification,
} from '../../shared/areas/notifications/notifications.contract.ts';
import { KIND_LABELS } from '../../shared/areas/notifications/notifications.rules.ts';
import { useClient } from '../api/client-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { useNow } from '../ui/use-now.ts';
import { byDay } from './notifications.days.ts';
import { type CentreFilter, centreQuery, useMark, useMarkAll } from './notifications.queries.ts';
import { useOutsidePermission } from './notifications-outside.ts';
import { NotificationRow, ROW_SELECTOR } from './notifications-row.tsx';

const KINDS = [
  { value: 'all' as const, label: 'All kinds' },
  ...NOTIFICATION_KINDS.filter((kind) => kind !== 'other').map((kind) => ({
    value: kind,
    label: KIND_LABELS[kind],
  })),
];
const SHOWN = [
  { value: 'all' as const, label: 'All' },
  { value: 'unread' as const, label: 'Unread' },
];
const NO_FILTER: CentreFilter = { kind: 'all', isUnreadOnly: false };

interface NotificationsCentreProps {
  unread: number;
  /** A link was followed: the centre is in the way. */
  onLeave: () => void;
}

export function NotificationsCentre({ unread, onLeave }: NotificationsCentreProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useInfiniteQuery(centreQuery(useClient(), filter));
  const mark = useMark();
  const markAll = useMarkAll();
  const notifications = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const [newest] = notifications;
  const open = (notification: Notification) => {
    if (notification.readAt === null) mark.mutate({ id: notification.id, read: true });
    if (notification.link !== null) onLeave();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Segmented
          label="Which notifications"
          size="sm"
          value={filter.isUnreadOnly ? 'unread' : 'all'}
          onValueChange={(value) => setFilter({ ...filter, isUnreadOnly: value === 'unread' })}
          segments={SHOWN}
        />
        <div className="w-40">
          <Select
            label="Kind"
            value={filter.kind}
            onValueChange={(kind) => setFilter({ ...filter, kind })}
            options={KINDS}
          />
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          icon={<CheckCheck aria-hidden />}
          disabled={unread === 0 || !newest || markAll.isPending}
          onClick={() => newest && markAll.mutate({ upTo: newest.id, kind: filter.kind })}
        >
          Mark all read
        </Button>
      </div>
      {list.isPending && <Skeleton className="m-4 h-64" />}
      {list.isError && (
        <ErrorState
          title="The notifications could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isSuccess && notifications.length === 0 && (
        <Nothing filter={filter} onClear={() => setFilter(NO_FILTER)} />
      )}
      {notifications.length > 0 && (
        <Days
          notifications={notifications}
          onOpen={open}
          onMark={(id, read) => mark.mutate({ id, read })}
          more={list.hasNextPage ? () => void list.fetchNextPage() : null}
          isLoadingMore={list.isFetchingNextPage}
        />
      )}
      <Footer onLeave={onLeave} />
    </>
  );
}

function Nothing({ filter, onClear }: { filter: CentreFilter; onClear: () => void }) {
  if (filter.kind === 'all' && !filter.isUnreadOnly) {
    return (
      <EmptyState
        icon={<BellOff />}
        title="No notifications"
        text="New critical alerts, ended jobs, expiring evidence and due reviews are told here."
      />
    );
  }
  return (
    <EmptyState
      icon={<BellOff />}
      title="Nothing here"
      text="No notification matches the filter."
      action={<Button onClick={onClear}>Show all</Button>}
    />
  );
}

interface DaysProps {
  notifications: readonly Notification[];
  onOpen: (notification: Notification) => void;
  onMark: (id: string, read: boolean) => void;
  /** Null where this is all. */
  more: (() => void) | null;
  isLoadingMore: boolean;
}

function Days({ notifications, onOpen, onMark, more, isLoadingMore }: DaysProps) {
  const days = byDay(notifications, useNow(), useTimeZone());
  const list = useRef<HTMLDivElement>(null);
  // A row that left the list (read, while only the unread are shown) takes the focus with it.
  useEffect(() => {
    if (notifications.length > 0 && document.activeElement === document.body) list.current?.focus();
  }, [notifications.length]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = moveOrFind(event);
    const notification = notifications.find((candidate) => candidate.id === id);
    if (notification) onMark(notification.id, notification.readAt === null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that the rows in it take, heard once.
    <div
      ref={list}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto pb-2 outline-none"
      onKeyDown={onKeyDown}
    >
      {days.map(({ title, notifications: ofDay }) => (
        <section key={title} aria-label={title}>
          <h3 className="sticky top-0 bg-surface px-4 pt-3 pb-1 text-xs font-semibold text-fg-muted">
            {title}
          </h3>
          <ul>
            {ofDay.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                onOpen={() => onOpen(notification)}
                onMark={(read) => onMark(notification.id, read)}
              />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <div className="flex justify-center pt-2">
          <Button size="sm" onClick={more} disabled={isLoadingMore}>
            {isLoadingMore ? 'Loading...' : 'Show older'}
          </Button>
        </div>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys move through the rows; `u` names the row whose mark is to change. */
function moveOrFind(event: KeyboardEvent<HTMLElement>): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW_SELECTOR)];
  const item = event.target instanceof Element ? event.target.closest('li') : null;
  const at = rows.findIndex((row) => item?.contains(row) ?? false);
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    rows[step(at, rows.length)]?.focus();
    return null;
  }
  return event.key.toLowerCase() === 'u' ? (rows[at]?.dataset.notification ?? null) : null;
}

function Footer({ onLeave }: { onLeave: () => void }) {
  const { permission, ask } = useOutsidePermission();
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-fg-muted">
      <span className="max-sm:sr-only">
        <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>U</kbd> mark
      </span>
      {permission === 'default' && (
        <Button variant="ghost" size="sm" onClick={() => void ask()}>
          Show on the desktop
        </Button>
      )}
      {permission === 'denied' && <span>Blocked on the desktop</span>}
      <Link
        to="/settings/notifications"
        onClick={onLeave}
        className="rounded-sm font-medium text-accent-text underline underline-offset-2"
      >
        Settings
      </Link>
    </footer>
  );
}
