/** The risk register's dialogs, tabs and states, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const OPEN_RISK = 'Ransomware halts dispatch';

/** One risk of the demo in the drawer. */
async function openRisk(product: Product, title = OPEN_RISK): Promise<void> {
  const word = title.split(' ')[0] ?? title;
  await openScreen(product, `/risk?q=${encodeURIComponent(word)}`);
  await product.page.getByRole('link', { name: title }).click();
  await expect(dialog(product.page, title).getByRole('region', { name: 'Facts' })).toBeVisible();
}

async function openStep(product: Product, title: string, step: string): Promise<void> {
  await openRisk(product);
  await dialog(product.page, OPEN_RISK).getByRole('button', { name: step, exact: true }).click();
  await expect(dialog(product.page, title)).toBeVisible();
}

export const RISK_LAYERS: readonly Layer[] = [
  { name: 'risk-none-found', open: (product) => openScreen(product, '/risk?q=nothinglikeit') },
  { name: 'risk-cell', open: (product) => openScreen(product, '/risk?cell=5x5') },
  { name: 'risk-treatment', open: (product) => openScreen(product, '/risk?tab=treatment') },
  {
    name: 'risk-residual-matrix',
    async open(product) {
      await openScreen(product, '/risk');
      await product.page.getByRole('radio', { name: 'Residual' }).click();
      await expect(
        product.page.getByRole('heading', { name: 'Residual risk matrix' }),
      ).toBeVisible();
    },
  },
  {
    name: 'risk-add-dialog',
    async open(product) {
      await openScreen(product, '/risk?add=1');
      const form = dialog(product.page, 'Add Risk');
      await form.getByRole('button', { name: 'Add Risk' }).click();
      await expect(form.getByText('Title is required')).toBeVisible();
    },
  },
  { name: 'risk-drawer', open: openRisk },
  {
    name: 'risk-expired',
    open: (product) => openRisk(product, 'Guest network slow in the office'),
  },
  {
    name: 'risk-residual',
    open: (product) =>
      openStep(product, 'How the residual risk is computed', 'How this is computed'),
  },
  { name: 'risk-accept', open: (product) => openStep(product, 'Accept risk', 'Accept') },
  { name: 'risk-reassess', open: (product) => openStep(product, 'Assess again', 'Assess again') },
  { name: 'risk-edit', open: (product) => openStep(product, 'Edit risk', 'Edit') },
  { name: 'risk-task', open: (product) => openStep(product, 'Add task', 'Add task') },
  {
    name: 'risk-link-control',
    open: (product) => openStep(product, 'Link control', 'Link control'),
  },
  { name: 'risk-review', open: (product) => openStep(product, 'Record review', 'Record review') },
  {
    name: 'risk-appetite',
    async open(product) {
      await openScreen(product, '/risk');
      await product.page.getByRole('button', { name: /appetite \d/i }).click();
      await expect(dialog(product.page, 'Risk appetite')).toBeVisible();
    },
  },
];
