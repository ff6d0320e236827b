/** The registry's dialogs, drawer and states, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

export const vendorRow = ({ page }: Product, name: string): Locator =>
  page.getByRole('feed', { name: 'Vendor Registry' }).getByRole('article', { name, exact: true });

/** The drawer of a vendor, reached over its row. */
export async function openVendor(product: Product, name: string): Promise<Locator> {
  await openScreen(product, `/vendors?q=${encodeURIComponent(name)}`);
  await vendorRow(product, name).getByRole('link').click();
  const drawer = product.page.getByRole('dialog', { name });
  await expect(drawer.getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect(drawer.getByRole('list', { name: 'History' })).toBeVisible();
  return drawer;
}

async function openMenuItem(product: Product, vendor: string, item: string): Promise<void> {
  await openScreen(product, `/vendors?q=${encodeURIComponent(vendor)}`);
  await vendorRow(product, vendor)
    .getByRole('button', { name: `More for ${vendor}` })
    .click();
  await product.page.getByRole('menuitem', { name: item }).click();
}

export const VENDORS_LAYERS: readonly Layer[] = [
  {
    name: 'vendors-none-found',
    async open(product) {
      await openScreen(product, '/vendors?q=nothinglikeit');
      await expect(product.page.getByText('No Vendors Found')).toBeVisible();
    },
  },
  {
    name: 'vendors-due',
    async open(product) {
      await openScreen(product, '/vendors?due=1');
      await expect(product.page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'vendor-add',
    async open(product) {
      await openScreen(product, '/vendors?add=1');
      const form = dialog(product.page, 'Add Vendor');
      await form.getByRole('button', { name: 'Add Vendor' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'vendor-drawer',
    async open(product) {
      await openVendor(product, 'Vaultkeep Backup');
    },
  },
  {
    name: 'vendor-edit',
    async open(product) {
      const drawer = await openVendor(product, 'Granite Cloud');
      await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(dialog(product.page, 'Edit vendor')).toBeVisible();
    },
  },
  {
    name: 'vendor-add-document',
    async open(product) {
      const drawer = await openVendor(product, 'Granite Cloud');
      await drawer.getByRole('button', { name: 'Add document' }).click();
      const form = dialog(product.page, 'Add document');
      await form.getByRole('radio', { name: 'Existing evidence' }).click();
      await expect(form.getByRole('radiogroup', { name: 'Evidence found' })).toBeVisible();
    },
  },
  {
    name: 'vendor-subprocessor',
    async open(product) {
      const drawer = await openVendor(product, 'Ledgerwise');
      await drawer.getByRole('button', { name: 'Edit Granite Cloud' }).click();
      await expect(dialog(product.page, 'Edit sub-processor')).toBeVisible();
    },
  },
  {
    name: 'vendor-suspend',
    async open(product) {
      await openMenuItem(product, 'Ledgerwise', 'Suspend');
      await expect(dialog(product.page, "Suspend vendor 'Ledgerwise'")).toBeVisible();
    },
  },
  {
    name: 'vendor-complete-review',
    async open(product) {
      await openScreen(product, '/vendors?q=Fathom');
      const row = vendorRow(product, 'Fathom Telematics');
      await row.getByRole('button', { name: 'Complete review' }).click();
      await expect(
        dialog(product.page, "Complete review of 'Fathom Telematics'").getByLabel(
          'Next assessment',
        ),
      ).toBeVisible();
    },
  },
];
