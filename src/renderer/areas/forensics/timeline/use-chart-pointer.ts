import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  momentAt,
  moved,
  type TimeView,
  zoomed,
} from '../../../../shared/areas/forensics/timeline/time-view.ts';
import type { TimeBrush } from './lane-chart.tsx';

interface ChartPointer {
  readonly left: number;
  readonly width: number;
  readonly view: TimeView;
  readonly onView: (view: TimeView) => void;
  readonly onBrush: (brush: TimeBrush | null) => void;
}

/** px that a pointer moves before it draws a stretch; less is a click. */
const LEAST_PX = 5;
const WHEEL = 0.0016;

/** The wheel zooms where it is turned; with Shift or sideways it moves. */
function useWheel(frame: RefObject<HTMLElement | null>, now: RefObject<ChartPointer>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { view, onView, left, width } = now.current;
      const box = element.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (event.clientX - box.left - left) / width));
      event.preventDefault();
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        onView(moved(view, sideways / width));
      else onView(zoomed(view, Math.exp(event.deltaY * WHEEL * (event.ctrlKey ? 5 : 1)), share));
    };
    // React's own listener is passive: the page would scroll beneath.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, now]);
}

/** Wheel and two fingers zoom, with Shift or sideways the wheel moves; a drag draws a stretch of time. */
export function useChartPointer(frame: RefObject<HTMLElement | null>, chart: ChartPointer) {
  const now = useRef(chart);
  useEffect(() => {
    now.current = chart;
  });
  const fingers = useRef(new Map<number, number>());
  const begun = useRef<{ share: number; x: number } | null>(null);
  const [drawing, setDrawing] = useState<TimeBrush | null>(null);
  const shareAt = (x: number): number => {
    const box = frame.current?.getBoundingClientRect();
    const { left, width } = now.current;
    return Math.max(0, Math.min(1, (x - (box?.left ?? 0) - left) / width));
  };

  useWheel(frame, now);

  const brushTo = (x: number): TimeBrush | null => {
    if (!begun.current || Math.abs(x - begun.current.x) < LEAST_PX) return null;
    const { view } = now.current;
    const [a, b] = [begun.current.share, shareAt(x)].toSorted((one, other) => one - other);
    return { from: momentAt(view, a ?? 0), to: momentAt(view, b ?? 1) };
  };

  return {
    drawing,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        fingers.current.set(event.pointerId, event.clientX);
        begun.current =
          fingers.current.size === 1 ? { share: shareAt(event.clientX), x: event.clientX } : null;
      },
      onPointerMove(event: PointerEvent) {
        const before = fingers.current;
        if (!before.has(event.pointerId)) return;
        if (before.size === 2) {
          const apart = () => {
            const [a = 0, b = 0] = before.values();
            return Math.max(1, Math.abs(a - b));
          };
          const wide = apart();
          before.set(event.pointerId, event.clientX);
          const [a = 0, b = 0] = before.values();
          now.current.onView(zoomed(now.current.view, wide / apart(), shareAt((a + b) / 2)));
          return;
        }
        before.set(event.pointerId, event.clientX);
        const next = brushTo(event.clientX);
        if (next && !frame.current?.hasPointerCapture(event.pointerId))
          frame.current?.setPointerCapture(event.pointerId);
        setDrawing(next);
      },
      onPointerUp(event: PointerEvent) {
        if (!fingers.current.delete(event.pointerId)) return;
        const drawn = brushTo(event.clientX);
        begun.current = null;
        setDrawing(null);
        if (drawn) now.current.onBrush(drawn);
      },
      onPointerCancel(event: PointerEvent) {
        fingers.current.delete(event.pointerId);
        begun.current = null;
        setDrawing(null);
      },
    },
  };
}
