import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
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
import { useScrollAnchor } from './use-scroll-anchor.ts';

const ROW_PX = 86;
const NARROW_ROW_PX = 116;
/** What each row gains in the comfortable density. */
const COMFORTABLE_PX = 14;
const NARROW_LIST_PX = 860;
const GAP_PX = 6;
const OVERSCAN_ROWS = 6;
/** How often the pages to load follow the view while it moves. */
const VIEW_EVERY_MS = 80;
const GOING_ON = ['keydown', 'pointerdown', 'focusin'] as const;

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
  const { awaited, awaitFocus } = useAwaitedFocus(listKey);
  useImperativeHandle(ref, () => ({
    reveal(index) {
      virtual.scrollToIndex(index, { align: 'auto' });
      awaitFocus(index);
    },
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useLayoutEffect(() => virtual.measure(), [rowPx]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => virtual.scrollToOffset(0), [listKey]);
  useScrollAnchor(rows, scroller, virtual.scrollOffset ?? 0, rowPx, listKey);

  const items = virtual.getVirtualItems();
  // The row has taken the focus in the effects before this one, those of the rows.
  useEffect(() => {
    if (items.some(({ index }) => index === awaited && rows.rowAt(index))) awaitFocus(null);
  });
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
        {keyedByAlert(items, rows).map(({ key, item, alert }) => (
          <div
            key={key}
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
                takesFocus={item.index === awaited}
                shared={rowShared}
              />
            ) : (
              <RowSkeleton />
            )}
          </div>
        ))}
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

/**
 * A row keeps its element as long as it is in view, wherever it moves: what has the focus or is being
 * clicked stays the same alert. Not the virtualizer's own keys: it asks for those of all rows.
 */
function keyedByAlert(items: readonly VirtualItem[], rows: AlertRows) {
  const taken = new Set<string>();
  return items.map((item) => {
    const alert = rows.rowAt(item.index);
    // Where a boundary is moving, two pages may hold the same alert for a moment.
    const isFirst = alert !== undefined && !taken.has(alert.id);
    if (isFirst) taken.add(alert.id);
    return { key: isFirst ? alert.id : `place ${item.index}`, item, alert };
  });
}

/** The row that a key led to and that is not drawn yet; forgotten as soon as the hand goes on. */
function useAwaitedFocus(listKey: string) {
  const [wish, setWish] = useState<{ index: number; listKey: string } | null>(null);
  const awaited = wish?.listKey === listKey ? wish.index : null;
  useLayoutEffect(() => {
    if (awaited === null) return;
    const forget = () => setWish(null);
    for (const event of GOING_ON) window.addEventListener(event, forget, { capture: true });
    return () => {
      for (const event of GOING_ON) window.removeEventListener(event, forget, { capture: true });
    };
  }, [awaited]);
  const awaitFocus = (index: number | null) => setWish(index === null ? null : { index, listKey });
  return { awaited, awaitFocus };
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
