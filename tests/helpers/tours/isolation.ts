/** Isolation: the panel of the pill, the question before connecting, the page of the network. */
import { expect } from '../browser-expect.ts';
import { type Layer, openScreen } from '../tour.ts';

export const ISOLATION_LAYERS: readonly Layer[] = [
  {
    name: 'isolation-panel',
    async open(product) {
      await openScreen(product, '/settings/network');
      await product.page.getByRole('button', { name: /^Connection: / }).click();
      const panel = product.page.getByRole('dialog', { name: 'Connection' });
      await expect(panel.getByRole('switch', { name: 'Isolated' })).toBeVisible();
    },
  },
  {
    name: 'isolation-connect',
    async open(product) {
      await openScreen(product, '/settings/network');
      await product.page.getByRole('switch', { name: 'Isolated' }).click();
      await expect(product.page.getByRole('alertdialog')).toBeVisible();
    },
  },
];
