import { createStore, type StoreApi } from 'zustand/vanilla';

const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;

export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it, as long as it is shown: 'Undo'. */
  action?: { readonly label: string; readonly run: () => void };
}

export interface ToastEntry extends ToastInput {
  readonly id: string;
  /** False once dismissed; the entry stays until its removal delay is over. */
  readonly open: boolean;
}

export interface ToastState {
  readonly toasts: readonly ToastEntry[];
}

/** `Toaster` shows what is in here; a newer toast takes the place of an older one. */
export interface ToastStore {
  readonly store: StoreApi<ToastState>;
  toast(input: ToastInput): string;
  dismiss(id: string): void;
}

/** `later` runs a function after a delay; given, so that tests need not wait. */
export function createToastStore(later: (run: () => void, delayMs: number) => void): ToastStore {
  const store = createStore<ToastState>(() => ({ toasts: [] }));
  let count = 0;
  return {
    store,
    toast(input) {
      count += 1;
      const id = `toast-${count}`;
      const entry: ToastEntry = { ...input, id, open: true };
      store.setState(({ toasts }) => ({ toasts: [entry, ...toasts].slice(0, TOAST_LIMIT) }));
      return id;
    },
    dismiss(id) {
      const isOpen = store.getState().toasts.some((entry) => entry.id === id && entry.open);
      if (!isOpen) return;
      store.setState(({ toasts }) => ({
        toasts: toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)),
      }));
      later(() => {
        store.setState(({ toasts }) => ({ toasts: toasts.filter((entry) => entry.id !== id) }));
      }, TOAST_REMOVE_DELAY_MS);
    },
  };
}
