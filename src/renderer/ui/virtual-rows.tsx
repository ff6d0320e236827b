import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

interface VirtualRowsProps<T> {
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** About how high a row is. */
  rowPx: number;
  label: string;
  /** How high the list may become before it scrolls. */
  className: string;
  render: (row: T) => ReactNode;
}

const OVERSCAN_ROWS = 8;

/** A list that may pass 100 rows: only those in view are drawn, and each is measured as it is. */
export function VirtualRows<T>(props: VirtualRowsProps<T>) {
  const { rows, keyOf, rowPx, label, className, render } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: OVERSCAN_ROWS,
  });
  return (
    <div ref={scroller} className={cx('overflow-y-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {render(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
