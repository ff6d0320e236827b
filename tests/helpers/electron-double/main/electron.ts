/** The module `electron` as the main process sees it: what this application uses, and no more. */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { dialog, Menu, nativeTheme, screen, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { Notification } from './notification.ts';
import { protocol } from './protocol.ts';
import { safeStorage } from './safe-storage.ts';
import { session } from './session.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};
// biome-ignore lint/style/noDefaultExport: electron-store imports the module's default export.
export default { app, ipcMain, shell };
