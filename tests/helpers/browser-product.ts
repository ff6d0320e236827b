/**
 * The built product as a user meets it, the same for every host it runs on: a window, a file
 * dialog, files dropped on the window, a place where what is saved goes.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { coverHost } from './browser-coverage.ts';
import { dropFiles } from './browser-drop.ts';
import { type PageWatch, watchPage } from './browser-watch.ts';
import { startBuiltHost } from './built-host.ts';
import { launchDesktop } from './electron-double/launch-desktop.ts';
import { PAGE_ORIGIN } from './electron-double/messages.ts';

export interface Product {
  readonly page: Page;
  readonly origin: string;
  readonly watch: PageWatch;
  /** For files of a test; removed with the product. */
  readonly folder: string;
  /** Does what opens the file dialog, and chooses files in it. */
  chooseFiles(open: () => Promise<unknown>, paths: readonly string[]): Promise<void>;
  dropFiles(paths: readonly string[]): Promise<void>;
  /** Does what saves a file, and resolves when it is complete at `path`. */
  saveAs(save: () => Promise<unknown>, path: string): Promise<void>;
  close(): Promise<void>;
}

/** The browser host can have any number of windows. */
export interface BrowserProduct extends Product {
  readonly dataDir: string;
  /** Ends the host and starts it again at the same address; `meanwhile` runs while it is away. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Another window of the same person. */
  openWindow(path: string): Promise<{ page: Page; watch: PageWatch }>;
}

export interface OpenOptions {
  readonly browser: Browser;
  readonly context?: BrowserContextOptions;
  /** A folder that is kept; without it a new one, removed in the end. */
  readonly dataDir?: string;
  /** Another build than this folder's own. */
  readonly root?: string;
}

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'watchfloor-e2e-'));
}

/** The browser host in a process of its own, and a page at its start. */
export async function openOnBrowser(options: OpenOptions): Promise<BrowserProduct> {
  const { browser } = options;
  const folder = await temporaryFolder();
  const dataDir = options.dataDir ?? join(folder, 'data');
  let host = await startBuiltHost(dataDir, options.root);
  const { origin } = host;
  const context = await browser.newContext(options.context ?? {});
  const openWindow = async (path: string) => {
    const page = await context.newPage();
    const watch = watchPage(page, origin);
    await page.goto(`${origin}${path}`);
    return { page, watch };
  };
  const { page, watch } = await openWindow('/');
  coverHost('browser');
  return {
    page,
    watch,
    folder,
    dataDir,
    origin,
    openWindow,
    async restart(meanwhile) {
      await host.stop();
      try {
        await meanwhile();
      } finally {
        // Also where a step failed: one failure must not become that of every test after it.
        host = await startBuiltHost(dataDir, options.root, Number(new URL(origin).port));
      }
    },
    async chooseFiles(open, paths) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
      await chooser.setFiles([...paths]);
    },
    dropFiles: (paths) => dropFiles(page, paths),
    async saveAs(save, path) {
      const [download] = await Promise.all([page.waitForEvent('download'), save()]);
      await download.saveAs(path);
    },
    async close() {
      await context.close();
      const code = await host.stop();
      await rm(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The browser host ended with ${code}`);
    },
  };
}

/** The real main entry, preload script and page of the desktop, on the double of Electron. */
export async function openOnDouble({ browser, dataDir }: OpenOptions): Promise<Product> {
  const folder = await temporaryFolder();
  const desktop = await launchDesktop({ browser, dataDir: dataDir ?? join(folder, 'data') });
  const { page } = desktop;
  coverHost('double');
  return {
    page,
    folder,
    origin: PAGE_ORIGIN,
    watch: watchPage(page, PAGE_ORIGIN),
    async chooseFiles(open, paths) {
      desktop.answerOpenDialog(paths);
      await open();
    },
    dropFiles: (paths) => desktop.dropFiles('#main', paths),
    async saveAs(save, path) {
      desktop.answerSaveDialog(path);
      await save();
      await untilComplete(path);
    },
    async close() {
      await desktop.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once a file is there and has stopped growing. */
export async function untilComplete(path: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  let before = -1;
  while (Date.now() < deadline) {
    const { size } = await stat(path).catch(() => ({ size: -1 }));
    if (size >= 0 && size === before) return;
    before = size;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`Nothing was saved at ${path}`);
}
