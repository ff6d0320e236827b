import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { CorePage } from '../../shared/bridge.ts';
import { APP_ORIGIN } from './app-address.ts';
import { type Preferences, visiblePlace } from './preferences.ts';
import { askBeforeInputIsLost } from './unsaved-input.ts';

export interface WindowDeps {
  readonly preferences: Preferences;
  /** Absolute path of the preload script. */
  readonly preload: string;
  readonly icon: string;
  /** DevTools are for development: a packaged window has none. */
  readonly hasDevTools: boolean;
}

const DEFAULT_SIZE = { width: 1440, height: 900 };
const MINIMUM_SIZE = { minWidth: 960, minHeight: 600 };
/** What is seen before the first paint; the page's own backgrounds (renderer/ui/theme.css). */
const BACKGROUNDS = { dark: '#0a0d13', light: '#f4f5f8' };

/** The application's one window, shown once it has something to show. */
export function createMainWindow({
  preferences,
  preload,
  icon,
  hasDevTools,
}: WindowDeps): BrowserWindow {
  const place = visiblePlace(preferences.windowPlace(), screen.getAllDisplays());
  const bounds = place
    ? { x: place.x, y: place.y, width: place.width, height: place.height }
    : DEFAULT_SIZE;
  const window = new BrowserWindow({
    ...bounds,
    ...MINIMUM_SIZE,
    show: false,
    title: 'Watchfloor',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUNDS.dark : BACKGROUNDS.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  });
  if (place?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  askBeforeInputIsLost(window);
  window.on('close', () => {
    preferences.saveWindowPlace({
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    });
  });
  loadPage(window, '/');
  return window;
}

export function loadPage(window: BrowserWindow, path: CorePage): void {
  // A navigation that is replaced by another one rejects; the later one counts.
  window.loadURL(`${APP_ORIGIN}${path}`).catch(() => {});
}

/** Brings the window to the front, as when the application is started a second time. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
