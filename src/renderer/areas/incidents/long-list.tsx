import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';

interface LongListProps<Row> {
  rows: readonly Row[];
  /** About how high a row is; each is measured. */
  rowPx: number;
  rowKey: (row: Row) => string;
  row: (row: Row) => ReactNode;
  /** Names the list. */
  label?: string;
  /** `list`: in no order that counts. */
  as?: 'ul' | 'ol';
  className?: string;
}

/** Drawn in full up to here; a longer one draws the rows in view. */
const VIRTUAL_FROM = 100;
const OVERSCAN_ROWS = 8;

/** A list within a part that scrolls, with whatever stands above it there. */
export function LongList<Row>(props: LongListProps<Row>) {
  return props.rows.length <= VIRTUAL_FROM ? <WholeList {...props} /> : <PartList {...props} />;
}

function WholeList<Row>({
  rows,
  rowKey,
  row,
  label,
  as: List = 'ul',
  className,
}: LongListProps<Row>) {
  return (
    <List aria-label={label} className={cx('flex flex-col', className)}>
      {rows.map((one) => (
        <li key={rowKey(one)}>{row(one)}</li>
      ))}
    </List>
  );
}

function PartList<Row>({ rows, rowPx, rowKey, row, label, as: List = 'ul' }: LongListProps<Row>) {
  const list = useRef<HTMLElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);
  const place = (element: HTMLElement | null) => {
    list.current = element;
  };
  useLayoutEffect(() => {
    const found = scrollerOf(list.current);
    setScroller(found);
    if (found && list.current)
      setMargin(
        list.current.getBoundingClientRect().top -
          found.getBoundingClientRect().top +
          found.scrollTop,
      );
  }, []);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin: margin,
  });
  return (
    <List
      ref={place}
      aria-label={label}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((item) => {
        const one = rows[item.index];
        if (one === undefined) return null;
        return (
          <li
            key={rowKey(one)}
            ref={virtual.measureElement}
            data-index={item.index}
            aria-posinset={item.index + 1}
            aria-setsize={rows.length}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {row(one)}
          </li>
        );
      })}
    </List>
  );
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let one = element?.parentElement ?? null; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
}
