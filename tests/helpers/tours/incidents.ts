/** Incidents and their states, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const grid = ({ page }: Product) => page.getByRole('grid', { name: 'Incidents' });

async function openIncidents(product: Product, query = ''): Promise<void> {
  await openScreen(product, `/alerts?show=incidents&state=any&linked=yes${query}`);
  await expect(grid(product)).toBeVisible();
}

async function openFirst(product: Product, tab?: string): Promise<void> {
  await openIncidents(product);
  await grid(product).getByRole('row').nth(1).dblclick();
  const drawer = product.page.getByRole('dialog');
  await expect(drawer.getByRole('tab', { name: 'Why together' })).toBeVisible();
  if (tab) await drawer.getByRole('tab', { name: tab }).click();
}

export const INCIDENTS_LAYERS: readonly Layer[] = [
  { name: 'incidents', open: (product) => openIncidents(product) },
  {
    name: 'incidents-none',
    async open(product) {
      await openIncidents(product, '&q=nothinglikeit');
      await expect(product.page.getByText('No incidents found')).toBeVisible();
    },
  },
  { name: 'incident-groups', open: (product) => openFirst(product) },
  {
    name: 'incident-why',
    async open(product) {
      await openFirst(product, 'Why together');
      await expect(product.page.getByText('Strength').first()).toBeVisible();
    },
  },
  { name: 'incident-entities', open: (product) => openFirst(product, 'Entities') },
  { name: 'incident-history', open: (product) => openFirst(product, 'History') },
  {
    name: 'incident-lock',
    async open(product) {
      await openFirst(product);
      await product.page.getByRole('button', { name: 'Lock', exact: true }).click();
      await expect(dialog(product.page, 'Lock this incident')).toBeVisible();
    },
  },
  {
    name: 'incident-rename',
    async open(product) {
      await openFirst(product);
      await product.page.getByRole('button', { name: 'Rename', exact: true }).click();
      await expect(dialog(product.page, 'Rename this incident')).toBeVisible();
    },
  },
  {
    name: 'incident-split',
    async open(product) {
      await openFirst(product);
      await product.page.getByRole('checkbox').first().check();
      await product.page.getByRole('button', { name: 'Split the chosen ones' }).click();
      await expect(dialog(product.page, 'Split this incident')).toBeVisible();
    },
  },
  {
    name: 'incidents-merge',
    async open(product) {
      await openIncidents(product);
      for (const n of [1, 2])
        await grid(product).getByRole('row').nth(n).getByRole('checkbox').check();
      await product.page.getByRole('button', { name: 'Merge', exact: true }).click();
      await expect(
        dialog(product.page, 'Merge 2 incidents').getByText('groups together'),
      ).toBeVisible();
    },
  },
  {
    name: 'incidents-strictness',
    async open(product) {
      await openIncidents(product);
      await product.page.getByRole('button', { name: 'Strictness' }).click();
      const form = dialog(product.page, 'Strictness of linking');
      await form.getByRole('slider').fill('80');
      await expect(form.getByText('at strictness 80')).toBeVisible();
    },
  },
  {
    name: 'incidents-common-entities',
    async open(product) {
      await openIncidents(product);
      await product.page.getByRole('button', { name: 'Common entities' }).click();
      await expect(
        dialog(product.page, 'Entities too common to link').getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
];
