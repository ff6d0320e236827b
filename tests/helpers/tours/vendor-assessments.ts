import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

async function openTab({ page, origin }: Product, query: string): Promise<void> {
  await page.goto(`${origin}/vendors?${query}`);
  await expect(page.locator('#main h1')).toBeVisible();
  await expect(page.getByRole('grid').first()).toBeVisible();
}

async function openRow(product: Product, query: string, name: RegExp, title: string) {
  await openTab(product, query);
  await product.page.getByRole('row', { name }).first().focus();
  await product.page.keyboard.press('Enter');
  const layer = dialog(product.page, title);
  await expect(layer).toBeVisible();
  return layer;
}

export const VENDOR_ASSESSMENTS_LAYERS: readonly Layer[] = [
  { name: 'vendor-assessments', open: (product) => openTab(product, 'tab=assessments') },
  {
    name: 'vendor-assessments-none',
    async open({ page, origin }) {
      await page.goto(`${origin}/vendors?tab=assessments&state=CANCELLED`);
      await expect(page.getByText('No Assessments')).toBeVisible();
    },
  },
  {
    name: 'vendor-assessment-completed',
    async open(product) {
      const layer = await openRow(
        product,
        'tab=assessments&validity=valid',
        /Vaultkeep Backup/,
        'Assessment of Vaultkeep Backup',
      );
      await layer.getByText('How it is computed').click();
    },
  },
  {
    name: 'vendor-assessment-answering',
    async open(product) {
      const layer = await openRow(
        product,
        'tab=assessments&state=SENT',
        /Quayside Automation/,
        'Assessment of Quayside Automation',
      );
      await layer.getByRole('radio', { name: 'Partly', exact: true }).first().click();
      await expect(layer.getByRole('button', { name: 'Save Answers' })).toBeVisible();
    },
  },
  {
    name: 'vendor-assessment-review',
    async open(product) {
      const layer = await openRow(
        product,
        'tab=assessments&state=ANSWERED',
        /Tallyman Payroll/,
        'Assessment of Tallyman Payroll',
      );
      await layer.getByRole('button', { name: 'Correct gov-1' }).click();
      await expect(layer.getByLabel('Reason for the correction of gov-1')).toBeVisible();
    },
  },
  { name: 'vendor-reassessments', open: (product) => openTab(product, 'tab=reassessments') },
  {
    name: 'vendor-reassessment',
    async open(product) {
      const layer = await openRow(
        product,
        'tab=reassessments',
        /Quayside Automation/,
        'Reassessment of Quayside Automation',
      );
      await expect(layer.getByRole('region', { name: 'Signals' })).toBeVisible();
    },
  },
  {
    name: 'vendor-tiering',
    async open({ page, origin }) {
      await page.goto(`${origin}/vendors?tab=assessments`);
      await page.getByRole('link', { name: 'Vaultkeep Backup' }).first().click();
      await page.getByRole('region', { name: 'Tier' }).getByRole('button').click();
      const layer = dialog(page, 'Tier of Vaultkeep Backup');
      await expect(layer.getByRole('list', { name: 'Reasons' })).toBeVisible();
    },
  },
];
