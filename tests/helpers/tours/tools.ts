/** The forensic tools, for those who look at all of the page. */
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

/** The tab with its check at an end. */
export async function openTools(product: Product): Promise<void> {
  await openScreen(product, '/forensics?tab=tools');
  await expect(product.page.getByRole('button', { name: 'Check again' })).toBeEnabled({
    timeout: 30_000,
  });
}

export const TOOLS_LAYERS: readonly Layer[] = [
  { name: 'tools-checked', open: openTools },
  {
    name: 'tools-hash-sets',
    async open(product) {
      await openTools(product);
      await product.page.getByRole('button', { name: 'Hash sets' }).click();
      await expect(product.page.getByRole('dialog', { name: 'Hash sets' })).toBeVisible();
    },
  },
  {
    name: 'tools-path',
    async open(product) {
      await openTools(product);
      await product.page.getByRole('button', { name: 'Set path of Volatility 3' }).click();
      await expect(
        product.page.getByRole('dialog', { name: 'Path of Volatility 3' }),
      ).toBeVisible();
    },
  },
];
