/** The bar and dialogs of bulk actions, and the history of the desk. */
import { dialog, openDesk, rows } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

async function selectAll(product: Product): Promise<void> {
  await openDesk(product, '?severity=LOW');
  await rows(product.page).first().waitFor();
  await product.page.keyboard.press('Shift+X');
  await product.page.keyboard.press('Shift+X');
  await expect(product.page.getByText(/alerts that match$/).first()).toBeVisible();
}

async function openBulk(product: Product, button: string): Promise<void> {
  await selectAll(product);
  await product.page.getByRole('button', { name: button }).click();
  const opened = product.page.getByRole('dialog', { name: /selected alerts$/ });
  await expect(opened.getByText(/^Applies to/)).toBeVisible();
}

export const ACTIONS_LAYERS: readonly Layer[] = [
  { name: 'alerts-all-selected', open: selectAll },
  { name: 'bulk-resolve', open: (product) => openBulk(product, 'Resolve selected') },
  { name: 'bulk-assign', open: (product) => openBulk(product, 'Assign selected') },
  { name: 'bulk-reopen', open: (product) => openBulk(product, 'Reopen selected') },
  {
    name: 'actions-history',
    async open(product) {
      await product.page.goto(`${product.origin}/alerts?actions=open`);
      await expect(
        dialog(product.page, 'History of actions').getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
];
