/** Analyst Health and the explanation of an alert, in the demo workspace. */
import { test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

test('[EG53] an open alert says what the engine decided, and why', async () => {
  await openScreen(product(), '/alerts?sort=suspicion');
  await page().getByRole('article').first().getByRole('link').first().click();
  const analyst = page().getByRole('region', { name: 'Analyst' });
  await expect(analyst.getByText(/Suspicion \d+ of 100/)).toBeVisible();
  await expect(analyst.getByText('Reasons', { exact: true })).toBeVisible();
});

test('[EG58] an asset is added and listed', async () => {
  await openScreen(product(), '/automation?tab=assets');
  await page().getByRole('button', { name: 'Add asset' }).click();
  const form = dialog(page(), 'Add asset');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Value is required')).toBeVisible();
  await form.getByLabel('Value').fill('PAY-01');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page(), 'Success', 'Asset saved.');
  await expect(page().getByRole('link', { name: 'pay-01' })).toBeVisible();
});

test('accessible in both themes, and no wider than a small window', async () => {
  await openScreen(product(), '/automation');
  expect(await axeInBothThemes(page())).toEqual([]);
  await page().setViewportSize({ width: 1024, height: 800 });
  await expect.poll(() => tooWide(page())).toEqual([]);
  await page().setViewportSize({ width: 1440, height: 900 });
});
