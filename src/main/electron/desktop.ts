import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, ipcMain, protocol, safeStorage, session } from 'electron';
import { AppError } from '../../shared/contract/errors.ts';
import { createApp } from '../app/app.ts';
import { findAppRoot } from '../platform/app-root.ts';
import { type HostNetwork, startHostNetwork } from '../platform/egress/host-network.ts';
import { createFileHandles } from '../platform/files.ts';
import { createFileLog } from '../platform/log.ts';
import { tidyHeap } from '../platform/tidy-heap.ts';
import { APP_ORIGIN } from './app-address.ts';
import { type DesktopOptions, readDesktopOptions } from './desktop-options.ts';
import { openDesktopWindows } from './desktop-windows.ts';
import { developmentServer } from './development-server.ts';
import { createSafeKeyStore } from './key-store.ts';
import { applyTheme, createPreferences } from './preferences.ts';
import { createAppSchemeHandler, registerAppScheme, serveAppScheme } from './protocol.ts';
import { denyByDefaultForContents, denyByDefaultForSession } from './security.ts';
import { createSignedInFetch } from './session-token.ts';
import { createTokenVault } from './token-vault.ts';

const APP_USER_MODEL_ID = 'dev.watchfloor.desktop';

/** Starts the desktop; `folder` holds the built main process. What fails is said in a dialog. */
export async function startDesktop(folder: URL): Promise<void> {
  try {
    const options = readDesktopOptions(process.argv.slice(1), process.env);
    const network = startHostNetwork(import.meta.url, options.isIsolated);
    const isFirst = prepareStart(options);
    if (!isFirst) return app.quit();
    await app.whenReady();
    await runDesktop(folder, options, network);
  } catch (error) {
    dialog.showErrorBox('Watchfloor cannot start', startFailure(error));
    app.exit(1);
  }
}

/** What must happen before Electron is ready. False where Watchfloor runs already. */
function prepareStart({ dataDir }: DesktopOptions): boolean {
  // Window, lock and preferences go with the data folder: another folder is another Watchfloor.
  const profile = join(dataDir, 'desktop');
  makeFolder(profile);
  app.setPath('userData', profile);
  if (!app.requestSingleInstanceLock()) return false;
  app.setAppUserModelId(APP_USER_MODEL_ID);
  app.enableSandbox();
  registerAppScheme(protocol);
  denyByDefaultForContents(app);
  return true;
}

async function runDesktop(
  folder: URL,
  options: DesktopOptions,
  network: HostNetwork,
): Promise<void> {
  const { dataDir } = options;
  const log = createFileLog(dataDir);
  const files = createFileHandles();
  const appRoot = findAppRoot(fileURLToPath(folder));
  const rendererDir = fileURLToPath(new URL('../renderer', folder));
  const core = await createApp({
    dataDir,
    appRoot,
    origin: APP_ORIGIN,
    network,
    keyStore: createSafeKeyStore({
      encryption: safeStorage,
      platform: process.platform,
      isWeakAllowed: options.isWeakKeyStoreAllowed,
    }),
    workerEntry: new URL('job-worker.js', folder),
    ...(existsSync(rendererDir) ? { rendererDir } : {}),
    files,
    log,
    // No window yet, and none could be drawn meanwhile: whoever started it in a terminal reads it.
    onUpdate: (words) => process.stdout.write(`${words}\n`),
  });
  closeBeforeQuit(() => core.close());
  tidyHeap();
  const vault = createTokenVault(safeStorage, process.platform, join(dataDir, 'session.safe'));
  const signedIn = await createSignedInFetch((request) => core.fetch(request), vault);
  const server = developmentServer(app.isPackaged, process.env);
  if (server) network.guard.allowLocal(server.port);
  denyByDefaultForSession(session.defaultSession, server?.origins);
  serveAppScheme(protocol, createAppSchemeHandler(signedIn.fetch, server?.fetchPage));
  const preferences = createPreferences(app.getPath('userData'), ipcMain);
  applyTheme(preferences.theme());
  openDesktopWindows({
    core,
    signedIn,
    files,
    log,
    preferences,
    preload: fileURLToPath(new URL('../preload/preload.cjs', folder)),
    icon: join(appRoot, 'resources', 'icons', 'icon.png'),
  });
}

/** The database is closed properly before the process ends. */
function closeBeforeQuit(close: () => Promise<void>): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The data folder cannot be written. Give this user write permission on it, make room on the disk, or start with another folder (--data-dir).',
      { cause },
    );
  }
}

function startFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return `Something failed inside Watchfloor: ${error instanceof Error ? error.message : String(error)}`;
}
