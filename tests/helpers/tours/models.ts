/** Models in the settings: the endpoint, its test, the log and one call, for those who look at all of them. */
import { networkInterfaces } from 'node:os';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { startMockModel } from '../mock-model/mock-model.ts';
import { type Layer, openScreen } from '../tour.ts';
import { askChat, openFreshChat } from './assistant.ts';

/** An address of this machine that is not its loopback: to the product, another machine. */
const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

const untilTested = ({ page, origin }: Product) =>
  expect
    .poll(
      async () => {
        const response = await page.request.get(`${origin}/api/models/settings`);
        return ((await response.json()) as { test: { isRunning: boolean } }).test.isRunning;
      },
      { timeout: 20_000 },
    )
    .toBe(false);

/** Sets a model up and tests it; the model ends before the page is looked at. */
async function setUpModel(product: Product, outside?: string): Promise<void> {
  const { page, origin } = product;
  const mock = await startMockModel(outside === undefined ? {} : { listenOn: '0.0.0.0' });
  const headers = { origin };
  const baseUrl = mock.baseUrl.replace('127.0.0.1', outside ?? '127.0.0.1');
  const data = { name: 'Local model', preset: 'compatible', baseUrl, isInsecureAllowed: true };
  await page.request.put(`${origin}/api/models/endpoint`, {
    headers,
    data: { ...data, model: 'mock-large' },
  });
  await page.request.post(`${origin}/api/models/test`, { headers });
  await untilTested(product);
  await mock.close();
}

async function openEndpoints(product: Product): Promise<void> {
  const { page, origin } = product;
  await setUpModel(product);
  await page.request.post(`${origin}/api/models/endpoints`, {
    headers: { origin },
    data: {
      ...{ name: 'Beside', preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
      model: 'small',
    },
  });
  await openScreen(product, '/settings/models');
  await expect(page.getByRole('button', { name: 'Edit Beside' }).first()).toBeVisible();
}

/** What would leave for another machine, before anybody has looked at it. Without a network, the settings. */
async function openHeldPreview(product: Product): Promise<void> {
  const { page, origin } = product;
  if (OUTSIDE === undefined) return openScreen(product, '/settings/models');
  await page.request.patch(`${origin}/api/settings`, {
    headers: { origin },
    data: { models: { isIsolated: false } },
  });
  await setUpModel(product, OUTSIDE);
  await openFreshChat(product, '/');
  await askChat(product, 'Open gaps');
  await page.getByRole('button', { name: 'Look at what would leave' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'What leaves for the model' });
  await expect(dialog.getByText('This is exactly what would leave for')).toBeVisible();
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
    name: 'models-endpoints',
    open: openEndpoints,
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
  {
    name: 'models-held',
    open: openHeldPreview,
  },
];
