import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import type { BulkAction } from './bulk-actions.ts';
import { createWaitingFiles, type QueuedFile, type WaitingFiles } from './waiting-files.embed.tsx';

/** A dialog of the desk, and the alert it is about. */
export type DeskDialog =
  | { readonly type: 'create' }
  | { readonly type: 'assign'; readonly id: string }
  | { readonly type: 'reopen'; readonly id: string }
  /** `to` null: the alert is closed already, and its verdict is put right. */
  | {
      readonly type: 'close';
      readonly id: string;
      readonly to: 'RESOLVED' | 'FALSE_POSITIVE' | null;
    }
  /** About what is selected. */
  | { readonly type: 'bulk'; readonly action: BulkAction }
  /** `jobId`: begins with the receipt of that job's import. */
  | { readonly type: 'import-history'; readonly jobId?: string };

/** Where an alert stood last in a list: where to go on once it has left it. */
export interface KnownPlace {
  readonly id: string;
  readonly index: number;
  readonly listKey: string;
}

export interface DeskState {
  /** The row that the keyboard acts on. */
  readonly activeId: string | null;
  /** Of the row that the keyboard acts on, or of the open alert. */
  readonly place: KnownPlace | null;
  readonly selected: ReadonlySet<string>;
  /** The filter all of whose alerts are selected, seen or not. */
  readonly all: AlertFilter | null;
  /** The filter that the selection was last held against. */
  readonly selectionKey: string | null;
  readonly dialog: DeskDialog | null;
  /** Files waiting to be imported; the first is the one in the dialog. */
  readonly files: readonly QueuedFile[];
}

const EMPTY: DeskState = {
  activeId: null,
  place: null,
  selected: new Set(),
  all: null,
  selectionKey: null,
  dialog: null,
  files: [],
};

export interface DeskStore {
  readonly store: StoreApi<DeskState>;
  setActive(place: KnownPlace): void;
  keepPlace(place: KnownPlace): void;
  /** Where all of a filter are selected, the loaded ones stay so, without this one; then the answer is how many. */
  toggleSelected(id: string, loaded: readonly string[]): number | null;
  /** Nothing where all of a filter are selected: these are among them. */
  addSelected(ids: readonly string[]): void;
  /** Unselects all but these, as the filter is another one; says how many that were. */
  keepSelected(ids: ReadonlySet<string>, selectionKey: string): number;
  /** All alerts of a filter, in place of single ones. */
  selectAll(filter: AlertFilter): void;
  clearSelected(): void;
  openDialog(dialog: DeskDialog): void;
  closeDialog(): void;
  addFiles(files: readonly HostFile[]): void;
  /** One that is done, or goes on in the background; it may be gone already. */
  dropFile(key: string): void;
  dropAllFiles(): void;
}

export function isChosen({ selected, all }: Pick<DeskState, 'selected' | 'all'>): boolean {
  return selected.size > 0 || all !== null;
}

/** State of the page alone; what the server knows is never in here. */
export function createDeskStore(waiting: WaitingFiles = createWaitingFiles()): DeskStore {
  const store = createStore<DeskState>(() => ({ ...EMPTY, files: waiting.getState() }));
  store.subscribe(({ files }) => waiting.setState(files, true));
  const set = store.setState;
  // Begins elsewhere in each desk, after what still waits of the one before, which may be of this moment.
  const numbers = waiting.getState().map(({ key }) => Number.parseInt(key, 10));
  let queued = Math.max(Date.now(), ...numbers);
  const queue = (file: HostFile): QueuedFile => {
    queued += 1;
    return { key: `${queued} ${file.name}`, file };
  };
  return {
    store,
    setActive: (place) => set({ activeId: place.id, place }),
    keepPlace: (place) => set({ place }),
    toggleSelected(id, loaded) {
      const { selected, all } = store.getState();
      const next = new Set(all === null ? selected : loaded);
      if (!next.delete(id) && all === null) next.add(id);
      set({ selected: next, all: null });
      return all === null ? null : next.size;
    },
    addSelected: (ids) =>
      set(({ selected, all }) => (all ? {} : { selected: new Set([...selected, ...ids]) })),
    keepSelected(ids, selectionKey) {
      const { selected } = store.getState();
      const kept = new Set([...selected].filter((id) => ids.has(id)));
      set({ selectionKey, all: null, ...(kept.size < selected.size ? { selected: kept } : {}) });
      return selected.size - kept.size;
    },
    selectAll: (filter) => set({ all: filter, selected: EMPTY.selected }),
    clearSelected: () => set({ selected: EMPTY.selected, all: null }),
    openDialog: (dialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    addFiles: (files) => set((state) => ({ files: [...state.files, ...files.map(queue)] })),
    dropFile: (key) =>
      set((state) => ({ files: state.files.filter((queuedFile) => queuedFile.key !== key) })),
    dropAllFiles: () => set({ files: [] }),
  };
}
