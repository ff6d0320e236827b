/** Dialogs, drawers and states of the Frameworks tab. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { ROOT } from '../../../scripts/support/project.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

/** A file of a framework that was made up here. */
export const FRAMEWORK_FILE = join(ROOT, 'tests/fixtures/frameworks/house-rules.csv');

export const frameworkTable = (page: Page) => page.getByRole('grid', { name: 'Frameworks' });

export async function openFrameworks({ page, origin }: Product, more = ''): Promise<void> {
  await page.goto(`${origin}/compliance?tab=frameworks${more}`);
  // Under a dialog the screen is hidden from assistive technology.
  await expect(page.locator('#main h1')).toBeVisible();
  await expect(
    page.locator('#main [role="grid"] [role="row"], #main table tbody tr').first(),
  ).toBeVisible();
}

export async function openFramework(product: Product, name: string): Promise<void> {
  await openFrameworks(product);
  await frameworkTable(product.page).getByRole('button', { name, exact: true }).click();
  await expect(
    product.page.getByRole('dialog').getByRole('heading', { name: 'Groups' }),
  ).toBeVisible();
}

export const FRAMEWORKS_LAYERS: readonly Layer[] = [
  { name: 'frameworks', open: (product) => openFrameworks(product) },
  {
    name: 'frameworks-none-found',
    async open(product) {
      await openFrameworks(product);
      await product.page
        .getByRole('searchbox', { name: 'Search frameworks' })
        .fill('nothing like it');
      await expect(product.page.getByText('No Frameworks Found')).toBeVisible();
    },
  },
  {
    name: 'create-framework',
    async open(product) {
      await openFrameworks(product, '&do=create-framework');
      const dialog = product.page.getByRole('dialog', { name: 'Create Framework' });
      await dialog.getByRole('button', { name: 'Create Framework' }).click();
      await expect(dialog.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'framework-library',
    async open(product) {
      await openFrameworks(product, '&do=adopt');
      const dialog = product.page.getByRole('dialog', { name: 'Adopt a framework' });
      await dialog.getByRole('button', { name: /^NIST SP 800-53 5/ }).click();
      await expect(dialog.getByRole('combobox', { name: 'Baseline' })).toBeVisible();
    },
  },
  { name: 'framework-detail', open: (product) => openFramework(product, 'NIST CSF') },
  {
    name: 'framework-upgrade',
    async open(product) {
      await openFrameworks(product);
      await product.page.getByRole('button', { name: 'Requirements to add: NIST CSF' }).click();
      const dialog = product.page.getByRole('dialog', { name: 'Review the upgrade' });
      await expect(dialog.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: 'framework-import',
    async open(product) {
      await openFrameworks(product, '&do=import');
      await expect(product.page.getByText('Choose a File')).toBeVisible();
    },
  },
  {
    name: 'framework-import-preview',
    async open(product) {
      await openFrameworks(product, '&do=import');
      const dialog = product.page.getByRole('dialog', { name: 'Import a framework' });
      await product.chooseFiles(
        () => dialog.getByRole('button', { name: 'Choose files' }).click(),
        [FRAMEWORK_FILE],
      );
      await expect(dialog.getByRole('region', { name: 'First rows of house-rules' })).toBeVisible();
    },
  },
];
