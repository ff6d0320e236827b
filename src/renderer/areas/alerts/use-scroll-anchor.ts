import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { AlertRows } from './use-alert-pages.ts';

/** A hand that moved over the list, or clicked in it, so shortly ago is about to click. */
const AIMING_MS = 1_000;

interface Anchor {
  readonly id: string;
  readonly index: number;
  readonly key: string;
}

/**
 * When rows come or go above the view, the view moves with its first row: nothing may slip away
 * under the hand that is about to click. At the very top, new alerts come in as they should, unless
 * the hand is aiming or pressing; once it has left the list, the top is shown again.
 */
export function useScrollAnchor(
  rows: AlertRows,
  scroller: RefObject<HTMLElement | null>,
  offset: number,
  rowPx: number,
  listKey: string,
): void {
  const anchor = useRef<Anchor | null>(null);
  const hand = useHand(scroller);
  useLayoutEffect(() => {
    const known = anchor.current;
    let first = Math.floor(offset / rowPx);
    const isHeld = offset > 0 || hand.current.isAiming();
    if (known && known.key === listKey && isHeld) {
      const isInPlace = rows.rowAt(known.index)?.id === known.id;
      const index = isInPlace ? known.index : rows.indexOf(known.id);
      const moved = index < 0 ? 0 : index - known.index;
      if (moved !== 0 && scroller.current) {
        if (offset <= 0) hand.current.holdsTop = true;
        scroller.current.scrollTop += moved * rowPx;
      }
      first += moved;
    }
    const alert = rows.rowAt(first);
    anchor.current = alert ? { id: alert.id, index: first, key: listKey } : null;
  });
}

interface Hand {
  isAiming(): boolean;
  /** The list stood at its top and was moved only to keep what is under the hand. */
  holdsTop: boolean;
}

function useHand(scroller: RefObject<HTMLElement | null>): RefObject<Hand> {
  const state = useRef({ movedAt: Number.NEGATIVE_INFINITY, isDown: false });
  const hand = useRef<Hand>({
    isAiming: () => state.current.isDown || performance.now() - state.current.movedAt < AIMING_MS,
    holdsTop: false,
  });
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    const ends = new AbortController();
    const { signal } = ends;
    const move = () => {
      state.current.movedAt = performance.now();
    };
    const press = ({ target }: PointerEvent) => {
      state.current.isDown = true;
      // Beside the rows is only the bar that scrolls.
      if (target === list) hand.current.holdsTop = false;
    };
    const release = () => {
      if (state.current.isDown) move();
      state.current.isDown = false;
    };
    const scroll = () => {
      hand.current.holdsTop = false;
    };
    const leave = () => {
      state.current.movedAt = Number.NEGATIVE_INFINITY;
      if (hand.current.holdsTop) list.scrollTop = 0;
      hand.current.holdsTop = false;
    };
    list.addEventListener('pointermove', move, { signal });
    list.addEventListener('pointerdown', press, { signal });
    list.addEventListener('pointerleave', leave, { signal });
    list.addEventListener('wheel', scroll, { signal, passive: true });
    list.addEventListener('touchmove', scroll, { signal, passive: true });
    list.addEventListener('keydown', scroll, { signal });
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', release, { signal });
    return () => ends.abort();
  }, [scroller]);
  return hand;
}
