import { test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '../../../src/shared/areas/auth/auth.contract.ts';
import { ACCOUNT, DASHBOARD, DESK, sendSetUp } from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import type { Story } from './story.ts';

/** From an empty data folder to the empty states. */
export function tellBegin(story: () => Story): void {
  test('a new data folder asks for an account, says what is wrong with it, and makes it', async () => {
    const { page, origin } = story().product;
    await page.getByRole('button', { name: 'Access Platform' }).click();
    await page.waitForURL(`${origin}/api/login`);
    await expect(page.getByRole('heading', { name: 'Set up Watchfloor' })).toBeVisible();
    await expect(page.getByLabel('Demo workspace')).toBeChecked();

    await sendSetUp(page, 'Empty workspace', 'too short');
    await expect(
      page.getByText(`Password must have at least ${PASSWORD_MIN_LENGTH} characters`).first(),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(ACCOUNT.email);
    await expect(page.getByLabel('Password')).toHaveValue('');
    await expect(page.getByLabel('Empty workspace')).toBeChecked();

    await sendSetUp(page, 'Empty workspace');
    await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Live Monitoring')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Ana');
  });

  test('[PG14] the dashboard of an empty workspace shows dashes, never an invented figure', async () => {
    const { page } = story().product;
    await expect(page.getByText('No Active Alerts')).toBeVisible();
    await expect(
      page.getByText('System is monitoring. New alerts will appear here in real-time.'),
    ).toBeVisible();
    const cards = page.getByRole('region', { name: 'Key figures' });
    await expect(cards.getByRole('link', { name: /Active Alerts/ })).toContainText('—');
    for (const name of [/Compliance Score/, /Risk Score/, /Auto-Resolved/]) {
      await expect(cards.getByRole('link', { name })).toContainText('—');
    }
    await expect(page.getByText('No Frameworks Found')).toBeVisible();
    const benchmarks = page.getByRole('region', { name: 'Success Metrics & Benchmarks' });
    await expect(benchmarks.getByText('—')).toHaveCount(6);
    expect(await benchmarks.locator('dd').allTextContents()).not.toContainEqual(
      expect.stringMatching(/\d+%/),
    );
  });

  test('the empty desk says how to begin', async () => {
    const { page, origin } = story().product;
    await page.getByRole('link', { name: /Alerts & Incidents/ }).click();
    await expect(page.getByRole('heading', { name: DESK })).toBeVisible();
    await expect(page).toHaveURL(`${origin}/alerts`);
    await expect(page.getByText('No Alerts Found')).toBeVisible();
    await expect(
      page.getByText(
        'No alerts are currently active. Create a test alert to see how the system works.',
      ),
    ).toBeVisible();
  });
}
