import { beforeAll, describe, test } from 'vitest';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const figure = (label: string) =>
  page()
    .getByRole('region', { name: 'Due', exact: true })
    .getByRole('link')
    .filter({ hasText: label });

describe('the calendar', () => {
  beforeAll(() => openScreen(product(), '/'));

  test('is on the dashboard, and every figure leads to what it counts', async () => {
    await page().getByRole('main').getByRole('link', { name: 'Calendar' }).click();
    await expect(page().getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
    const shown = ((await figure('Due within 30 days').textContent()) ?? '').match(
      /\d[\d,]*$/,
    )?.[0];
    await figure('Due within 30 days').click();
    await expect(page().getByText(`${shown} due`)).toBeVisible();
    await expect(
      page().getByRole('list', { name: 'Due within 30 days' }).getByRole('listitem').first(),
    ).toBeVisible();
  });

  test('goes from day to day and month to month by the keyboard', async () => {
    await openScreen(product(), '/calendar?day=2027-02-27');
    await expect(page().getByRole('table', { name: 'February 2027' })).toBeVisible();
    await page().locator('[data-day="2027-02-27"]').focus();
    await page().keyboard.press('ArrowRight');
    await expect(page().locator('[data-day="2027-02-28"]')).toBeFocused();
    await page().keyboard.press('ArrowRight');
    await expect(page().getByRole('table', { name: 'March 2027' })).toBeVisible();
    await expect(page().locator('[data-day="2027-03-01"]')).toBeFocused();
    await page().keyboard.press('ArrowDown');
    await expect(page().locator('[data-day="2027-03-08"]')).toBeFocused();
    await page().getByRole('button', { name: 'Previous month' }).click();
    await expect(page().getByRole('table', { name: 'February 2027' })).toBeVisible();
  });

  test('shows one area, and an item leads to its record', async () => {
    await openScreen(product(), '/calendar?view=soon&group=Vendors');
    const item = page().getByRole('list', { name: 'Due within 30 days' }).getByRole('link').first();
    await expect(item).toContainText(/vendor|contract/i);
    await item.click();
    await expect(page()).toHaveURL(/\/vendors\?vendor=/);
  });
});
