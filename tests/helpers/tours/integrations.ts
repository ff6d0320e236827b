/** Tabs and dialogs of integrations, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import { type Layer, openScreen } from '../tour.ts';

export const INTEGRATIONS_LAYERS: readonly Layer[] = [
  {
    name: 'integrations-none-found',
    async open(product) {
      await openScreen(product, '/integrations?q=nothinglikeit');
      await expect(product.page.getByText('No integration found')).toBeVisible();
    },
  },
  {
    name: 'integrations-marketplace',
    async open(product) {
      await openScreen(product, '/integrations?tab=marketplace');
      await expect(
        product.page.getByRole('article', { name: 'Okta system log', exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'integrations-add',
    async open(product) {
      await openScreen(product, '/integrations?tab=marketplace');
      await product.page.getByRole('button', { name: 'Add Integration: Okta system log' }).click();
      await expect(dialog(product.page, 'Add Okta system log')).toBeVisible();
    },
  },
  {
    name: 'integrations-configuration',
    async open(product) {
      await openScreen(product, '/integrations?tab=configuration');
      await expect(product.page.getByLabel('Batch size')).toBeVisible();
    },
  },
];
