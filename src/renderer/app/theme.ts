import { createStore, type StoreApi } from 'zustand/vanilla';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export type ThemeStore = StoreApi<{ readonly theme: Theme; choose(theme: Theme): void }>;

const STORAGE_KEY = 'watchfloor.theme';
const DEFAULT_THEME: Theme = 'dark';

/** Keeps the choice in this browser and puts the resulting theme on the document. */
export function createThemeStore(page: Window): ThemeStore {
  const prefersLight = page.matchMedia('(prefers-color-scheme: light)');
  const store: ThemeStore = createStore((set) => ({
    theme: readTheme(page),
    choose(theme) {
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
    return isTheme(stored) ? stored : DEFAULT_THEME;
  } catch {
    return DEFAULT_THEME;
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
