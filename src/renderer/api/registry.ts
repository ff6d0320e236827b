import { createStore, type StoreApi } from 'zustand/vanilla';

/** What parts of the page that don't know one another offer, for as long as they are shown. */
export interface Registry<T> {
  readonly store: StoreApi<{ readonly entries: readonly T[] }>;
  /** Takes them back when the returned function is called. */
  add(entries: readonly T[]): () => void;
}

export function createRegistry<T>(): Registry<T> {
  const store = createStore<{ readonly entries: readonly T[] }>(() => ({ entries: [] }));
  let blocks: ReadonlyArray<readonly T[]> = [];
  const put = (next: ReadonlyArray<readonly T[]>) => {
    blocks = next;
    store.setState({ entries: next.flat() });
  };
  return {
    store,
    add(entries) {
      // A copy of its own: the same list may be added twice.
      const block = [...entries];
      put([...blocks, block]);
      return () => put(blocks.filter((other) => other !== block));
    },
  };
}
