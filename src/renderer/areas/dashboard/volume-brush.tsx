import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { moveEnd, type Stretch, stretchBetween } from './volume.rules.ts';
import { PLOT } from './volume-bars.tsx';

interface VolumeBrushProps {
  length: number;
  stretch: Stretch;
  /** Null is the whole again. */
  onChange: (stretch: Stretch | null) => void;
  onOpen: () => void;
  /** An hour in words, for those who do not see it. */
  describe: (place: number) => string;
  /** What an hour holds, beside the pointer. */
  tip: (place: number) => ReactNode;
}

/**
 * A stretch of hours, chosen by dragging over the bars (mouse, pen, finger) or by its two ends, which
 * are sliders for the keyboard. A finger that moves up or down still scrolls the page.
 */
export function VolumeBrush({
  length,
  stretch,
  onChange,
  onOpen,
  describe,
  tip,
}: VolumeBrushProps) {
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<{ anchor: number; before: Stretch } | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const isWhole = stretch.first === 0 && stretch.last === length - 1;

  const placeOf = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const place = Math.floor(((event.clientX - box.left) / box.width) * length);
    return Math.max(0, Math.min(length - 1, place));
  };
  const begin = (event: PointerEvent<HTMLElement>, anchor: number) => {
    drag.current = { anchor, before: stretch };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onKeyDown = (event: KeyboardEvent, end: 'first' | 'last') => {
    if (event.key === 'Enter') onOpen();
    else if (event.key === 'Escape') onChange(null);
    else {
      const moved = moveEnd(stretch, end, event.key, length);
      if (!moved) return;
      onChange(moved);
    }
    event.preventDefault();
  };
  const [left, right] = [(stretch.first / length) * 100, ((stretch.last + 1) / length) * 100];

  return (
    <div
      ref={area}
      data-testid="volume-brush"
      className="absolute cursor-crosshair touch-pan-y select-none"
      style={{ left: PLOT.left, right: PLOT.right, top: PLOT.top, bottom: PLOT.bottom }}
      onPointerDown={(event) => {
        if (event.button !== 0 || drag.current) return;
        const place = placeOf(event);
        begin(event, place);
        onChange({ first: place, last: place });
      }}
      onPointerMove={(event) => {
        const place = placeOf(event);
        setHovered(event.pointerType === 'mouse' ? place : null);
        if (drag.current) onChange(stretchBetween(drag.current.anchor, place, length));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        // The browser took the finger over, to scroll: nothing was chosen.
        if (drag.current) onChange(drag.current.before);
        drag.current = null;
      }}
      onPointerLeave={() => setHovered(null)}
    >
      {!isWhole && (
        <>
          <Shade left={0} right={left} />
          <Shade left={right} right={100} />
        </>
      )}
      {hovered !== null && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 bg-fg/10"
          style={{ left: `${(hovered / length) * 100}%`, width: `${100 / length}%` }}
        />
      )}
      {(['first', 'last'] as const).map((end) => (
        <div
          key={end}
          role="slider"
          tabIndex={0}
          aria-label={end === 'first' ? 'Begin of the stretch' : 'End of the stretch'}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={length - 1}
          aria-valuenow={stretch[end]}
          aria-valuetext={describe(end === 'first' ? stretch.first : stretch.last + 1)}
          className="group absolute inset-y-0 w-6 -translate-x-1/2 cursor-ew-resize rounded-sm -outline-offset-2"
          style={{ left: `${end === 'first' ? left : right}%` }}
          onPointerDown={(event) => {
            if (event.button === 0) begin(event, end === 'first' ? stretch.last : stretch.first);
          }}
          onKeyDown={(event) => onKeyDown(event, end)}
        >
          <span
            aria-hidden
            className={cx(
              'absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 rounded-full bg-accent-text group-focus-visible:visible',
              isWhole && 'invisible group-hover:visible',
            )}
          />
        </div>
      ))}
      {hovered !== null && (
        <div
          aria-hidden
          className={cx(
            'pointer-events-none absolute top-1 z-10 rounded-md bg-raised px-2 py-1 text-xs whitespace-nowrap text-fg shadow-float',
            hovered < length / 2 ? 'ml-3' : '-ml-1 -translate-x-full',
          )}
          style={{ left: `${((hovered + 0.5) / length) * 100}%` }}
        >
          {tip(hovered)}
        </div>
      )}
    </div>
  );
}

function Shade({ left, right }: { left: number; right: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 bg-surface/75"
      style={{ left: `${left}%`, width: `${right - left}%` }}
    />
  );
}
