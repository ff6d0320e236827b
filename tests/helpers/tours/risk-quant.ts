import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

export const QUANT_RISK = 'Ransomware halts dispatch';

/** The Quantitative tab with its curve drawn. */
export async function openQuantities({ page, origin }: Product): Promise<void> {
  await page.goto(`${origin}/risk?tab=quantities`);
  await expect(page.getByRole('grid', { name: 'Loss by risk' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Loss exceedance of all risks/ })).toBeVisible();
}

/** One risk with its losses and incidents in view. */
export async function openQuantRisk(product: Product): Promise<void> {
  await openQuantities(product);
  await product.page.getByRole('button', { name: QUANT_RISK, exact: true }).first().click();
  const drawer = dialog(product.page, QUANT_RISK);
  await drawer.getByRole('region', { name: 'Incidents', exact: true }).scrollIntoViewIfNeeded();
  await expect(drawer.getByRole('img', { name: /^Loss exceedance of this risk/ })).toBeVisible();
}

async function pressIn(product: Product, name: string): Promise<void> {
  await openQuantRisk(product);
  await dialog(product.page, QUANT_RISK).getByRole('button', { name, exact: true }).click();
}

export async function openExchange(product: Product, item: string | RegExp): Promise<void> {
  await product.page.getByRole('button', { name: 'Export and import' }).click();
  await product.page.getByRole('menuitem', { name: item }).click();
}

const RISK_CSV = [
  'Title,Category,Likelihood,Impact,Risk owner,Comment',
  'Crane stops at the quay,OPERATIONAL,Likely,4,Priya Raman,never read',
  'Ransomware halts dispatch,OPERATIONAL,5,5,,',
  'Without a category,,1,1,,',
  '<b>Markup</b>,TECHNICAL,9,1,,',
].join('\n');

const riskFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** The preview of an import, from a file that was chosen. */
export async function openImportPreview(product: Product): Promise<void> {
  await openQuantities(product);
  await openExchange(product, /^Import risks/);
  const form = dialog(product.page, 'Import risks');
  const chooser = product.page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(riskFile('register.csv', RISK_CSV));
  await expect(form.getByRole('list', { name: 'Rows of the file' })).toBeVisible();
}

export const RISK_QUANT_LAYERS: readonly Layer[] = [
  { name: 'risk-quantities', open: openQuantities },
  { name: 'risk-quantities-of-one', open: openQuantRisk },
  {
    name: 'risk-quantities-ranges',
    async open(product) {
      await pressIn(product, 'Change ranges');
      await expect(dialog(product.page, 'Loss and frequency')).toBeVisible();
    },
  },
  {
    name: 'risk-quantities-formula',
    async open(product) {
      await pressIn(product, 'Formula and inputs');
      await expect(dialog(product.page, 'Formula and inputs')).toBeVisible();
    },
  },
  {
    name: 'risk-scenario',
    async open(product) {
      await pressIn(product, 'Scenario');
      await expect(dialog(product.page, 'Scenario')).toBeVisible();
    },
  },
  {
    name: 'risk-case-refused',
    async open(product) {
      await pressIn(product, 'Add case');
      const form = dialog(product.page, 'Add case');
      await form.getByRole('button', { name: 'Add case' }).click();
      await expect(form.getByText('Note is required')).toBeVisible();
    },
  },
  {
    name: 'risk-quant-settings',
    async open(product) {
      await openQuantities(product);
      await product.page.getByRole('button', { name: 'Currency and seed' }).click();
      await expect(dialog(product.page, 'Currency and seed')).toBeVisible();
    },
  },
  {
    name: 'risk-exchange-menu',
    async open(product) {
      await openQuantities(product);
      await product.page.getByRole('button', { name: 'Export and import' }).click();
      await expect(product.page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'risk-import',
    async open(product) {
      await openQuantities(product);
      await openExchange(product, /^Import risks/);
      await expect(dialog(product.page, 'Import risks')).toBeVisible();
    },
  },
  { name: 'risk-import-preview', open: openImportPreview },
  {
    name: 'risk-import-receipts',
    async open(product) {
      await openQuantities(product);
      await openExchange(product, 'Import receipts');
      await expect(dialog(product.page, 'Import receipts')).toBeVisible();
    },
  },
];
