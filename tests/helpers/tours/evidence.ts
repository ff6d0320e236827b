import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

async function openTab({ page, origin }: Product, query: string): Promise<void> {
  await page.goto(`${origin}/evidence?${query}`);
  await expect(page.locator('#main h1')).toBeVisible();
  await expect(page.getByRole('grid').first()).toBeVisible();
}

async function openOne(product: Product, title: string): Promise<void> {
  await openTab(product, `q=${encodeURIComponent(title)}`);
  await product.page.getByRole('link', { name: title, exact: true }).click();
  await expect(product.page.getByRole('list').getByText('Collected').first()).toBeVisible();
}

export const EVIDENCE_LAYERS: readonly Layer[] = [
  { name: 'evidence-expired', open: (product) => openTab(product, 'validity=expired') },
  {
    name: 'evidence-none-found',
    async open({ page, origin }) {
      await page.goto(`${origin}/evidence?q=nothinglikeit`);
      await expect(page.getByText('No Evidence Found')).toBeVisible();
    },
  },
  { name: 'evidence-csv', open: (product) => openOne(product, 'Review of rights, third quarter') },
  { name: 'evidence-json', open: (product) => openOne(product, 'Second factor for all accounts') },
  {
    name: 'evidence-markdown',
    open: (product) => openOne(product, 'Restore test of the file servers'),
  },
  {
    name: 'evidence-pdf',
    async open(product) {
      await openOne(product, 'Certificate of Granite Cloud');
      await expect(product.page.getByText('Page 1 of 1')).toBeVisible();
    },
  },
  {
    name: 'evidence-by-reference',
    open: (product) => openOne(product, 'Certificate of Vaultkeep Backup'),
  },
  {
    name: 'evidence-collect',
    async open(product) {
      await product.page.goto(`${product.origin}/evidence?collect=1`);
      const form = dialog(product.page, 'Collect Evidence');
      await form.getByRole('button', { name: 'Collect', exact: true }).click();
      await expect(form.getByText('Title is required')).toBeVisible();
    },
  },
  {
    name: 'evidence-revision',
    async open(product) {
      await openOne(product, 'Rules of the edge, reviewed');
      await product.page.getByRole('button', { name: 'New revision' }).click();
      await expect(dialog(product.page, 'New Revision')).toBeVisible();
    },
  },
  {
    name: 'evidence-edit',
    async open(product) {
      await openOne(product, 'Rules of the edge, reviewed');
      await product.page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(dialog(product.page, 'Edit Evidence')).toBeVisible();
    },
  },
];
