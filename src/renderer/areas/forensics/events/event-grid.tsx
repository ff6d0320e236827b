import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import type { EventSort } from '../../../../shared/areas/forensics/events/event-query.ts';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { cx } from '../../../ui/cx.ts';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { useRowHeight } from '../../../ui/use-density.ts';
import { EventCells } from './event-cells.tsx';
import { eventTimeFormat } from './event-words.ts';
import type { EventRows } from './use-event-rows.ts';
import type { PickedEvents } from './use-picked-events.ts';
import { type ScaledRows, useScaledRows } from './use-scaled-rows.ts';

const TRACKS =
  'grid grid-cols-[12.5rem_minmax(5rem,9rem)_minmax(5rem,8rem)_5.5rem_minmax(10rem,1fr)_minmax(6rem,10rem)] gap-x-3 px-3';
const PICKING_TRACKS =
  'grid grid-cols-[1rem_12.5rem_minmax(5rem,9rem)_minmax(5rem,8rem)_5.5rem_minmax(10rem,1fr)_minmax(6rem,10rem)] gap-x-3 px-3';
const HEADS = ['Host', 'User', 'Kind', 'Summary', 'File'];

/** A new one, even of the same row, is shown wherever the list was scrolled to. */
export interface ActiveRow {
  readonly index: number;
}

interface EventGridProps {
  rows: EventRows;
  total: number;
  sort: EventSort;
  onSort: (sort: EventSort) => void;
  active: ActiveRow;
  onActive: (index: number) => void;
  onOpen: (index: number) => void;
  nameOf: (sourceId: string) => string;
  /** Events that were promoted or hit, by id. */
  marks: ReadonlySet<string> | undefined;
  chip?: ((event: ListedEvent) => ReactNode) | undefined;
  /** Where events may be chosen for something: by their boxes, or Space on the row. */
  picked?: PickedEvents | undefined;
  empty: ReactNode;
}

/** Millions of events: what is in view is drawn, and asked for where the view rests. */
export function EventGrid(props: EventGridProps) {
  const { rows, total, sort, onActive } = props;
  const active = props.active.index;
  const rowPx = useRowHeight();
  const id = useId();
  const scaled = useScaledRows(total, rowPx);
  const { first, end } = scaled;
  useEffect(() => rows.view(first, end));
  const reveal = useRef(scaled.reveal);
  reveal.current = scaled.reveal;
  useEffect(() => reveal.current(props.active.index), [props.active]);
  const move = (next: number) => onActive(Math.max(0, Math.min(total - 1, next)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      // Or what the drawer focuses would take the same press.
      event.preventDefault();
      if (total > 0) props.onOpen(active);
      return;
    }
    if (event.key === ' ' && props.picked) {
      event.preventDefault();
      props.picked.toggle(active, event.shiftKey);
      return;
    }
    const next = placeAfter(event.key, active, { total, fitting: scaled.fitting });
    if (next === null) return;
    event.preventDefault();
    move(next);
  };
  return (
    <div className="flex min-h-64 flex-1 flex-col overflow-x-auto rounded-lg border border-line bg-surface">
      <div className="flex min-h-0 min-w-200 flex-1 flex-col">
        <Head sort={sort} onSort={props.onSort} picked={props.picked} />
        {total === 0 ? (
          <div className="flex flex-1 items-center justify-center p-6">{props.empty}</div>
        ) : (
          <div
            ref={scaled.scroller}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <table
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the keyboard, so it is a grid (WAI-ARIA 1.2)
              role="grid"
              tabIndex={0}
              aria-label="Events"
              aria-rowcount={total + 1}
              aria-activedescendant={
                active >= first && active < end ? `${id}-${active}` : undefined
              }
              onKeyDown={onKeyDown}
              className="block outline-none"
              style={{ height: scaled.height }}
            >
              <thead className="sr-only">
                <tr aria-rowindex={1}>
                  {[...(props.picked ? ['Chosen'] : []), 'Time', ...HEADS].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <Rows {...props} id={id} rowPx={rowPx} scaled={scaled} onMove={move} />
            </table>
          </div>
        )}
      </div>
    </div>
  );
}

function placeAfter(
  key: string,
  active: number,
  { total, fitting }: { total: number; fitting: number },
): number | null {
  if (key === 'j' || key === 'ArrowDown') return active + 1;
  if (key === 'k' || key === 'ArrowUp') return active - 1;
  if (key === 'PageDown') return active + fitting;
  if (key === 'PageUp') return active - fitting;
  if (key === 'Home') return 0;
  return key === 'End' ? total - 1 : null;
}

function Head({ sort, onSort, picked }: Pick<EventGridProps, 'sort' | 'onSort' | 'picked'>) {
  const isDown = sort === '-time';
  return (
    <div
      className={cx(
        picked ? PICKING_TRACKS : TRACKS,
        'min-h-9 items-center border-b border-line text-xs text-fg-muted',
      )}
    >
      {picked && <span aria-hidden />}
      <button
        type="button"
        className="flex items-center gap-1 rounded-sm text-left hover:text-fg"
        onClick={() => onSort(isDown ? 'time' : '-time')}
        title={isDown ? 'Show the oldest first' : 'Show the newest first'}
      >
        Time
        {isDown ? (
          <ArrowDown aria-hidden className="size-3" />
        ) : (
          <ArrowUp aria-hidden className="size-3" />
        )}
        <span className="sr-only">{isDown ? ', newest first' : ', oldest first'}</span>
      </button>
      {HEADS.map((name) => (
        <span key={name} aria-hidden>
          {name}
        </span>
      ))}
    </div>
  );
}

interface RowsProps extends EventGridProps {
  id: string;
  rowPx: number;
  scaled: ScaledRows;
  onMove: (index: number) => void;
}

function Rows({ id, rowPx, scaled, rows, active: { index }, marks, ...props }: RowsProps) {
  const zone = useTimeZone();
  const timeOf = useMemo(() => eventTimeFormat(zone), [zone]);
  const { first, end, height, viewPx } = scaled;
  const places = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  return (
    <tbody
      className="sticky top-0 block overflow-hidden"
      style={{ height: Math.min(viewPx, height) }}
    >
      {places.map((place) => {
        const event = rows.rowAt(place);
        return (
          <tr
            key={place}
            id={`${id}-${place}`}
            aria-rowindex={place + 2}
            aria-selected={place === index}
            onClick={() => props.onMove(place)}
            onDoubleClick={() => props.onOpen(place)}
            className={cx(
              props.picked ? PICKING_TRACKS : TRACKS,
              'absolute inset-x-0 top-0 cursor-default items-center border-b border-line text-sm',
              place === index ? 'bg-accent-soft' : 'hover:bg-raised',
            )}
            style={{ height: rowPx, transform: `translateY(${scaled.topOf(place)}px)` }}
          >
            {event && props.picked && (
              <td className="flex">
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={`Choose event ${place + 1}`}
                  className="size-3.5 accent-accent"
                  checked={props.picked.ids.has(event.id)}
                  onClick={(click) => {
                    click.stopPropagation();
                    props.picked?.toggle(place, click.shiftKey);
                  }}
                  onChange={() => {}}
                />
              </td>
            )}
            {event ? (
              <EventCells
                event={event}
                timeOf={timeOf}
                isMarked={marks?.has(String(event.id)) ?? false}
                nameOf={props.nameOf}
                chip={props.chip}
              />
            ) : (
              <td className="col-span-6 h-3 rounded-sm bg-raised">
                <span className="sr-only">Loading</span>
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}
