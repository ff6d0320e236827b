/** Messages and tooltips: their texts, how long they stay, how they are reached and sent away. */
import type { Page } from 'playwright';
import { test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { dialog, expectToast, openDesk, row, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { failRequests } from '../helpers/browser-routes.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const DISPLAY_MS = 5_000;
const TOOLTIP_MS = 700;

const product = openSignedIn();

const simulate = (page: Page) => page.getByRole('button', { name: 'Simulate Alert' }).click();

/** Notes in the page when a message comes and goes: nothing between is in the way of the clock. */
async function recordToasts(page: Page): Promise<() => Promise<{ shown: number; most: number }>> {
  const probe = await page.evaluateHandle(() => {
    const region = document.querySelector('[role="region"][aria-label^="Notifications"]');
    if (!region) throw new Error('There is no region for notifications');
    let cameAt = 0;
    const seen = { shown: 0, most: 0 };
    new MutationObserver(() => {
      const open = region.querySelectorAll('li[data-state="open"]').length;
      seen.most = Math.max(seen.most, open);
      if (open > 0 && cameAt === 0) cameAt = performance.now();
      if (open === 0 && cameAt > 0 && seen.shown === 0) seen.shown = performance.now() - cameAt;
    }).observe(region, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => probe.evaluate(({ shown, most }) => ({ shown, most }));
}

test('[PG9] a message stays for five seconds and goes by itself', async () => {
  const { page } = product();
  await openDesk(product());
  await page.mouse.move(5, 5);
  const read = await recordToasts(page);
  await simulate(page);
  await page.mouse.move(5, 5);
  await expect(toasts(page)).toContainText('Alert created successfully');
  await expect(toasts(page)).toHaveCount(0, { timeout: DISPLAY_MS + 5_000 });
  const { shown } = await read();
  expect(shown).toBeGreaterThan(DISPLAY_MS - 100);
  expect(shown).toBeLessThan(DISPLAY_MS + 1_500);
});

test('[PG9] only one message is there at a time, the newest', async () => {
  const { page } = product();
  await openDesk(product());
  const read = await recordToasts(page);
  await simulate(page);
  await expect(toasts(page)).toContainText('Alert created successfully');
  await rows(page).first().getByRole('button', { name: 'Investigate' }).click();
  await expect(toasts(page)).toContainText('Alert updated successfully');
  await expect(toasts(page)).toHaveCount(1);
  expect((await read()).most).toBe(1);
});

test('[PG9] a message can be sent away beside a dialog that came after it, and closes nothing', async () => {
  const { page } = product();
  await openDesk(product());
  await simulate(page);
  await expect(toasts(page)).toBeVisible();
  await page.getByRole('button', { name: 'Create Alert' }).click();
  const create = dialog(page, 'Create New Security Alert');
  await create.getByLabel('Alert Title').fill('Kept');
  await toasts(page).getByLabel('Dismiss').click({ timeout: 2_000 });
  await expect(toasts(page)).toHaveCount(0, { timeout: 1_000 });
  await expect(create.getByLabel('Alert Title')).toHaveValue('Kept');
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('[PG9] F8 goes to the message, and a swipe of 50 px to the right sends it away', async () => {
  const { page } = product();
  await openDesk(product());
  await simulate(page);
  const toast = toasts(page);
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  const region = page.getByRole('region', { name: /Notifications \(F8\)/ });
  await expect(region.locator(':focus')).toHaveCount(1);

  await page.waitForTimeout(250);
  const box = await toast.boundingBox();
  const at = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 20 };
  const swipe = async (distance: number) => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + distance / 2, at.y, { steps: 4 });
    await page.mouse.move(at.x + distance, at.y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(35);
  await page.waitForTimeout(400);
  await expect(toast).toBeVisible();
  await swipe(70);
  await expect(toast).toHaveCount(0);
});

test('[PG9] a tooltip comes after 700 ms, the next one near it at once', async () => {
  const { page } = product();
  await openDesk(product());
  await row(page, /PowerShell/)
    .first()
    .getByRole('link')
    .first()
    .click();
  const times = page.getByRole('region', { name: 'Details' }).getByRole('time');
  const tooltip = page.getByRole('tooltip');
  await times.nth(2).scrollIntoViewIfNeeded();
  await times.nth(1).hover();
  const since = Date.now();
  await page.waitForTimeout(TOOLTIP_MS - 250);
  await expect(tooltip).toHaveCount(0);
  await expect(tooltip).toHaveText(/UTC/);
  expect(Date.now() - since).toBeGreaterThan(TOOLTIP_MS - 60);
  const box = await times.nth(2).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8, { steps: 12 });
  await expect(tooltip).toHaveText(/UTC/, { timeout: TOOLTIP_MS - 200 });
});

test('[PG10] what fails says so, with the specified words', async () => {
  const { page, watch } = product();
  watch.allow(/status of 500/);
  await openDesk(product());
  const endFirst = await failRequests(page, '**/api/alerts/*', 'PATCH');
  await rows(page).first().getByRole('button').first().click();
  await expectToast(page, 'Error', /^ErrorFailed to update alert$/);
  await endFirst();

  const endSecond = await failRequests(page, '**/api/alerts', 'POST');
  await simulate(page);
  await expectToast(page, 'Error', /^ErrorFailed to create alert$/);
  await page.getByRole('button', { name: 'Create Alert' }).click();
  const create = dialog(page, 'Create New Security Alert');
  await create.getByLabel('Alert Title').fill('Kept');
  await create.getByLabel('Description').fill('What was typed stays.');
  await create.getByRole('button', { name: 'Create Alert' }).click();
  await expectToast(page, 'Error', /^ErrorFailed to create alert$/);
  await expect(create.getByLabel('Alert Title')).toHaveValue('Kept');
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await endSecond();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('[PG10] a list that cannot be loaded says why, and loads when tried again', async () => {
  const { page, watch } = product();
  watch.allow(/status of 500/);
  const end = await failRequests(page, '**/api/alerts?*', 'GET', {
    message: 'The disk is gone',
    id: 'e-77',
  });
  await page.goto(`${product().origin}/alerts`);
  await expect(page.getByText('Alerts could not be loaded')).toBeVisible();
  await expect(page.getByText('The disk is gone')).toBeVisible();
  await expect(page.getByText('e-77')).toBeVisible();
  await end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('[PG11] a session that ended in the middle of the work says so and leads to the sign-in', async () => {
  const { page, origin, watch } = product();
  watch.allow(/status of 401/);
  await createAlert(product(), { title: 'Last one before the session ends' });
  await openDesk(product());
  await page.context().clearCookies();
  await row(page, /Last one/)
    .getByRole('button', { name: 'Investigate' })
    .click();
  await expect(toasts(page)).toContainText('Unauthorized');
  await expect(toasts(page)).toContainText('You are logged out. Logging in again...');
  await expect(toasts(page)).not.toContainText('Failed to update alert');
  await page.waitForURL(`${origin}/api/login`);
});
