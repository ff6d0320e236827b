/**
 * Rows in view of a list of any length. Browsers end elements near 33 million pixels, so a list of
 * millions scrolls over less: the bar stands for the place in the list, the wheel still moves by rows.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from '../../../ui/use-size.ts';

const MOST_PX = 8_000_000;
const OVERSCAN_ROWS = 6;
/** Of a wheel that counts in lines (DOM, `WheelEvent.DOM_DELTA_LINE`). */
const LINE_PX = 16;

export interface ScaledRows {
  readonly scroller: (element: HTMLDivElement | null) => void;
  /** Of what is scrolled, in pixels. */
  readonly height: number;
  readonly viewPx: number;
  /** Rows to draw, the last not among them. */
  readonly first: number;
  readonly end: number;
  /** Rows that fit into the view. */
  readonly fitting: number;
  /** Where a row begins, from the top of the view. */
  topOf(row: number): number;
  reveal(row: number): void;
}

export function useScaledRows(count: number, rowPx: number): ScaledRows {
  const [size, measure] = useSize();
  const element = useRef<HTMLDivElement | null>(null);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [top, setTop] = useState(0);
  /** What was set by us, so that its echo is not taken for a person's scrolling. */
  const placed = useRef<number | null>(null);
  const viewPx = size?.height ?? 0;
  const height = Math.min(count * rowPx, MOST_PX);
  const mostTop = Math.max(0, count - viewPx / rowPx);
  const mostScroll = Math.max(1, height - viewPx);
  const isScaled = count * rowPx > MOST_PX;
  const shownTop = Math.min(top, mostTop);

  const place = useCallback(
    (next: number) => {
      const bounded = Math.max(0, Math.min(mostTop, next));
      setTop(bounded);
      if (!element.current) return;
      element.current.scrollTop = mostTop === 0 ? 0 : (bounded / mostTop) * mostScroll;
      placed.current = element.current.scrollTop;
    },
    [mostTop, mostScroll],
  );
  const state = useRef({ top: shownTop, mostTop, mostScroll, rowPx, place, viewPx });
  state.current = { top: shownTop, mostTop, mostScroll, rowPx, place, viewPx };

  useLayoutEffect(() => {
    if (!scroller) return;
    const onScroll = () => {
      const now = state.current;
      if (placed.current !== null && Math.abs(scroller.scrollTop - placed.current) < 1) return;
      placed.current = null;
      setTop((scroller.scrollTop / now.mostScroll) * now.mostTop);
    };
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      const now = state.current;
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL
          ? 1
          : event.deltaMode === WheelEvent.DOM_DELTA_LINE
            ? LINE_PX
            : now.viewPx;
      const next = now.top + (event.deltaY * unit) / now.rowPx;
      // At either end the wheel is the page's again.
      if ((next < 0 && now.top === 0) || (next > now.mostTop && now.top === now.mostTop)) return;
      event.preventDefault();
      now.place(next);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    if (isScaled) scroller.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [scroller, isScaled]);

  const first = Math.max(0, Math.floor(shownTop) - OVERSCAN_ROWS);
  const end = Math.min(count, Math.ceil(shownTop + viewPx / rowPx) + OVERSCAN_ROWS);
  const fitting = Math.max(1, Math.floor(viewPx / rowPx));
  return {
    scroller: useCallback(
      (next: HTMLDivElement | null) => {
        element.current = next;
        setScroller(next);
        measure(next);
      },
      [measure],
    ),
    ...{ height, viewPx, first, end, fitting },
    topOf: (row) => (row - shownTop) * rowPx,
    reveal(row) {
      if (row < shownTop) place(row);
      else if (row > shownTop + viewPx / rowPx - 1) place(row + 1 - viewPx / rowPx);
    },
  };
}
