import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import { describeHost, type HostUnderTest } from '../contract-suites/host.suite.ts';
import { startBuiltHost } from '../helpers/built-host.ts';
import { launchBrowser, launchDesktop } from '../helpers/electron-double/launch-desktop.ts';
import { openPageHost } from '../helpers/page-host/open-page-host.ts';

let browser: Browser;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  buildIfStale();
  browser = await launchBrowser();
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await browser?.close();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-hosts-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function setUp(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/api/login`);
  await page.getByLabel('Email').fill('ana@example.test');
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Silva');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('Empty workspace').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Security Operations Dashboard' }).waitFor();
}

async function openDesktop(): Promise<HostUnderTest> {
  const desktop = await launchDesktop({ browser, dataDir: await temporaryFolder() });
  endings.push(() => desktop.close());
  const { page } = desktop;
  await setUp(page, new URL(page.url()).origin);
  return {
    kind: 'desktop',
    page,
    host: await openPageHost(page),
    folder: await temporaryFolder(),
    chooseNext(paths) {
      if (paths.length > 0) desktop.answerOpenDialog(paths);
    },
    saveNext: (path) => desktop.answerSaveDialog(path),
    saved: async () => {},
    drop: (selector, paths) => desktop.dropFiles(selector, paths),
  };
}

async function openBrowser(): Promise<HostUnderTest> {
  const served = await startBuiltHost(await temporaryFolder());
  endings.push(async () => expect(await served.stop()).toBe(0));
  const context = await browser.newContext();
  endings.push(() => context.close());
  const page = await context.newPage();
  await setUp(page, served.origin);
  let saved = Promise.resolve();
  return {
    kind: 'browser',
    page,
    host: await openPageHost(page),
    folder: await temporaryFolder(),
    chooseNext(paths) {
      page.once('filechooser', (chooser) =>
        paths.length > 0
          ? chooser.setFiles([...paths])
          : chooser.element().dispatchEvent('cancel', { bubbles: true }),
      );
    },
    saveNext(path) {
      saved = page.waitForEvent('download').then((download) => download.saveAs(path));
    },
    saved: () => saved,
    drop: (selector, paths) => dropFiles(page, selector, paths),
  };
}

/** Real drag events with real files, as the platform would send them. */
async function dropFiles(page: Page, selector: string, paths: readonly string[]): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${basename(selector)} cannot be seen`);
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await cdp.detach();
}

describeHost('desktop', openDesktop);
describeHost('browser', openBrowser);
