import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import { VendorRow } from './vendor-row.tsx';

const ROW_PX = 72;
const GAP_PX = 6;
const OVERSCAN_ROWS = 6;
/** The next page is fetched when the view comes this near to the end of what is here. */
const AHEAD_ROWS = 40;

interface VendorListProps {
  vendors: readonly Vendor[];
  total: number;
  hasMore: boolean;
  onMore: () => void;
  onOpen: (id: string) => void;
}

/** Rows in view of a list that may be long; arrow keys go from vendor to vendor. */
export function VendorList({ vendors, total, hasMore, onMore, onOpen }: VendorListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: vendors.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => vendors[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
    gap: GAP_PX,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastShown >= vendors.length - AHEAD_ROWS) onMore();
  }, [hasMore, lastShown, vendors.length, onMore]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isLink = (event.target as HTMLElement).matches('[data-vendor-link]');
    if (step === undefined || !isLink) return;
    event.preventDefault();
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-vendor-link]')];
    links[links.indexOf(event.target as HTMLElement) + step]?.focus();
  };
  return (
    <div ref={scroller} className="max-h-[60vh] min-h-40 overflow-y-auto">
      <div
        role="feed"
        aria-label="Vendor Registry"
        onKeyDown={onKeyDown}
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const vendor = vendors[item.index];
          if (vendor === undefined) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <VendorRow
                vendor={vendor}
                position={item.index + 1}
                setSize={total}
                onOpen={onOpen}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
