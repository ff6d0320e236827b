import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

async function openTab({ page, origin }: Product, query: string): Promise<void> {
  await page.goto(`${origin}/evidence?${query}`);
  await expect(page.locator('#main h1')).toBeVisible();
  await expect(page.getByRole('grid').first()).toBeVisible();
}

export const COLLECTION_LAYERS: readonly Layer[] = [
  { name: 'collection-schedule', open: (product) => openTab(product, 'tab=schedule') },
  {
    name: 'collection-task',
    async open(product) {
      await openTab(product, 'tab=schedule');
      await product.page.getByRole('row', { name: /Minutes of the security board/ }).dblclick();
      await expect(dialog(product.page, 'Minutes of the security board')).toBeVisible();
    },
  },
  {
    name: 'collection-add',
    async open(product) {
      await openTab(product, 'tab=schedule');
      await product.page.getByRole('button', { name: 'Add Task' }).click();
      const form = dialog(product.page, 'Add collection task');
      await form.getByLabel('Controls that it proves').fill('CC7');
      await expect(form.getByRole('list', { name: 'Controls found' })).toContainText('CC7');
      await form.getByRole('button', { name: 'Add task' }).click();
      await expect(form.getByText('Title is required')).toBeVisible();
    },
  },
  {
    name: 'collection-answer',
    async open(product) {
      await openTab(product, 'tab=schedule');
      await product.page
        .getByRole('button', { name: /Actions for Minutes of the security board/ })
        .click();
      await product.page.getByRole('menuitem', { name: 'Answer with evidence' }).click();
      await expect(
        dialog(product.page, 'Answer with evidence').getByRole('radio').first(),
      ).toBeVisible();
    },
  },
  { name: 'evidence-mappings', open: (product) => openTab(product, 'tab=mappings') },
  {
    name: 'evidence-mapping',
    async open(product) {
      await openTab(product, 'tab=mappings&state=valid');
      await product.page.getByRole('row').nth(1).dblclick();
      const layer = product.page.getByRole('dialog');
      await expect(layer.getByRole('region', { name: 'Linked evidence' })).toBeVisible();
      await expect(layer.getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'evidence-mappings-none-found',
    async open({ page, origin }) {
      await page.goto(`${origin}/evidence?tab=mappings&q=nothinglikeit`);
      await expect(page.getByText('No Controls Found')).toBeVisible();
    },
  },
];
