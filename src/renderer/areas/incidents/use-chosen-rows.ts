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

/** What is selected of one list; another filter is another list, of which nothing is selected yet. */
export function useChosenRows(key: string): ChosenRows {
  const [none] = useState<ReadonlySet<string>>(() => new Set());
  const [stored, store] = useState<Chosen>({ key, ids: none, isWhole: false });
  const isCurrent = stored.key === key;
  return {
    ids: isCurrent ? stored.ids : none,
    isWhole: isCurrent && stored.isWhole,
    choose: (ids) => store({ key, ids, isWhole: false }),
    chooseWhole: () => store({ key, ids: none, isWhole: true }),
    clear: () => store({ key, ids: none, isWhole: false }),
  };
}
