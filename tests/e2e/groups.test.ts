/** Groups of repeats at the desk: the view, one group, actions on all of it, what makes a repeat. */
import { describe, test } from 'vitest';
import { dialog, expectToast, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;
const grid = () => page().getByRole('grid', { name: 'Groups of repeats' });
const row = (n: number) => grid().getByRole('row').nth(n);

async function createAlerts(): Promise<void> {
  const { origin } = product();
  for (const [host, times] of [
    ['WEB-01', 3],
    ['DB-02', 1],
  ] as const) {
    for (let n = 0; n < times; n++) {
      await page().request.post(`${origin}/api/alerts`, {
        headers: { origin },
        data: {
          ...{ title: `Failed sign-in ${n}`, description: 'From 203.0.113.7', severity: 'HIGH' },
          ...{ source: 'EDR', sourceHost: host },
        },
      });
    }
  }
}

describe('groups of repeats', () => {
  test('are one row each, and lead from and to their alerts', async () => {
    await createAlerts();
    await openScreen(product(), '/alerts');
    await page().getByRole('radio', { name: 'Groups' }).click();
    await expect(grid().getByRole('row')).toHaveCount(3);
    await expect(row(2)).toContainText('web-01');
    await expect(row(2)).toContainText('All open');
    await page().keyboard.press('j');
    await page().keyboard.press('j');
    await page().keyboard.press('Enter');
    const open = page().getByRole('complementary', { name: 'Open group' });
    await expect(open.getByRole('listitem').filter({ hasText: 'Failed sign-in' })).toHaveCount(3);
    await expect(open.getByText('203.0.113.7')).toBeVisible();
    expect(await tooWide(page())).toEqual([]);
    expect(await axeInBothThemes(page())).toEqual([]);
    await open
      .getByRole('listitem')
      .getByRole('link', { name: /Failed sign-in 0/ })
      .click();
    await page().getByRole('link', { name: 'One of 3 repeats' }).click();
    await expect(open).toBeVisible();
  });

  test('[GR12] show what the query finds, and say what does not apply', async () => {
    await openScreen(product(), '/alerts?query=host:db-02&sort=suspicion');
    await page().getByRole('radio', { name: 'Groups' }).click();
    await expect(grid().getByRole('row')).toHaveCount(2);
    await expect(row(1)).toContainText('db-02');
    await expect(page().getByText('By suspicion: does not apply to groups')).toBeVisible();
    await page().getByRole('combobox', { name: 'Search alerts' }).fill('host:web-*');
    await expect(row(1)).toContainText('web-01');
    await expect(grid().getByRole('row')).toHaveCount(2);
    await openScreen(product(), '/alerts?show=groups&status=RESOLVED');
    await expect(page().getByText('No groups found')).toBeVisible();
  });

  test('[GR14] keys act on the row that has the focus, and all alerts that match are one set', async () => {
    await openScreen(product(), '/alerts?show=groups');
    await expect(grid().getByRole('row')).toHaveCount(3);
    await page().keyboard.press('j');
    await page().keyboard.press('r');
    await expect(page().getByRole('dialog')).toContainText(
      'Resolve: all alerts of “Failed sign-in 0”',
    );
    await expect(page().getByRole('dialog')).toContainText('Applies to it');
    await page().keyboard.press('Escape');
    await page().getByRole('button', { name: 'Select all alerts that match' }).click();
    await expect(page().getByText('All alerts that match', { exact: true })).toBeVisible();
    await page().keyboard.press('e');
    await expect(page().getByRole('dialog')).toContainText('Applies to all 4');
    await page().keyboard.press('Escape');
    await page().getByRole('combobox', { name: 'Search alerts' }).fill('sign-in');
    await expect(page().getByText('All alerts that match', { exact: true })).toHaveCount(0);
    await openScreen(product(), '/alerts?show=groups');
    await page().keyboard.press('j');
    await page().keyboard.press('j');
    await page().keyboard.press('Enter');
    await page().keyboard.press('Control+k');
    await page().keyboard.type('Open group: Assign');
    await expect(page().getByRole('option', { name: /^Open group: Assign/ })).toBeVisible();
    await page().keyboard.press('Escape');
  });

  test('an alert is taken out and put back', async () => {
    const open = page().getByRole('complementary', { name: 'Open group' });
    await open.getByRole('button', { name: 'Take out of this group' }).first().click();
    await expectToast(page(), 'Success', 'The alert is a group of its own');
    await expect(grid().getByRole('row')).toHaveCount(4);
    await page().keyboard.press('Escape');
    await expect(open).toHaveCount(0);
  });

  test('all alerts of a group are closed at once', async () => {
    await grid()
      .getByRole('row', { name: /2/ })
      .filter({ hasText: 'web-01' })
      .getByRole('checkbox')
      .first()
      .check();
    await page().getByRole('button', { name: 'Resolve', exact: true }).click();
    const ask = page().getByRole('dialog');
    await ask.getByLabel('Note').fill('Known job');
    await ask.getByRole('button', { name: /resolve \d+ alert/i }).click();
    await expect(toasts(page())).toContainText('alert');
    await expect(grid().getByText('Closed').first()).toBeVisible();
  });

  test('what makes a repeat is chosen with a preview', async () => {
    await page().getByRole('button', { name: 'What makes a repeat' }).click();
    const rules = dialog(page(), 'What makes a repeat');
    await rules.getByRole('checkbox', { name: 'Host, or user, or source address' }).uncheck();
    await expect(rules.getByText('Groups then', { exact: true }).locator('..')).toContainText('1');
    expect(await axeInBothThemes(page())).toEqual([]);
    await rules.getByRole('button', { name: 'Save rule' }).click();
    await expectToast(page(), 'Success', 'Groups are being made by the new rule');
    await rules.getByRole('button', { name: 'Close' }).first().click();
    await expect(grid().getByRole('row')).toHaveCount(3);
  });

  test('[GR16] a group of many alerts draws those in view, and all of them can be reached', async () => {
    const { origin } = product();
    const data = { title: 'Beacon', description: 'Again', severity: 'LOW', source: 'Many' };
    for (let n = 0; n < 160; n++)
      await page().request.post(`${origin}/api/alerts`, { headers: { origin }, data });
    await openScreen(product(), '/alerts?show=groups&source=Many');
    await expect(row(1)).toContainText('160');
    await row(1).dblclick();
    const open = page().getByRole('complementary', { name: 'Open group' });
    const alerts = open.getByRole('listitem').filter({ hasText: 'Beacon' });
    await expect(alerts).toHaveCount(50);
    for (let pages = 0; pages < 3; pages++)
      await open.getByRole('button', { name: 'Show more alerts' }).click();
    await expect(open.getByRole('button', { name: 'Show more alerts' })).toHaveCount(0);
    await expect.poll(() => alerts.count()).toBeLessThan(100);
    await open.getByRole('region', { name: 'About this group' }).press('End');
    await expect(open.locator('li[aria-posinset="160"]')).toBeVisible();
    await expect(open.locator('li[aria-posinset="160"]')).toContainText('Beacon');
    expect(await axeInBothThemes(page())).toEqual([]);
  });
});
