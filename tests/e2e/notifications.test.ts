/** Notifications, jobs, connection and 'Last updated', as the person at the page has them. */
import type { Page } from 'playwright';
import { beforeAll, describe, test } from 'vitest';
import { notificationsContract } from '../../src/shared/areas/notifications/notifications.contract.ts';
import { clientOf, createAlert, importText } from '../helpers/browser-calls.ts';
import { dialog, openDesk, pane } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';

const product = openSignedIn({
  context: { viewport: { width: 1280, height: 800 } },
  workspace: 'Demo workspace',
  isFresh: true,
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const centre = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true });
const opener = (page: Page, title: string | RegExp) =>
  centre(page).getByRole('link', { name: title });

async function openCentre(page: Page): Promise<void> {
  await bell(page).click();
  await expect(centre(page).getByRole('heading', { name: 'Today' })).toBeVisible();
}

test('[NT9] a fresh demo: three unread, the same in the bell, the list and the core; changed two minutes ago', async () => {
  const { page } = product();
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  await expect(page.getByText(/^Last updated [23] mins ago$/)).toBeVisible();
  await openCentre(page);
  await expect(centre(page).getByText('Unread', { exact: true })).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
});

test('[NT4] a new critical alert is in the badge and in the open list without a reload', async () => {
  const { page } = product();
  await openCentre(page);
  await createAlert(product(), {
    title: 'LSASS memory read',
    severity: 'CRITICAL',
    sourceHost: 'WS-07',
  });
  await expect(opener(page, /LSASS memory read/)).toBeVisible({ timeout: 2_000 });
  await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[NT5] a click leads to the alert, closes the centre and marks it read', async () => {
  const { page } = product();
  await openCentre(page);
  await opener(page, /LSASS memory read/).click();
  await expect(pane(page).getByText('WS-07')).toBeVisible();
  await expect(centre(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
});

test('[NT15] the keyboard alone: open, move, mark, open, and back', async () => {
  const { page } = product();
  await openDesk(product());
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(opener(page, /LSASS memory read/)).toBeVisible();
  await centre(page).getByRole('radio', { name: 'All' }).focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  await expect(opener(page, /LSASS memory read/)).toBeFocused();
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(opener(page, /Files of a share renamed/)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(opener(page, /LSASS memory read/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pane(page).getByText('WS-07')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
});

test('[NT15] by kind and by unread, with a way back where nothing matches', async () => {
  const { page } = product();
  await openCentre(page);
  await centre(page).getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Reviews due' }).click();
  await expect(opener(page, /vendor's review is due/)).toBeVisible();
  await expect(opener(page, /critical alert/)).toHaveCount(0);
  await centre(page).getByRole('radio', { name: 'Unread' }).click();
  await expect(centre(page).getByText('No notification matches the filter.')).toBeVisible();
  await centre(page).getByRole('button', { name: 'Show all' }).click();
  await expect(opener(page, /LSASS memory read/)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[NT3] all read, and one unread again', async () => {
  const { page } = product();
  await openCentre(page);
  await centre(page).getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(centre(page).getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await centre(page)
    .getByRole('button', { name: /^Mark unread: .*LSASS/ })
    .click();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  const unread = await clientOf(product()).call(notificationsContract.list, {
    query: { unread: 'true' },
  });
  expect(unread.map(({ title }) => title)).toEqual(['New critical alert: LSASS memory read']);
  await page.keyboard.press('Escape');
});

test('[NT5] hostile names in notifications are text', async () => {
  const { page } = product();
  await createAlert(product(), {
    title: '<img src=x onerror=alert(1)>\u202egnp.exe',
    severity: 'CRITICAL',
    sourceHost: '"><script>alert(2)</script>',
  });
  await openCentre(page);
  await expect(centre(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(centre(page).getByText('⟨U+202E⟩')).toBeVisible();
  await expect(centre(page).locator('img, script')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

describe('[NT14] jobs', () => {
  test('an ended import leads to its receipt', async () => {
    const { page } = product();
    await importText(product(), 'beacons.ndjson', '{"title":"Beacon","severity":"low"}\n', {
      fields: { title: 'title', severity: 'severity' },
    });
    await page.getByRole('button', { name: 'Recent jobs' }).click();
    const tray = page.getByRole('dialog', { name: 'Jobs' });
    const item = tray.getByRole('listitem').filter({ hasText: 'Import beacons.ndjson' });
    await expect(item.getByText('Done')).toBeVisible();
    await tray.getByRole('link', { name: 'Show result' }).click();
    await expect(dialog(page, 'Import receipt')).toContainText('beacons.ndjson');
    expect(page.url()).not.toContain('import=');
    await page.keyboard.press('Escape');
    await openCentre(page);
    await opener(page, /Import beacons.ndjson: done/).click();
    await expect(dialog(page, 'Import receipt')).toContainText('beacons.ndjson');
    await page.keyboard.press('Escape');
  });

  test('an end is read out', async () => {
    const { page } = product();
    await importText(product(), 'again.ndjson', '{"title":"Again"}\n', {
      fields: { title: 'title' },
    });
    await expect(
      page.locator('[aria-live="polite"]').filter({ hasText: 'Import again.ndjson: done' }),
    ).toHaveCount(1);
  });
});

test('[NT12] the pill says how the workspace is connected, and when the core goes and comes', async () => {
  const { page, watch, restart } = product();
  const pill = page.getByRole('button', { name: /^Connection: (Local|No network|Isolated)$/ });
  await pill.click();
  const panel = page.getByRole('dialog', { name: 'Connection' });
  await expect(panel.getByText('Off', { exact: true })).toBeVisible();
  await expect(panel.getByText('Share this workspace')).toBeVisible();
  await expect(panel.getByText('Connected', { exact: true })).toBeVisible();
  await expect(panel.getByText('just now')).toBeVisible();
  await page.keyboard.press('Escape');
  watch.allow(/Failed to load resource|ERR_|status of 5\d\d/);
  await restart(async () => {
    await expect(page.getByRole('button', { name: 'Connection: Core: waiting' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connection: Core unreachable' })).toBeVisible({
      timeout: 15_000,
    });
    await page.getByRole('button', { name: 'Connection: Core unreachable' }).click();
    await expect(panel.getByText('Broken off, trying again')).toBeVisible();
    await page.keyboard.press('Escape');
    // Nothing is covered: what was there can be read on.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  await expect(pill).toBeVisible({ timeout: 40_000 });
});

describe('[NT15] axe', () => {
  for (const theme of ['dark', 'light'] as const) {
    test(`finds nothing in centre, jobs and connection, ${theme}`, async () => {
      const { page, origin } = product();
      await page.goto(origin);
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: theme === 'dark' ? 'Dark' : 'Light' }).click();
      for (const name of [/^Notifications/, 'Recent jobs', /^Connection/]) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.locator('[role="dialog"] [aria-busy="true"]')).toHaveCount(0);
        await page.waitForTimeout(300);
        expect([name, await axeFindings(page)]).toEqual([name, []]);
        await page.keyboard.press('Escape');
      }
    });
  }
});

describe('[NT10] outside of the page', () => {
  test('a browser shows them only after a click asked for it, and only while nobody looks', async () => {
    const { page } = await product().openWindow('/api/health');
    await page.addInitScript(() => {
      const shown: string[] = [];
      let isAsked = false;
      class FakeNotification {
        static permission = 'default';
        static async requestPermission() {
          isAsked = true;
          FakeNotification.permission = 'granted';
          return 'granted';
        }
        constructor(title: string, options: { body: string }) {
          shown.push(`${title} | ${options.body}`);
        }
      }
      let isLooking = true;
      document.hasFocus = () => isLooking;
      Object.assign(window, {
        Notification: FakeNotification,
        shownOutside: () => ({ isAsked, shown }),
        lookAway: () => {
          isLooking = false;
        },
      });
    });
    const outside = () =>
      page.evaluate(() =>
        (
          globalThis as unknown as { shownOutside(): { isAsked: boolean; shown: string[] } }
        ).shownOutside(),
      );
    await page.goto(product().origin);
    await openCentre(page);
    expect(await outside()).toEqual({ isAsked: false, shown: [] });
    await centre(page).getByRole('button', { name: 'Show on the desktop' }).click();
    await page.keyboard.press('Escape');
    // What is shown outside is asked for apart from the list: only once it came was it looked at.
    const seen = page.waitForResponse(
      async (response) =>
        response.url().includes('unread=true&limit=') &&
        (await response.text()).includes('While looking'),
    );
    await createAlert(product(), { title: 'While looking', severity: 'CRITICAL' });
    await seen;
    await openCentre(page);
    await expect(opener(page, /While looking/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => (globalThis as unknown as { lookAway(): void }).lookAway());
    await createAlert(product(), {
      title: 'While away',
      severity: 'CRITICAL',
      sourceHost: 'WS-09',
    });
    await expect.poll(outside).toEqual({
      isAsked: true,
      shown: ['New critical alert: While away | WS-09'],
    });
    await page.close();
  });
});

describe('a clock that is wrong', () => {
  beforeAll(async () => {
    // Three hours ahead, from the first line of the page on.
    await product().page.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() + 3 * 3_600_000;
    });
  });

  test("[NT13] 'Last updated' counts by the core's clock", async () => {
    const { page, origin } = product();
    await createAlert(product(), { title: 'Just made', severity: 'LOW' });
    await page.goto(origin);
    await expect(page.getByText('Last updated just now')).toBeVisible();
  });
});
