import { useState } from 'react';
import type { EventRows } from './use-event-rows.ts';

export interface PickedEvents {
  readonly ids: ReadonlySet<number>;
  /** @param isRange From the one that was picked last, in so far as the rows between are there. */
  toggle(place: number, isRange: boolean): void;
  clear(): void;
}

/** Events chosen in the grid, at most `most`; they stay chosen while the grid shows others. */
export function usePickedEvents(rows: EventRows, most: number): PickedEvents {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set());
  const [last, setLast] = useState<number | null>(null);
  return {
    ids,
    toggle(place, isRange) {
      const event = rows.rowAt(place);
      if (!event) return;
      const next = new Set(ids);
      if (isRange && last !== null) {
        const [from, to] = [Math.min(last, place), Math.max(last, place)];
        for (let at = from; at <= to && next.size < most; at++) {
          const row = rows.rowAt(at);
          if (row) next.add(row.id);
        }
      } else if (!next.delete(event.id) && next.size < most) next.add(event.id);
      setIds(next);
      setLast(place);
    },
    clear() {
      setIds(new Set());
      setLast(null);
    },
  };
}
