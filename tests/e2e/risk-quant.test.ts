import { test } from 'vitest';
import { dialog } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import {
  openExchange,
  openImportPreview,
  openQuantities,
  openQuantRisk,
  QUANT_RISK,
} from '../helpers/tours/risk-quant.ts';

const SPRAY = 'Password spray finds a weak account';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

test('[RK70] the portfolio has its curve, its figures and how they came about', async () => {
  await openQuantities(product());
  await expect(page().getByText('10,000 draws, seed 20261121')).toBeVisible();
  await expect(page().getByText('Annualised loss before treatment')).toBeVisible();
  const grid = page().getByRole('grid', { name: 'Loss by risk' });
  await expect(grid.getByRole('row').nth(1)).toContainText(QUANT_RISK);
  await grid
    .getByRole('button', { name: /^Annualised after/ })
    .first()
    .click();
  await page().getByRole('button', { name: 'Formula and inputs' }).click();
  const formula = dialog(page(), 'Formula and inputs');
  await expect(formula.getByText('20261121')).toBeVisible();
  await page().keyboard.press('Escape');
  await page().getByRole('radio', { name: 'Table' }).first().click();
  await expect(page().getByRole('cell', { name: /^EUR/ }).first()).toBeVisible();
});

test('[RK71] changed ranges change the figures at once', async () => {
  await openQuantRisk(product());
  const drawer = dialog(page(), QUANT_RISK);
  const table = drawer.getByRole('table', { name: /^Loss of a year/ });
  const before = (await table.getByRole('row').nth(1).textContent()) ?? '';
  await drawer.getByRole('button', { name: 'Change ranges' }).click();
  const form = dialog(page(), 'Loss and frequency');
  const high = form.getByRole('textbox', { name: 'Loss per event, 95th percentile' });
  await high.fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The 95th percentile cannot be below the 5th')).toBeVisible();
  await high.fill('900000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page().getByText('Quantities saved', { exact: true })).toBeVisible();
  await expect(table.getByRole('row').nth(1)).not.toHaveText(before);
});

test('[RK72] a proposed likelihood is decided with a reason', async () => {
  await openQuantities(product());
  await page().getByRole('link', { name: SPRAY }).click();
  const drawer = dialog(page(), SPRAY);
  await drawer.getByRole('button', { name: 'Add case' }).click();
  const form = dialog(page(), 'Add case');
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel('Day').fill(day);
  await form.getByRole('textbox', { name: 'Note' }).fill('Told by the bank');
  await form.getByRole('button', { name: 'Add case' }).click();
  await expect(drawer.getByText('Told by the bank').first()).toBeVisible();
  await drawer.getByRole('button', { name: /^Confirm likelihood/ }).click();
  const confirm = dialog(page(), 'Confirm likelihood');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('Reason is required')).toBeVisible();
  await confirm.getByRole('textbox', { name: 'Reason' }).fill('Cases of three months');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page().getByText('Likelihood changed', { exact: true })).toBeVisible();
  await drawer.getByText(/^Earlier proposals/).click();
  await expect(drawer.getByText('Cases of three months').first()).toBeVisible();
});

test('[RK73] a file is previewed, imported, and its receipt read again', async () => {
  await openImportPreview(product());
  const form = dialog(page(), 'Import risks');
  await expect(form.getByText('1 new, 0 changed, 1 as they are, 2 skipped')).toBeVisible();
  await expect(form.getByText('Category is required')).toBeVisible();
  await expect(form.getByText('Likelihood must be a whole number from 1 to 5')).toBeVisible();
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  const receipt = dialog(page(), 'Import receipt');
  await expect(receipt.getByText('1 created, 0 updated, 1 unchanged, 2 skipped')).toBeVisible();
  await receipt.getByRole('button', { name: 'Done' }).click();
  await openExchange(product(), 'Import receipts');
  const receipts = dialog(page(), 'Import receipts');
  await receipts.getByRole('button', { name: 'register.csv' }).click();
  await expect(page().getByText('Crane stops at the quay')).toBeVisible();
});

test('[RK73] the register leaves as a file', async () => {
  await openQuantities(product());
  const download = page().waitForEvent('download');
  await openExchange(product(), /^Risk register \(CSV\)/);
  expect((await download).suggestedFilename()).toMatch(/^risk-register.*\.csv$/);
});
