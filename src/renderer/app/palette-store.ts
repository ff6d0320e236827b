import { createStore, type StoreApi } from 'zustand/vanilla';

/** Which of the two layers over the whole page is open. */
export type PaletteLayer = 'palette' | 'shortcuts';

/** What is typed is kept here: it can begin before the palette has its field. */
export type PaletteStore = StoreApi<{
  readonly layer: PaletteLayer | null;
  readonly typed: string;
  show(layer: PaletteLayer): void;
  hide(): void;
  type(typed: string): void;
}>;

export function createPaletteStore(): PaletteStore {
  return createStore((set) => ({
    layer: null,
    typed: '',
    show: (layer) => set({ layer, typed: '' }),
    hide: () => set({ layer: null }),
    type: (typed) => set({ typed }),
  }));
}
