/** The entity page, the handover and their dialogs, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

/** The page of an entity, with all of its parts there. */
export async function openEntity(product: Product, kind: string, value: string): Promise<void> {
  await openScreen(product, `/entity?${new URLSearchParams({ kind, value })}`);
  const { page } = product;
  for (const name of ['Alerts', 'Notes', 'What its alerts say', 'Seen together with'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
}

/** The newest handover, opened. */
export async function openHandover(product: Product): Promise<Locator> {
  await openScreen(product, '/handover');
  const article = product.page.getByRole('article').first();
  await expect(article.getByRole('region', { name: 'Summary' })).toBeVisible();
  await expect(article.getByRole('region', { name: 'History' })).toBeVisible();
  return article;
}

export const ENTITIES_LAYERS: readonly Layer[] = [
  { name: 'entity-host', open: (product) => openEntity(product, 'host', 'db-01') },
  {
    name: 'entity-address',
    open: (product) => openEntity(product, 'address', '10.20.20.10'),
  },
  {
    name: 'entity-unknown',
    async open(product) {
      await openScreen(product, '/entity?kind=host&value=nobody-has-seen-me');
      await expect(product.page.getByText('No alert names this entity.')).toBeVisible();
    },
  },
  {
    name: 'entity-finder',
    async open(product) {
      await openScreen(product, '/entity');
      await expect(product.page.getByRole('region', { name: 'Marked entities' })).toBeVisible();
    },
  },
  {
    name: 'entity-criticality',
    async open(product) {
      await openEntity(product, 'host', 'web-01');
      await product.page.getByRole('button', { name: 'Set criticality' }).click();
      const form = dialog(product.page, 'Set criticality');
      await form.getByText('Critical asset').click();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('Reason is required')).toBeVisible();
    },
  },
  {
    name: 'handover-new',
    async open(product) {
      await openScreen(product, '/handover?new=1');
      await expect(dialog(product.page, 'New handover')).toBeVisible();
    },
  },
  {
    name: 'handover-acknowledge',
    async open(product) {
      const article = await openHandover(product);
      await article.getByRole('button', { name: 'Acknowledge' }).click();
      await expect(dialog(product.page, 'Acknowledge the handover')).toBeVisible();
    },
  },
];
