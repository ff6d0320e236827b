import { useState } from 'react';

export interface ChosenRows {
  readonly ids: ReadonlySet<string>;
  /** All alerts that the filter finds, seen or not, in place of rows. */
  readonly isWhole: boolean;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly chooseWhole: () => void;
  readonly clear: () => void;
}

interface Chosen {
  readonly key: string;
  readonly ids: ReadonlySet<string>;
  readonly isWhole: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** What is selected of one list; another filter is another list, of which nothing is selected yet. */
export function useChosenRows(key: string): ChosenRows {
  const [stored, store] = useState<Chosen>({ key, ids: NONE, isWhole: false });
  const isCurrent = stored.key === key;
  return {
    ids: isCurrent ? stored.ids : NONE,
    isWhole: isCurrent && stored.isWhole,
    choose: (ids) => store({ key, ids, isWhole: false }),
    chooseWhole: () => store({ key, ids: NONE, isWhole: true }),
    clear: () => store({ key, ids: NONE, isWhole: false }),
  };
}
