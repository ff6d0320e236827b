/** Groups of repeats and their states, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

async function openGroups(product: Product, query = ''): Promise<void> {
  await openScreen(product, `/alerts?show=groups${query}`);
  await expect(product.page.getByRole('grid', { name: 'Groups of repeats' })).toBeVisible();
}

const firstRow = ({ page }: Product) =>
  page.getByRole('grid', { name: 'Groups of repeats' }).getByRole('row').nth(1);

export const GROUPS_LAYERS: readonly Layer[] = [
  { name: 'groups', open: (product) => openGroups(product) },
  { name: 'groups-none', open: (product) => openGroups(product, '&entity=host%3Anowhere') },
  {
    name: 'group-open',
    async open(product) {
      await openGroups(product);
      await firstRow(product).dblclick();
      const alerts = product.page.getByRole('heading', { name: 'Alerts', exact: true });
      await expect(alerts).toBeVisible();
    },
  },
  {
    name: 'groups-selected',
    async open(product) {
      await openGroups(product);
      await firstRow(product).getByRole('checkbox').check();
    },
  },
  {
    name: 'group-resolve',
    async open(product) {
      await openGroups(product, '&active=true');
      await firstRow(product).getByRole('checkbox').check();
      await product.page.getByRole('button', { name: 'Resolve', exact: true }).click();
      await expect(product.page.getByRole('dialog')).toContainText('Applies to');
    },
  },
  {
    name: 'groups-rules',
    async open(product) {
      await openScreen(product, '/alerts?show=groups&rules=open');
      const rules = dialog(product.page, 'What makes a repeat');
      await expect(rules.getByText('Groups then', { exact: true })).toBeVisible();
    },
  },
];
