import { join } from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, Notification } from 'electron';
import type { App } from '../app/app.ts';
import type { FileHandles } from '../platform/files.ts';
import type { Log } from '../platform/log.ts';
import { type BridgeActions, createBridgeCallHandler } from './bridge-calls.ts';
import { answerBridgeCalls, sendEvent } from './ipc.ts';
import { installMenu } from './menu.ts';
import { createNotifier, type ShownNotification } from './notifier.ts';
import { applyTheme, type Preferences } from './preferences.ts';
import type { SignedInFetch } from './session-token.ts';
import { createThemeKeeper, type ThemeKeeper } from './theme-keeper.ts';
import { createMainWindow, loadPage, showWindow } from './window.ts';

export interface DesktopWindowsDeps {
  readonly core: Pick<App, 'subscribe'>;
  readonly signedIn: SignedInFetch;
  readonly files: FileHandles;
  readonly log: Log;
  readonly preferences: Preferences;
  readonly preload: string;
  readonly icon: string;
}

/** Opens the window and wires it to the core: calls, events, dialogs, menu, life cycle. */
export function openDesktopWindows(deps: DesktopWindowsDeps): void {
  const { core, signedIn, files, log } = deps;
  const hasDevTools = !app.isPackaged;
  const open = () => createMainWindow({ ...deps, hasDevTools });
  let window = open();
  /** What a click on a notification asked for while there was no page to show it. */
  let waitingLink: string | null = null;
  const theme = keepTheme(deps, hasDevTools);

  answerBridgeCalls({
    ipcMain,
    log,
    mainFrame: () => (window.isDestroyed() ? undefined : window.webContents.mainFrame),
    handle: createBridgeCallHandler({
      fetch: signedIn.fetch,
      files,
      actions: windowActions(
        () => window,
        () => {
          theme.look();
          if (waitingLink !== null)
            sendEvent(window.webContents, { type: 'open', link: waitingLink });
          waitingLink = null;
        },
      ),
    }),
  });
  core.subscribe(
    createNotifier({
      signedIn,
      log,
      startedAt: Date.now(),
      isFocused: () => !window.isDestroyed() && window.isFocused(),
      show: createNotificationShow(),
      open(link) {
        if (window.isDestroyed()) {
          window = open();
          waitingLink = link;
          return;
        }
        showWindow(window);
        if (link !== null) sendEvent(window.webContents, { type: 'open', link });
      },
    }),
  );
  core.subscribe(theme.follow);
  core.subscribe((event) => {
    // Signed out, a page learns nothing of what goes on in the workspace.
    if (signedIn.isSignedIn() && !window.isDestroyed()) sendEvent(window.webContents, event);
  });
  app.on('second-instance', () => showWindow(window));
  app.on('activate', () => {
    if (window.isDestroyed()) window = open();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** Electron forgets a notification that nothing holds, and with it what a click does. */
const HELD_AT_MOST = 20;

function createNotificationShow(): (notification: ShownNotification) => void {
  const held = new Set<Notification>();
  return ({ title, body, onClick }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const release = () => held.delete(notification);
    notification.on('click', () => {
      release();
      onClick();
    });
    notification.on('close', release);
    held.add(notification);
    const [oldest] = held;
    if (oldest && held.size > HELD_AT_MOST) held.delete(oldest);
    notification.show();
  };
}

function windowActions(window: () => BrowserWindow, onEventsStart: () => void): BridgeActions {
  return {
    async chooseFiles() {
      const chosen = await dialog.showOpenDialog(window(), {
        title: 'Choose files',
        properties: ['openFile', 'multiSelections'],
      });
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async chooseTarget(suggestedName) {
      const chosen = await dialog.showSaveDialog(window(), {
        title: 'Save as',
        defaultPath: join(app.getPath('downloads'), suggestedName),
      });
      return chosen.canceled ? undefined : chosen.filePath;
    },
    startEvents() {
      sendEvent(window().webContents, { type: 'hello' });
      onEventsStart();
    },
    navigate: (path) => loadPage(window(), path),
  };
}

/** One theme for window, menu and account. */
function keepTheme(deps: DesktopWindowsDeps, hasDevTools: boolean): ThemeKeeper {
  const { preferences, signedIn, log } = deps;
  const keeper = createThemeKeeper({
    signedIn,
    log,
    current: preferences.theme,
    keep(theme) {
      preferences.saveTheme(theme);
      applyTheme(theme);
      showMenu();
    },
  });
  const showMenu = () =>
    installMenu({
      platform: process.platform,
      hasDevTools,
      theme: preferences.theme(),
      chooseTheme: keeper.choose,
    });
  showMenu();
  return keeper;
}
