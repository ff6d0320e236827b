import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsComfortable } from '../../ui/use-density.ts';
import { AlertRow, type RowShared } from './alert-row.tsx';
import { maxRows } from './alerts.pages.ts';
import { usePendingAlertIds } from './alerts.queries.ts';
import { useDeskState } from './desk-context.tsx';
import type { AlertRows } from './use-alert-pages.ts';

const ROW_PX = 86;
const NARROW_ROW_PX = 116;
/** What each row gains in the comfortable density. */
const COMFORTABLE_PX = 14;
const NARROW_LIST_PX = 860;
const GAP_PX = 6;
const OVERSCAN_ROWS = 6;
/** How often the pages to load follow the view while it moves. */
const VIEW_EVERY_MS = 80;

export interface AlertListHandle {
  /** Scrolls a row into view and gives it the keyboard. */
  reveal(index: number): void;
}

interface AlertListProps {
  rows: AlertRows;
  /** Changes when another list is shown: it then begins at the top. */
  listKey: string;
  openId: string | null;
  shared: Omit<RowShared, 'isNarrow'>;
  /** Shows the alerts up to a time: the way on where a list is longer than a page can be tall. */
  onContinue: (until: string) => void;
  ref: Ref<AlertListHandle>;
}

export function AlertList({ rows, listKey, openId, shared, onContinue, ref }: AlertListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(scroller);
  const roomPx = useIsComfortable() ? COMFORTABLE_PX : 0;
  const rowPx = (isNarrow ? NARROW_ROW_PX : ROW_PX) + roomPx;
  const count = Math.min(rows.count, maxRows(rowPx));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
  });
  const [focusIndex, setFocusIndex] = useState<number | null>(null);
  useImperativeHandle(ref, () => ({
    reveal(index) {
      virtual.scrollToIndex(index, { align: 'auto' });
      setFocusIndex(index);
    },
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useLayoutEffect(() => virtual.measure(), [rowPx]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => virtual.scrollToOffset(0), [listKey]);
  useScrollAnchor(rows, scroller, virtual.scrollOffset ?? 0, rowPx, listKey);

  const items = virtual.getVirtualItems();
  useReportView(rows.setView, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const pending = usePendingAlertIds();
  const activeId = useDeskState((state) => state.activeId);
  const selected = useDeskState((state) => state.selected);
  const isAllSelected = useDeskState((state) => state.all !== null);
  const rowShared = useMemo(() => ({ ...shared, isNarrow }), [shared, isNarrow]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="feed"
        aria-label="Alerts"
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const alert = rows.rowAt(item.index);
          return (
            <div
              key={item.key}
              className="absolute inset-x-0 top-0 contain-layout"
              style={{
                height: item.size - GAP_PX,
                transform: `translateY(${item.start}px)`,
              }}
            >
              {alert ? (
                <AlertRow
                  alert={alert}
                  position={item.index + 1}
                  setSize={rows.total ?? count}
                  isActive={alert.id === activeId}
                  isOpen={alert.id === openId}
                  isSelected={isAllSelected || selected.has(alert.id)}
                  isPending={pending.has(alert.id)}
                  takesFocus={item.index === focusIndex}
                  shared={rowShared}
                />
              ) : (
                <RowSkeleton />
              )}
            </div>
          );
        })}
      </div>
      {count < rows.count && <TooLong lastShown={rows.rowAt(count - 1)} onContinue={onContinue} />}
    </div>
  );
}

function TooLong(props: { lastShown: Alert | undefined; onContinue: (until: string) => void }) {
  const { lastShown, onContinue } = props;
  return (
    <p className="flex items-center justify-center gap-3 py-3 text-fg-muted">
      There are more alerts than one list can hold.
      <Button disabled={!lastShown} onClick={() => lastShown && onContinue(lastShown.createdAt)}>
        Continue with older alerts
      </Button>
    </p>
  );
}

/** In the place and size of a row that is on its way. */
export function RowSkeleton() {
  return (
    <div
      aria-hidden
      className="flex h-full flex-col justify-between rounded-md border border-l-4 border-line bg-surface px-2.5 py-2"
    >
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  );
}

function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(([entry]) =>
      setIsNarrow((entry?.contentRect.width ?? Number.POSITIVE_INFINITY) < NARROW_LIST_PX),
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}

/** Tells which rows are in view, at once and then at most every 80 ms while they fly past. */
function useReportView(setView: AlertRows['setView'], first: number, last: number): void {
  const toldAt = useRef(0);
  useEffect(() => {
    const wait = toldAt.current + VIEW_EVERY_MS - performance.now();
    const tell = () => {
      toldAt.current = performance.now();
      setView(first, last);
    };
    if (wait <= 0) return tell();
    const timer = setTimeout(tell, wait);
    return () => clearTimeout(timer);
  }, [setView, first, last]);
}

/**
 * When rows come or go above the view, the view moves with its first row: nothing may slip away
 * under the hand that is about to click. At the very top, new alerts come in as they should.
 */
function useScrollAnchor(
  rows: AlertRows,
  scroller: RefObject<HTMLElement | null>,
  offset: number,
  rowPx: number,
  listKey: string,
): void {
  const anchor = useRef<{ id: string; index: number; key: string } | null>(null);
  useLayoutEffect(() => {
    const known = anchor.current;
    let first = Math.floor(offset / rowPx);
    if (known && known.key === listKey && offset > 0) {
      const isInPlace = rows.rowAt(known.index)?.id === known.id;
      const index = isInPlace ? known.index : rows.indexOf(known.id);
      const moved = index < 0 ? 0 : index - known.index;
      if (moved !== 0 && scroller.current) scroller.current.scrollTop += moved * rowPx;
      first += moved;
    }
    const alert = rows.rowAt(first);
    anchor.current = alert ? { id: alert.id, index: first, key: listKey } : null;
  });
}
