/** Notifications of the operating system: the real main entry, preload and page, on the double of Electron. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { SIMULATED_ALERT } from '../../src/shared/areas/alerts/alerts.rules.ts';
import { setUp } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import {
  type Desktop,
  launchBrowser,
  launchDesktop,
} from '../helpers/electron-double/launch-desktop.ts';
import { PAGE_ORIGIN } from '../helpers/electron-double/messages.ts';

let browser: Browser;
let dataDir: string;
let desktop: Desktop;
beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-notices-'));
  desktop = await launchDesktop({ browser, dataDir });
  await setUp({ page: desktop.page, origin: PAGE_ORIGIN } as Parameters<typeof setUp>[0]);
});
afterAll(async () => {
  await desktop.close();
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** As the page itself calls the core, over the bridge. */
function call(page: Page, method: string, path: string, body: unknown): Promise<number> {
  return page.evaluate(
    async (request) => {
      const { watchfloor } = globalThis as unknown as {
        watchfloor: { request(request: unknown): Promise<{ status: number }> };
      };
      return (await watchfloor.request(request)).status;
    },
    { method, path, body: JSON.stringify(body) },
  );
}

const critical = (title: string) =>
  call(desktop.page, 'POST', '/api/alerts', { ...SIMULATED_ALERT, title });
const titles = async () => (await desktop.main.notifications()).map(({ title }) => title);

test('[NT10] nothing is shown while the window has the focus', async () => {
  expect(await critical('Looked at')).toBe(201);
  await expect(desktop.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  expect(await titles()).toEqual([]);
});

test('[NT10] a click shows the window at the alert, and the page is not loaded anew', async () => {
  const { page, main } = desktop;
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await main.blur();
  await critical('Nobody looks');
  await expect
    .poll(() => main.notifications())
    .toEqual([{ title: 'New critical alert: Nobody looks', body: 'WS-FIN-042, j.martin' }]);
  await main.clickNotification('New critical alert: Nobody looks');
  await expect(page.getByRole('complementary', { name: 'Open alert' })).toContainText(
    'Nobody looks',
  );
  expect(new URL(page.url()).pathname).toBe('/alerts');
  expect(await main.isFocused()).toBe(true);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('[NT10] an account that does not want it is left in peace', async () => {
  const { page, main } = desktop;
  const before = await titles();
  await call(page, 'PATCH', '/api/preferences', { notify: { desktop: false } });
  await main.blur();
  await critical('Unwanted');
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(await titles()).toEqual(before);
});

test('[NT10] the page was given no new power for it', async () => {
  const { page } = desktop;
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('dialog', { name: 'Notifications', exact: true });
  await expect(centre.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(centre.getByRole('button', { name: /outside of this page/ })).toHaveCount(0);
});
