/** What a role may not do is not offered; the core refuses it anyhow (tests/api). */
import { beforeAll, test } from 'vitest';
import { authContract } from '../../src/shared/areas/auth/auth.contract.ts';
import { clientOf, createAlert } from '../helpers/browser-calls.ts';
import { ACCOUNT, dialog, openDesk, pane, row, signIn } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();
const AUDITOR = { ...ACCOUNT, email: 'rui@example.test', firstName: 'Rui', lastName: 'Costa' };

beforeAll(async () => {
  await createAlert(product(), { title: 'Read only' });
  await clientOf(product()).call(authContract.createAccount, {
    body: { ...AUDITOR, role: 'Auditor' },
  });
});

test('[PG15] an auditor reads everything, and is offered no change', async () => {
  const { page, origin } = product();
  await page.goto(`${origin}/`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await signIn(product(), AUDITOR.email);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Auditor');
  await openDesk(product());
  const alert = row(page, 'Read only');
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button')).toHaveCount(0);
  await expect(alert.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['Create Alert', 'Simulate Alert', 'Import']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await alert.getByRole('link').first().click();
  await expect(pane(page).getByRole('region', { name: 'History' })).toContainText('Ana Silva');
  for (const name of ['Investigate', 'Escalate', 'Assign']) {
    await expect(pane(page).getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  for (const key of ['j', 'i', 'e', 'a', 'n', 'x']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(alert).toContainText('OPEN');
  await expect(alert).not.toContainText('Escalated');
});

test('[PG15] a file dropped on the window of an auditor goes nowhere', async () => {
  const { page, origin } = product();
  await product().dropFiles([import.meta.filename]);
  await expect(page).toHaveURL(new RegExp(`^${origin}/alerts`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[SE7] the palette and the sheet offer an auditor nothing that changes', async () => {
  const { page } = product();
  await openDesk(product());
  await row(page, 'Read only').getByRole('link').first().click();
  await expect(pane(page).getByRole('heading', { name: 'Read only' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = dialog(page, 'Search and commands');
  await expect(palette.getByRole('group', { name: 'Actions' })).toContainText('Export all alerts');
  for (const title of ['Create', 'Simulate', 'Import alerts', 'Open alert', 'Leave the demo']) {
    await expect(palette.getByRole('option', { name: title })).toHaveCount(0);
  }
  await page.keyboard.type('read only');
  await expect(palette.getByRole('option', { name: /Read only/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const sheet = dialog(page, 'Keyboard shortcuts');
  await expect(sheet).toContainText('Next alert');
  await expect(sheet.getByText('Resolve', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
});
