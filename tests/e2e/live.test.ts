/** Two windows on one workspace: what one does the other sees, at once and without asking. */
import type { Page } from 'playwright';
import { test } from 'vitest';
import { createAlert, importText } from '../helpers/browser-calls.ts';
import { expectToast, openDesk, pane, row, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { holdRequests } from '../helpers/browser-routes.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const LIVE_MS = 1_000;
const product = openSignedIn();

async function openSecond(path: string): Promise<Page> {
  const { page } = await product().openWindow(path);
  await expect(page.getByText('Live Monitoring')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  return page;
}

/** Milliseconds until a text stands in the page, measured in the page itself. */
function whenSeen(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.body.textContent?.includes(wanted)) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    text,
  );
}

test('[PG4] a new alert stands in the other window within a second, on top, badge and all', async () => {
  const { page } = product();
  await createAlert(product(), { title: 'Here from the beginning' });
  await openDesk(product());
  const second = await openSecond('/alerts');
  const seen = whenSeen(second, 'Suspicious PowerShell Execution Detected');
  const badge = second.getByRole('link', { name: /Alerts & Incidents/ });
  await expect(badge).toContainText('1');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Simulate Alert' }).click();
  await answer;
  const madeAt = Date.now();
  expect((await seen) - madeAt).toBeLessThan(LIVE_MS);
  await expect(rows(second).first()).toContainText('Suspicious PowerShell Execution Detected');
  await expect(badge).toContainText('2');
  await second.close();
});

test('[PG4] the dashboard of the other window follows, too', async () => {
  const { page } = product();
  await openDesk(product());
  const { page: second } = await product().openWindow('/');
  const active = second.getByRole('link', { name: /^Active Alerts/ });
  await expect(active).toContainText('2');
  await page.getByRole('button', { name: 'Simulate Alert' }).click();
  await expect(active).toContainText('3', { timeout: 3_000 });
  await second.close();
});

test('[PG4] two windows on one alert: the second sees what the first did', async () => {
  const { page } = product();
  await createAlert(product(), { title: 'Worked on by two' });
  await openDesk(product());
  const second = await openSecond('/alerts');
  for (const window of [page, second]) {
    await row(window, 'Worked on by two').getByRole('link').first().click();
    await expect(pane(window).getByRole('button', { name: 'Investigate' })).toBeVisible();
  }
  await pane(page).getByRole('button', { name: 'Investigate' }).click();
  await expect(pane(second).getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expect(pane(second).getByRole('button', { name: 'Investigate' })).toHaveCount(0);
  const history = pane(second).getByRole('region', { name: 'History' });
  await expect(history).toContainText('Ana Silva started to investigate');
  await second.close();
});

test('[PG5] a click that comes too late changes nothing and says what is possible', async () => {
  const { page } = product();
  await createAlert(product(), { title: 'Closed under the hand' });
  await openDesk(product());
  const opened = await product().openWindow('/alerts');
  const second = opened.page;
  opened.watch.allow(/status of 409/);
  await row(second, 'Closed under the hand').getByRole('link').first().click();
  const slow = pane(second).getByRole('button', { name: 'Investigate' });
  await expect(slow).toBeVisible();
  // The second window clicks, and its request is overtaken by the first window's two.
  const release = await holdRequests(second, '**/api/alerts/*', 'PATCH');
  await slow.click();
  const first = row(page, 'Closed under the hand');
  await first.getByRole('button', { name: 'Investigate' }).click();
  await expectToast(page, 'Success', 'Alert updated successfully');
  await first.getByRole('button', { name: 'Resolve' }).click();
  await expect(first).toContainText('RESOLVED');
  await release();
  await expect(toasts(second)).toContainText(/Failed to update alert\. .*RESOLVED/);
  await expect(pane(second).getByText('RESOLVED', { exact: true }).first()).toBeVisible();
  await expect(pane(second).getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(opened.watch.take()).toEqual([]);
  await second.close();
});

test('[PG4] while nothing happens, nothing is asked', async () => {
  const { page } = product();
  await openDesk(product());
  // Parts that are fetched ahead, in a quiet moment, are no question to the core.
  await page.waitForTimeout(3_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.waitForTimeout(4_000);
  expect(asked).toEqual([]);
});

test('[PG6] alerts that come in above do not move what is being read', async () => {
  const { page } = product();
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ timestamp: '2026-11-19T10:00:00Z', title: `Filler ${from + n}` }),
    ).join('\n');
  const fields = { title: 'title', time: 'timestamp' };
  await importText(product(), 'first.json', lines(0, 600), { fields });
  await openDesk(product());
  await rows(page).first().hover();
  await page.mouse.wheel(0, 8_000);
  const middle = () =>
    page.evaluate(() => {
      const list = document.querySelector('[role="feed"]')?.parentElement;
      const box = list?.getBoundingClientRect();
      const rowAt = document
        .elementFromPoint((box?.x ?? 0) + 80, (box?.y ?? 0) + 200)
        ?.closest('article');
      return rowAt?.querySelector('a')?.textContent ?? null;
    });
  await expect.poll(middle).toContain('Filler');
  await page.waitForTimeout(500);
  const before = await middle();
  await createAlert(product(), { title: 'Came in above' });
  await createAlert(product(), { title: 'Came in above, too' });
  await page.waitForTimeout(1_500);
  expect(await middle()).toBe(before);
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toContainText('Came in above, too');
});

test('[PG4] a core that restarts is found again, and what happened meanwhile is there', async () => {
  const { page, watch } = product();
  watch.allow(/ERR_/);
  await openDesk(product());
  await product().restart(async () => {
    await expect(page.getByText('Reconnecting')).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });
  await createAlert(product(), { title: 'Made before the window was back' });
  await expect(page.getByText('Live Monitoring')).toBeVisible({ timeout: 45_000 });
  await expect(row(page, 'Made before the window was back')).toBeVisible();
});
