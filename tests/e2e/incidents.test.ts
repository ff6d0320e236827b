/** Incidents at the desk: the list, one in full, why together, and what a person decides. */
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;
const grid = () => page().getByRole('grid', { name: 'Incidents' });
const row = (name: string | RegExp) => grid().getByRole('row').filter({ hasText: name });
const drawer = (name: string | RegExp) => page().getByRole('dialog', { name });

async function createAlerts(): Promise<void> {
  const { origin } = product();
  for (const [title, sourceHost] of [
    ['Web shell written', 'web-01'],
    ['Shell talks to a stranger', 'web-01'],
    ['Data base dumped', 'db-07'],
    ['Large upload', 'db-07'],
  ])
    await page().request.post(`${origin}/api/alerts`, {
      headers: { origin },
      data: { title, description: 'Seen', severity: 'HIGH', source: 'EDR', sourceHost },
    });
}

describe('incidents', () => {
  test('appear by themselves, with the links that hold them together', async () => {
    await createAlerts();
    await openScreen(product(), '/alerts');
    await page().getByRole('radio', { name: 'Incidents' }).click();
    await expect(grid().getByRole('row')).toHaveCount(3);
    expect(await tooWide(page())).toEqual([]);
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().keyboard.press('j');
    await page().keyboard.press('Enter');
    const open = drawer(/with 1 other detection/);
    await open.getByRole('tab', { name: 'Why together' }).click();
    const link = open.getByRole('list', { name: 'Links, the weakest first' }).getByRole('listitem');
    await expect(link.first()).toContainText('in 2 of 4 groups here');
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().keyboard.press('Escape');
    await expect(open).toHaveCount(0);
  });

  test('[IN23] are found by the query, by what their alerts say, and by the palette', async () => {
    await openScreen(product(), '/alerts?show=incidents&query=host:db-*');
    await expect(grid().getByRole('row')).toHaveCount(2);
    await page().getByRole('combobox', { name: 'Search alerts' }).fill('stranger');
    await expect(row('web-01')).toHaveCount(1);
    await expect(grid().getByRole('row')).toHaveCount(2);
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
    await expect(grid().getByRole('row')).toHaveCount(3);
    await page().keyboard.press('j');
    await page().keyboard.press('a');
    await expect(page().getByRole('dialog')).toContainText('Assign: all alerts of “');
    await page().keyboard.press('Escape');
    await page().keyboard.press('Enter');
    await expect(drawer(/with 1 other detection/)).toBeVisible();
    await page().keyboard.press('Control+k');
    await page().keyboard.type('Open incident: Lock');
    await expect(page().getByRole('option', { name: /^Open incident: Lock/ })).toBeVisible();
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
    await expect(drawer(/with 1 other detection/)).toHaveCount(0);
  });

  test('two are merged, one group is taken out again, and the history says so', async () => {
    for (const host of ['web-01', 'db-07']) await row(host).getByRole('checkbox').check();
    await page().getByRole('button', { name: 'Merge', exact: true }).click();
    const form = dialog(page(), 'Merge 2 incidents');
    await expect(form.getByText('4 groups together')).toBeVisible();
    await form.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await form.getByLabel('Reason').fill('One attacker');
    await form.getByLabel('Name').fill('Operation Upload');
    await form.getByRole('button', { name: 'Merge', exact: true }).click();
    await expectToast(page(), 'Success', 'The incidents are merged');
    const open = drawer('Operation Upload');
    await expect(open.getByRole('tab', { name: 'Groups 4' })).toBeVisible();
    await open.getByRole('button', { name: 'Detach Large upload' }).click();
    const detach = dialog(page(), 'Detach this group');
    await detach.getByLabel('Reason').fill('A backup');
    await detach.getByRole('button', { name: 'Detach', exact: true }).click();
    await expectToast(page(), 'Success', 'The group stands alone now');
    await expect(open.getByRole('tab', { name: 'Groups 3' })).toBeVisible();
    await open.getByRole('tab', { name: 'History' }).click();
    await expect(open.getByRole('list', { name: 'History' })).toContainText('One attacker');
    await page().keyboard.press('Escape');
    await expect(row('Large upload')).toContainText('Locked');
  });

  test('strictness is tried before it is saved', async () => {
    await page().getByRole('button', { name: 'Strictness' }).click();
    const form = dialog(page(), 'Strictness of linking');
    await form.getByRole('slider').fill('100');
    await expect(form.getByText('at strictness 100')).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
    await form.getByLabel('Reason').fill('Too much noise');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page(), 'Success', 'The strictness is saved, and everything is linked anew');
    await expect(page().getByText(/strictness 100/)).toBeVisible();
  });

  test('an entity is kept from linking, with a reason', async () => {
    await page().getByRole('button', { name: 'Common entities' }).click();
    const form = dialog(page(), 'Entities too common to link');
    await form.getByLabel('Value').fill('web-01');
    await form.getByLabel('Reason').fill('Shared by everybody');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('list', { name: 'Entities' })).toContainText('Shared by everybody');
    expect(await axeInBothThemes(page())).toEqual([]);
  });
});
