import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

export const REPORTS_PATH = '/audits?tab=reports';

const inMain = ({ page }: Product, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

/** Makes a report in a form, through the dialog, and waits until it is in the list. */
export async function makeReportByHand(product: Product, form: RegExp): Promise<void> {
  const { page } = product;
  const before = await inMain(product, /^Download version/).count();
  await inMain(product, 'Make report').click();
  const box = dialog(page, 'Make report');
  await box.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: form }).click();
  await box.getByRole('button', { name: 'Make report' }).click();
  await expect(box).toHaveCount(0);
  await expect(inMain(product, /^Download version/)).toHaveCount(before + 1, { timeout: 20_000 });
}

export async function makePackageByHand(product: Product): Promise<void> {
  const before = await inMain(product, /^Download package/).count();
  await inMain(product, 'Make package').click();
  await expect(inMain(product, /^Download package/)).toHaveCount(before + 1, { timeout: 20_000 });
}

export const REPORTS_LAYERS: readonly Layer[] = [
  { name: 'audit-reports', open: (product) => openScreen(product, REPORTS_PATH) },
  {
    name: 'audit-report-dialog',
    async open(product) {
      await openScreen(product, REPORTS_PATH);
      await inMain(product, 'Make report').click();
      await expect(dialog(product.page, 'Make report')).toBeVisible();
    },
  },
  {
    name: 'audit-report-discard',
    async open(product) {
      await openScreen(product, REPORTS_PATH);
      await inMain(product, 'Make report').click();
      await dialog(product.page, 'Make report').getByLabel('Conclusion').fill('Half');
      await product.page.keyboard.press('Escape');
      await expect(product.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'audit-package-verify',
    async open(product) {
      await openScreen(product, REPORTS_PATH);
      if ((await inMain(product, /^Download package/).count()) === 0)
        await makePackageByHand(product);
      await inMain(product, /^How to verify/)
        .first()
        .click();
      await expect(dialog(product.page, 'How to verify a package')).toBeVisible();
    },
  },
];
