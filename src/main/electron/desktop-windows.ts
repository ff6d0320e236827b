import { join } from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain } from 'electron';
import type { App } from '../app/app.ts';
import type { FileHandles } from '../platform/files.ts';
import type { Log } from '../platform/log.ts';
import { type BridgeActions, createBridgeCallHandler } from './bridge-calls.ts';
import { answerBridgeCalls, sendEvent } from './ipc.ts';
import { installMenu } from './menu.ts';
import { applyTheme, type Preferences } from './preferences.ts';
import type { SignedInFetch } from './session-token.ts';
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

  answerBridgeCalls({
    ipcMain,
    log,
    mainFrame: () => (window.isDestroyed() ? undefined : window.webContents.mainFrame),
    handle: createBridgeCallHandler({
      fetch: signedIn.fetch,
      files,
      actions: windowActions(() => window),
    }),
  });
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
  installThemeMenu(deps.preferences, hasDevTools);
}

function windowActions(window: () => BrowserWindow): BridgeActions {
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
    startEvents: () => sendEvent(window().webContents, { type: 'hello' }),
    navigate: (path) => loadPage(window(), path),
  };
}

function installThemeMenu(preferences: Preferences, hasDevTools: boolean): void {
  installMenu({
    platform: process.platform,
    hasDevTools,
    theme: preferences.theme(),
    chooseTheme(theme) {
      preferences.saveTheme(theme);
      applyTheme(theme);
    },
  });
}
