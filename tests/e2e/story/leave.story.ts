import { test } from 'vitest';
import { signIn, toasts } from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import type { Story } from './story.ts';

const REDIRECT_MS = 500;

/** Out, and what somebody without a session meets. */
export function tellLeave(story: () => Story): void {
  test('an unknown address says so, signed in', async () => {
    const { page, origin } = story().product;
    await page.goto(`${origin}/no-such-screen`);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(`${origin}/`);
  });

  test('logging out leads to the landing page', async () => {
    const { page, origin } = story().product;
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Access Platform' })).toBeVisible();
    await expect(page).toHaveURL(`${origin}/`);
    await page.goto(`${origin}/no-such-screen`);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  });

  test('[PG11] a deep link without a session says so, and leads to the sign-in after 500 ms', async () => {
    const { page, origin } = story().product;
    await page.goto(`${origin}/`);
    await expect(page.getByRole('button', { name: 'Access Platform' })).toBeVisible();
    await page.goto(`${origin}/alerts`);
    const toast = toasts(page);
    await expect(toast).toContainText('Unauthorized');
    await expect(toast).toContainText('You are logged out. Logging in again...');
    const shownAt = Date.now();
    await page.waitForURL(`${origin}/api/login`);
    expect(Date.now() - shownAt).toBeLessThan(REDIRECT_MS + 1_500);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('signing in leads back to the work', async () => {
    const { product } = story();
    await signIn(product);
    await expect(product.page.getByText('Live Monitoring')).toBeVisible();
  });
}
