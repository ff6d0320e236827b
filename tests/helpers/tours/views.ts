/** Queries, views, counts and their states at the desk, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const box = ({ page }: Product) => page.getByPlaceholder('Search alerts...');

async function saveView(product: Product, name: string, query: string): Promise<void> {
  const { origin } = product;
  await product.page.request.post(`${origin}/api/views`, {
    headers: { origin },
    data: { name, filter: { query }, isShared: true },
  });
}

export const VIEWS_LAYERS: readonly Layer[] = [
  {
    name: 'query-completion',
    async open(product) {
      await openScreen(product, '/alerts');
      await box(product).pressSequentially('severity:critical source:');
      await expect(product.page.getByRole('listbox', { name: 'Completions' })).toBeVisible();
      await box(product).press('ArrowDown');
    },
  },
  {
    name: 'query-error',
    async open(product) {
      await openScreen(product, '/alerts');
      await box(product).fill('host:web-* sevrity:high');
      await expect(product.page.getByText('Did you mean severity?')).toBeVisible();
    },
  },
  {
    name: 'query-stack',
    async open(product) {
      await openScreen(product, '/alerts?stack=source');
      await expect(
        product.page.getByTestId('stack-rare').getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'views-save',
    async open(product) {
      await openScreen(product, '/alerts?query=severity%3Acritical&views=save');
      await expect(dialog(product.page, 'Save view')).toBeVisible();
    },
  },
  {
    name: 'views-manage',
    async open(product) {
      await saveView(product, 'Criticals of a day', 'severity:critical last:24h');
      await openScreen(product, '/alerts?views=manage');
      await expect(dialog(product.page, 'Views').getByRole('link')).not.toHaveCount(0);
    },
  },
];
