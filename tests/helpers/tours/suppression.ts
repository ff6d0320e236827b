/** The rules of suppression: their dialogs, drawer and states, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const SCANNER = 'Weekly vulnerability scan from VULN-01';

/** One rule of the demo, in full. */
export async function openRule(product: Product, name: string): Promise<Locator> {
  await openScreen(product, '/suppressions');
  await product.page.getByRole('link', { name, exact: true }).click();
  const open = product.page.getByRole('dialog', { name, exact: true });
  await expect(open.getByRole('region', { name: 'What it hides' })).toBeVisible();
  return open;
}

async function openNew(product: Product): Promise<Locator> {
  await openScreen(product, '/suppressions?add=1');
  const form = dialog(product.page, 'Add suppression rule');
  await expect(form.getByRole('region', { name: 'Preview' })).toBeVisible();
  return form;
}

export const SUPPRESSION_LAYERS: readonly Layer[] = [
  { name: 'suppressions', open: (product) => openScreen(product, '/suppressions') },
  {
    name: 'suppressions-none-found',
    open: (product) => openScreen(product, '/suppressions?q=nothinglikeit'),
  },
  {
    name: 'suppression-add-empty',
    async open(product) {
      const form = await openNew(product);
      await form.getByRole('button', { name: 'Add rule' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'suppression-add-preview',
    async open(product) {
      const form = await openNew(product);
      await form.getByLabel('Source', { exact: true }).fill('Suricata');
      await form.getByLabel('Source', { exact: true }).press('Enter');
      await expect(form.getByText('Open and in the queue now')).toBeVisible();
    },
  },
  {
    name: 'suppression-open',
    async open(product) {
      await openRule(product, SCANNER);
    },
  },
  {
    name: 'suppression-extend',
    async open(product) {
      const open = await openRule(product, SCANNER);
      await open.getByRole('button', { name: 'Extend' }).click();
      await expect(dialog(product.page, 'Extend suppression rule')).toBeVisible();
    },
  },
  {
    name: 'suppression-end',
    async open(product) {
      const open = await openRule(product, SCANNER);
      await open.getByRole('button', { name: 'End rule' }).click();
      await expect(dialog(product.page, 'End suppression rule')).toBeVisible();
    },
  },
  {
    name: 'suppressed-alerts',
    open: (product) => openScreen(product, '/alerts?suppressed=only'),
  },
];
