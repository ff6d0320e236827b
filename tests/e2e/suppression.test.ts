/** Suppression: from an alert to a rule that hides its like, what it hides, and its end. */
import { test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openRule } from '../helpers/tours/suppression.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const BACKUP = 'Backup agent reads shadow copies on BKP-01';

test('[SU8] hidden alerts are marked, name their rule, and lead to it', async () => {
  await openScreen(product(), '/alerts?suppressed=only');
  const first = page().getByRole('article').first();
  await expect(first.getByText('Suppressed', { exact: true })).toBeVisible();
  await first.getByRole('link').first().click();
  await page().getByRole('link', { name: 'Weekly vulnerability scan from VULN-01' }).click();
  await expect(
    page().getByRole('dialog', { name: 'Weekly vulnerability scan from VULN-01' }),
  ).toBeVisible();
});

test('[SU17] a rule begins with an alert, says what it would hide, and hides it', async () => {
  await openScreen(product(), '/alerts?status=OPEN');
  await page().getByRole('article').first().getByRole('link').first().click();
  await page().getByRole('link', { name: 'Suppress alerts like this' }).click();
  const form = dialog(page(), 'Suppress alerts like this');
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Open and in the queue now')).toBeVisible();
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect(form.getByText('Reason is required')).toBeVisible();
  await form.getByLabel('Name').fill('Known noise');
  await form.getByLabel('Reason').fill('Followed in ticket 4711');
  const critical = form.getByLabel(/Critical alerts of this scope/);
  if (await critical.isVisible()) await critical.check();
  await form.getByLabel(/Also hide what is open/).check();
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expectToast(page(), 'Success', 'Suppression rule created successfully');
  const rule = page().getByRole('dialog', { name: 'Known noise', exact: true });
  await expect(rule.getByText('Followed in ticket 4711').first()).toBeVisible();
});

test('[SU18] a rule like an alert that is gone is never a blank one', async () => {
  product().watch.allow(/status of 404/);
  await openScreen(product(), '/suppressions?add=1&alert=nobody');
  const form = dialog(page(), 'Suppress alerts like this');
  await expect(form.getByText('The alert could not be loaded')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
  await openScreen(product(), '/suppressions?add=1');
  const blank = dialog(page(), 'Add suppression rule');
  await expect(blank.getByLabel('Exception of control')).toContainText('Watches alerts');
});

test('[SU13] a rule is ended with a reason, and its alerts come back', async () => {
  const rule = await openRule(product(), BACKUP);
  await rule.getByRole('button', { name: 'End rule' }).click();
  const end = dialog(page(), 'End suppression rule');
  await expect(end.getByText(BACKUP)).toBeVisible();
  await end.getByLabel('Reason').fill('The agent is signed now');
  await end.getByRole('button', { name: 'End rule' }).click();
  await expectToast(page(), 'Success', 'Suppression rule ended successfully');
  await expect(rule.getByText('The agent is signed now').first()).toBeVisible();
  await expect(rule.getByRole('button', { name: 'End rule' })).toHaveCount(0);
});

test('accessible in both themes, and no wider than a small window', async () => {
  await openScreen(product(), '/suppressions');
  expect(await axeInBothThemes(page())).toEqual([]);
  await page().setViewportSize({ width: 1024, height: 800 });
  await expect.poll(() => tooWide(page())).toEqual([]);
  await page().setViewportSize({ width: 1440, height: 900 });
});
