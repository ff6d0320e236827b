import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  EVENT_QUERY_LIMITS,
  type EventFilter,
  type EventQuery,
  type EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import type {
  EventDetail,
  ListedEvent,
} from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventGaps } from './event-gaps.tsx';
import { type ActiveRow, EventGrid } from './event-grid.tsx';
import { EventHistogramPanel, type TimeSpan } from './event-histogram.tsx';
import { EventStackPanel } from './event-stack-panel.tsx';
import { eventsText } from './event-words.ts';
import { eventFieldsQuery, eventSourcesQuery } from './events.queries.ts';
import { NoEvents } from './no-events.tsx';
import { NothingFound } from './nothing-found.tsx';
import { useEventRows } from './use-event-rows.ts';
import { type PickedEvents, usePickedEvents } from './use-picked-events.ts';

/** Typing asks once it rests. */
const TYPED_MS = 200;

interface EventExplorerProps {
  investigationId: string;
  initialQuery?: EventQuery;
  /** Where the span of time is kept elsewhere; null is all of it. */
  range?: TimeSpan | null;
  /** Open at first: the one a link led to, wherever it stands in the grid. */
  eventId?: number | null;
  onRange?: (range: TimeSpan | null) => void;
  /** Of an event in its drawer: promote, draft a rule. */
  actions?: (event: EventDetail) => ReactNode;
  /** Beside the number of what was found: export, and what is done with chosen events. */
  tools?: (query: EventQuery, sort: EventSort, picked: PickedEvents) => ReactNode;
  /** How many events may be chosen in the grid; left out: none. */
  picks?: number;
  /** Before an event's summary in its row. */
  chip?: (event: ListedEvent) => ReactNode;
  /** Ids of events that stand on the timeline. */
  marks?: ReadonlySet<string>;
}

/** All events of an investigation: search, filters, histogram, stacks, and a grid of millions. */
export function EventExplorer(props: EventExplorerProps) {
  const { investigationId } = props;
  const client = useClient();
  const sources = useQuery(eventSourcesQuery(client, investigationId));
  if (sources.isError)
    return (
      <ErrorState
        title="The events could not be loaded"
        error={sources.error}
        onRetry={() => void sources.refetch()}
        isRetrying={sources.isFetching}
      />
    );
  if (!sources.data) return <Skeleton className="h-64 w-full" />;
  if (sources.data.length === 0) return <NoEvents investigationId={investigationId} />;
  const names = new Map(sources.data.map(({ id, name }) => [id, name]));
  return <Explorer {...props} nameOf={(id) => names.get(id) ?? id} />;
}

function useTyped(initial: string, onRest: (text: string) => void) {
  const [typed, setTyped] = useState(initial);
  const rest = useRef(onRest);
  rest.current = onRest;
  useEffect(() => {
    const timer = setTimeout(() => rest.current(typed.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}

/** The query as it is asked: with the span that may be kept elsewhere. */
function useEventQuery({ initialQuery, range, onRange }: EventExplorerProps) {
  const [own, setOwn] = useState<EventQuery>(initialQuery ?? {});
  const isGiven = onRange !== undefined;
  const query = useMemo((): EventQuery => {
    const { fromMs, toMs, text, ...rest } = own;
    const span = isGiven ? range : fromMs === undefined ? null : { fromMs, toMs };
    return {
      ...rest,
      ...(text ? { text } : {}),
      ...(span ? { fromMs: span.fromMs, toMs: span.toMs } : {}),
    };
  }, [own, range, isGiven]);
  const setQuery = (next: EventQuery) => {
    setOwn(next);
    if (isGiven && next.fromMs !== query.fromMs)
      onRange(
        next.fromMs === undefined || next.toMs === undefined
          ? null
          : { fromMs: next.fromMs, toMs: next.toMs },
      );
  };
  return [query, setQuery] as const;
}

function useSlashFocus() {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      // Behind the drawer of an event it cannot be reached.
      if (search.current?.closest('[aria-hidden="true"]')) return;
      event.preventDefault();
      event.stopPropagation();
      search.current?.focus();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return search;
}

/** While the next one is asked for, the one before stays in the drawer. */
function useOpened(isOpen: boolean, row: ListedEvent | undefined): ListedEvent | undefined {
  const last = useRef<ListedEvent>(undefined);
  last.current = isOpen ? (row ?? last.current) : undefined;
  return last.current;
}

function Explorer(props: EventExplorerProps & { nameOf: (sourceId: string) => string }) {
  const { investigationId, nameOf } = props;
  const client = useClient();
  const [query, setQuery] = useEventQuery(props);
  const [sort, setSort] = useState<EventSort>('time');
  const [active, setActiveRow] = useState<ActiveRow>({ index: 0 });
  const setActive = (index: number) => setActiveRow({ index });
  const [isOpen, setOpen] = useState(false);
  const [linked, setLinked] = useState(props.eventId ?? null);
  const close = () => {
    setOpen(false);
    setLinked(null);
  };
  const search = useSlashFocus();
  const change = (next: EventQuery) => {
    setQuery(next);
    setActive(0);
  };
  const [typed, type] = useTyped(query.text ?? '', (text) => {
    if (text !== (query.text ?? '')) change({ ...query, text });
  });
  const asked = { investigationId, query };
  const rows = useEventRows({ ...asked, sort });
  const picked = usePickedEvents(rows, props.picks ?? 0);
  const fields = useQuery(eventFieldsQuery(client, investigationId));
  const names = fields.data?.map(({ name }) => name).filter((name) => name !== '') ?? [];
  const addFilter = (filter: EventFilter) => {
    const others = (query.filters ?? []).filter(
      (one) => one.field !== filter.field || one.value !== filter.value,
    );
    change({ ...query, filters: [...others, filter].slice(-EVENT_QUERY_LIMITS.filters) });
    close();
  };
  const total = rows.total ?? 0;
  const opened = useOpened(isOpen, rows.rowAt(active.index));
  const shown = linked ?? opened?.id ?? null;
  const mayStep = linked === null;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <EventFilters
        {...{ query, typed, search }}
        fields={names}
        onQuery={change}
        onAdd={addFilter}
        onType={type}
      />
      <EventHistogramPanel
        {...asked}
        onSpan={(span) => change({ ...query, fromMs: span?.fromMs, toMs: span?.toMs })}
      />
      <EventGaps {...{ ...asked, nameOf }} onSpan={(span) => change({ ...query, ...span })} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-xs text-fg-muted tabular-nums">
          {!rows.isCounted ? 'Searching' : eventsText(total)}
        </p>
        {props.tools?.(query, sort, picked)}
      </div>
      {rows.error && (
        <ErrorState
          title="The events could not be loaded"
          error={rows.error}
          onRetry={rows.refetch}
          isRetrying={rows.isFetching}
        />
      )}
      <div className="grid min-h-96 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[30rem_24rem] gap-3 xl:grid-cols-[minmax(0,1fr)_18rem] xl:grid-rows-[minmax(24rem,1fr)]">
        <EventGrid
          {...{ rows, total, sort, active, nameOf }}
          chip={props.chip}
          marks={props.marks}
          picked={props.picks === undefined ? undefined : picked}
          onSort={(next) => {
            setSort(next);
            setActive(0);
          }}
          onActive={setActive}
          onOpen={(index) => {
            setActive(index);
            setOpen(true);
          }}
          empty={rows.total === 0 && <NothingFound text={query.text ?? ''} onText={type} />}
        />
        <EventStackPanel {...asked} fields={names} onFilter={addFilter} />
      </div>
      {shown !== null && (
        <EventDrawer
          investigationId={investigationId}
          eventId={shown}
          actions={props.actions}
          onClose={close}
          onPrevious={mayStep && active.index > 0 ? () => setActive(active.index - 1) : null}
          onNext={mayStep && active.index + 1 < total ? () => setActive(active.index + 1) : null}
          onFilter={addFilter}
          onOpen={setLinked}
        />
      )}
    </div>
  );
}
