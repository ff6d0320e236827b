/** Models in the settings: the endpoint, its test, the log and one call, for those who look at all of them. */
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { startMockModel } from '../mock-model/mock-model.ts';
import { type Layer, openScreen } from '../tour.ts';

/** Sets a model up and tests it; the model ends before the page is looked at. */
async function setUpModel({ page, origin }: Product): Promise<void> {
  const mock = await startMockModel();
  const headers = { origin };
  const data = { name: 'Local model', preset: 'compatible', baseUrl: mock.baseUrl };
  await page.request.put(`${origin}/api/models/endpoint`, {
    headers,
    data: { ...data, model: 'mock-large' },
  });
  await page.request.post(`${origin}/api/models/test`, { headers });
  const isRunning = async () => {
    const response = await page.request.get(`${origin}/api/models/settings`);
    return ((await response.json()) as { test: { isRunning: boolean } }).test.isRunning;
  };
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
  await mock.close();
}

export const MODELS_LAYERS: readonly Layer[] = [
  {
    name: 'models-endpoint-missing',
    async open(product) {
      await openScreen(product, '/settings/models');
      await product.page.getByRole('button', { name: 'Save endpoint' }).click();
      await expect(product.page.getByText('Model is required')).toBeVisible();
    },
  },
  {
    name: 'models-tested',
    async open(product) {
      await setUpModel(product);
      await openScreen(product, '/settings/models');
      await expect(product.page.getByText('Tool round-trip')).toBeVisible();
    },
  },
  {
    name: 'models-log',
    open: (product) => openScreen(product, '/settings/models/calls'),
  },
  {
    name: 'models-call',
    async open(product) {
      await setUpModel(product);
      await openScreen(product, '/settings/models/calls');
      await product.page.getByRole('link', { name: 'Test connection' }).first().click();
      const drawer = product.page.getByRole('dialog', { name: 'Call to a model' });
      await expect(drawer.getByRole('heading', { name: 'What left' })).toBeVisible();
    },
  },
];
