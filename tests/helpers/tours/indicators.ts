/** The tab of indicators with its drawer and dialogs. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

export async function openIocs(product: Product): Promise<void> {
  await openScreen(product, '/forensics?tab=iocs');
  await expect(product.page.getByRole('grid', { name: 'Indicators of compromise' })).toBeVisible();
}

async function openTool(product: Product, button: string, title = button): Promise<void> {
  await openIocs(product);
  await product.page.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(product.page, title)).toBeVisible();
}

async function openDrawer(product: Product): Promise<void> {
  await openIocs(product);
  const row = product.page.getByRole('grid').getByRole('row').nth(1);
  await row.dblclick();
  await expect(
    product.page.getByRole('dialog', { name: 'Indicator' }).getByText('Facts'),
  ).toBeVisible();
}

export const INDICATORS_LAYERS: readonly Layer[] = [
  { name: 'iocs', open: openIocs },
  { name: 'iocs-drawer', open: openDrawer },
  { name: 'iocs-add', open: (product) => openTool(product, 'Add indicator') },
  {
    name: 'iocs-extract',
    async open(product) {
      await openTool(product, 'Extract from text');
      const form = dialog(product.page, 'Extract from text');
      await form
        .getByLabel('Text')
        .fill('hxxp://c2[.]example[.]com/a from 10.1.2.3 ran report.zip');
      await form.getByRole('button', { name: 'Find indicators' }).click();
      await expect(form.getByText(/found in/)).toBeVisible();
    },
  },
  {
    name: 'iocs-import',
    async open(product) {
      await openIocs(product);
      await product.page.getByRole('button', { name: 'Import', exact: true }).click();
      await product.page.getByRole('menuitem', { name: /^Import indicators/ }).click();
      await expect(dialog(product.page, 'Import indicators')).toBeVisible();
    },
  },
  {
    name: 'iocs-sweep',
    async open(product) {
      await openTool(product, 'Sweep');
      const form = dialog(product.page, 'Sweep');
      await form.getByRole('button', { name: 'Begin sweep' }).click();
      await expect(form.getByText(/alerts and .* events read/)).toBeVisible({ timeout: 15_000 });
    },
  },
  {
    name: 'iocs-past',
    open: (product) => openTool(product, 'Earlier sweeps', 'Earlier sweeps and imports'),
  },
  { name: 'iocs-lists', open: (product) => openTool(product, 'Known-good lists') },
];
