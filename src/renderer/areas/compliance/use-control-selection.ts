import { useState } from 'react';
import { type FilterText, filterKey } from './controls.filter-url.ts';

/** What is chosen for a bulk change: single controls, or everything that matches the filter. */
export function useControlSelection(filter: FilterText) {
  const key = filterKey(filter);
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  /** The filter under which all were chosen; another one chooses nothing. */
  const [allOf, setAllOf] = useState<{ key: string; total: number } | null>(null);
  const all = allOf?.key === key ? allOf : null;
  return {
    ids,
    /** How many match where all of them are chosen. */
    total: all?.total ?? null,
    count: all?.total ?? ids.size,
    asTable: {
      ids,
      onChange: (next: ReadonlySet<string>) => {
        setAllOf(null);
        setIds(next);
      },
    },
    chooseAll: (total: number) => setAllOf({ key, total }),
    clear: () => {
      setAllOf(null);
      setIds(new Set());
    },
  };
}
export type ControlSelection = ReturnType<typeof useControlSelection>;
