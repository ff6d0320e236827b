import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  DEFAULT_PREFERENCES,
  THEMES,
  type Theme,
} from '../../shared/areas/settings/preferences.contract.ts';

export type ThemeStore = StoreApi<{ readonly theme: Theme; choose(theme: Theme): void }>;

const STORAGE_KEY = 'watchfloor.theme';

/**
 * The theme of this page, from the first paint on: the account's is known only after sign-in, so the
 * last one is kept in this browser. Puts the resulting theme on the document.
 */
export function createThemeStore(page: Window): ThemeStore {
  const prefersLight = page.matchMedia('(prefers-color-scheme: light)');
  const store: ThemeStore = createStore((set, get) => ({
    theme: readTheme(page),
    choose(theme) {
      if (theme === get().theme) return;
      set({ theme });
      writeTheme(page, theme);
    },
  }));
  const apply = () => {
    const resolved = resolveTheme(store.getState().theme, prefersLight.matches);
    page.document.documentElement.dataset.theme = resolved;
  };
  store.subscribe(apply);
  prefersLight.addEventListener('change', apply);
  apply();
  return store;
}

export function resolveTheme(theme: Theme, prefersLight: boolean): 'dark' | 'light' {
  if (theme !== 'system') return theme;
  return prefersLight ? 'light' : 'dark';
}

export function isTheme(value: unknown): value is Theme {
  return (THEMES as readonly unknown[]).includes(value);
}

function readTheme(page: Window): Theme {
  try {
    const stored = page.localStorage.getItem(STORAGE_KEY);
    return isTheme(stored) ? stored : DEFAULT_PREFERENCES.theme;
  } catch {
    return DEFAULT_PREFERENCES.theme;
  }
}

/** Storage may be refused (private windows): the choice then lasts as long as the page. */
function writeTheme(page: Window, theme: Theme): void {
  try {
    page.localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    return;
  }
}
