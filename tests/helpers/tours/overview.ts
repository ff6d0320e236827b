import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

async function openWhy(product: Product, framework: string): Promise<void> {
  await openScreen(product, '/compliance');
  await product.page.getByRole('button', { name: `Why this score: ${framework}` }).click();
  const drawer = product.page.getByRole('dialog', { name: 'Why this score' });
  await expect(drawer.getByRole('grid', { name: 'Controls and their assurance' })).toBeVisible();
}

export const OVERVIEW_LAYERS: readonly Layer[] = [
  {
    name: 'compliance-overview',
    async open(product) {
      await openScreen(product, '/compliance');
      await expect(product.page.getByRole('grid', { name: 'Framework scores' })).toBeVisible();
    },
  },
  {
    name: 'compliance-why-all',
    async open(product) {
      await product.page.goto(`${product.origin}/compliance?why=all`);
      const drawer = product.page.getByRole('dialog', { name: 'Why this score' });
      await expect(drawer.getByText('All active frameworks')).toBeVisible();
    },
  },
  {
    name: 'compliance-evidence-expiring',
    async open(product) {
      await openScreen(product, '/compliance');
      await product.page
        .getByRole('link', { name: /^Week from / })
        .first()
        .click();
      const list = product.page.getByRole('dialog', { name: 'Evidence that expires' });
      await expect(list.getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'compliance-why-framework', open: (product) => openWhy(product, 'SOC 2 Type II') },
  {
    name: 'compliance-why-control',
    async open(product) {
      await openWhy(product, 'SOC 2 Type II');
      const drawer = product.page.getByRole('dialog', { name: 'Why this score' });
      await drawer.getByRole('button', { name: /^CC1\.1 / }).click();
      await expect(drawer.getByText('points of assurance')).toBeVisible();
    },
  },
];
