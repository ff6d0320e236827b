/** Dialogs of exports, imports and their receipts. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';
import { openIocs } from './indicators.ts';

async function openOf(
  product: Product,
  button: string,
  title: string,
  item?: string,
): Promise<void> {
  await openIocs(product);
  await product.page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  if (item !== undefined) await product.page.getByRole('menuitem', { name: item }).click();
  await expect(dialog(product.page, title)).toBeVisible();
}

export const EXCHANGE_LAYERS: readonly Layer[] = [
  { name: 'exchange-share', open: (product) => openOf(product, 'Export', 'Export', 'Share...') },
  {
    name: 'exchange-receive',
    open: (product) => openOf(product, 'Import', 'Import intelligence', 'Import intelligence'),
  },
  {
    name: 'exchange-receipts',
    open: (product) => openOf(product, 'Receipts', 'Imports and exports'),
  },
];
