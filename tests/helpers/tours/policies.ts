/** The policies' dialogs, tabs and states, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

export const policyRow = ({ page }: Product, title: string): Locator =>
  page
    .getByRole('grid', { name: 'Policy Repository' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** One policy of the demo, in full. */
export async function openPolicy(product: Product, title: string): Promise<Locator> {
  await openScreen(product, '/policies');
  await policyRow(product, title).getByRole('link').click();
  const open = product.page.getByRole('dialog', { name: title, exact: true });
  await expect(open.getByRole('region', { name: 'Versions' })).toBeVisible();
  return open;
}

/** Something of the menu of a row. */
async function askOfPolicy(product: Product, title: string, item: string): Promise<void> {
  await openScreen(product, '/policies');
  await policyRow(product, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await product.page.getByRole('menuitem', { name: item }).click();
}

const NEXT = 'Remote Access Policy';

export const POLICIES_LAYERS: readonly Layer[] = [
  {
    name: 'policies-none-found',
    open: (product) => openScreen(product, '/policies?q=nothinglikeit'),
  },
  {
    name: 'policies-create',
    async open(product) {
      await openScreen(product, '/policies?create=1');
      const form = dialog(product.page, 'Create Policy');
      await form.getByRole('button', { name: 'Create Policy' }).click();
      await expect(form.getByText('Title is required')).toBeVisible();
    },
  },
  {
    name: 'policy-open',
    async open(product) {
      await openPolicy(product, 'Access Control Policy');
    },
  },
  {
    name: 'policy-next-version',
    async open(product) {
      const open = await openPolicy(product, NEXT);
      await open.getByRole('radio', { name: 'Changes' }).click();
      await expect(open.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: 'policy-edit',
    async open(product) {
      const open = await openPolicy(product, NEXT);
      await open.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(dialog(product.page, `Edit ${NEXT} 2.3`)).toBeVisible();
    },
  },
  {
    name: 'policy-compare',
    async open(product) {
      const open = await openPolicy(product, 'Access Control Policy');
      await open.getByRole('button', { name: 'Compare versions' }).click();
      const compare = dialog(product.page, 'Versions of Access Control Policy');
      await expect(compare.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: 'policy-approve',
    async open(product) {
      await openScreen(product, '/policies');
      await policyRow(product, NEXT).getByRole('button', { name: 'Approve' }).click();
      const form = dialog(product.page, `Approve ${NEXT} 2.3`);
      await expect(form.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: 'policy-menu',
    async open(product) {
      await openScreen(product, '/policies');
      const name = `More for ${NEXT}`;
      await policyRow(product, NEXT).getByRole('button', { name }).click();
      await expect(product.page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'policy-new-version',
    open: (product) => askOfPolicy(product, 'Data Protection Policy', 'New version'),
  },
  {
    name: 'policy-confirm-review',
    open: (product) => askOfPolicy(product, NEXT, 'Confirm review'),
  },
  {
    name: 'policy-deprecate',
    open: (product) => askOfPolicy(product, 'Data Protection Policy', 'Deprecate'),
  },
];
