/** The Controls tab, its dialogs, the open control and its states. */
import type { Locator, Page } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

const TAB = '/compliance?tab=controls';

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Controls' });
/** The rows of controls, without the head. */
export const controlRows = (page: Page): Locator => grid(page).locator('tbody').getByRole('row');
export const controlPane = (page: Page): Locator =>
  page
    .getByRole('complementary', { name: 'Open control' })
    .or(page.getByRole('dialog', { name: 'Open control' }));

export async function openControls({ page, origin }: Product, query = ''): Promise<void> {
  await page.goto(`${origin}${TAB}${query}`);
  await expect(
    grid(page).or(page.getByRole('tree')).or(page.getByText('No Controls Found')).first(),
  ).toBeVisible();
}

/** Opens the first control that matches. */
export async function openControl(product: Product, query = ''): Promise<Locator> {
  await openControls(product, query);
  await controlRows(product.page).first().getByRole('button').first().click();
  const pane = controlPane(product.page);
  await expect(pane.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(pane.locator('[aria-busy="true"]')).toHaveCount(0);
  return pane;
}

async function openInPane(product: Product, button: string, title: string | RegExp): Promise<void> {
  const pane = await openControl(product, '&status=COMPLIANT');
  await pane.getByRole('button', { name: button }).click();
  await expect(product.page.getByRole('dialog', { name: title })).toBeVisible();
}

export const CONTROLS_LAYERS: readonly Layer[] = [
  { name: 'controls-first-ten', open: (product) => openControls(product) },
  { name: 'controls-none-found', open: (product) => openControls(product, '&q=nothinglikeit') },
  {
    name: 'controls-all-selected',
    async open(product) {
      await openControls(product, '&status=COMPLIANT');
      await product.page.getByRole('checkbox', { name: 'Select all' }).check();
      await expect(product.page.getByRole('region', { name: 'Selected controls' })).toBeVisible();
    },
  },
  {
    name: 'controls-bulk',
    async open(product) {
      await openControls(product);
      await controlRows(product.page).nth(0).getByRole('checkbox').check();
      await controlRows(product.page).nth(1).getByRole('checkbox').check();
      await product.page.getByRole('button', { name: 'Change', exact: true }).click();
      const bulk = dialog(product.page, 'Change 2 controls');
      await bulk.getByRole('button', { name: 'Change 2 controls' }).click();
      await expect(bulk.getByText('Choose what to change')).toBeVisible();
    },
  },
  {
    name: 'controls-bulk-history',
    async open(product) {
      await openControls(product);
      await product.page.getByRole('button', { name: 'Bulk changes' }).click();
      await expect(dialog(product.page, 'Bulk changes')).toBeVisible();
    },
  },
  {
    name: 'controls-exceptions',
    async open(product) {
      await openControls(product);
      await product.page.getByRole('button', { name: 'Exceptions', exact: true }).click();
      const register = dialog(product.page, 'Exceptions in force');
      await expect(register.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'controls-tree',
    async open(product) {
      await openControls(product, '&view=tree');
      const items = product.page.getByRole('treeitem');
      await items.first().click();
      await expect(items.nth(1)).toHaveAttribute('aria-level', '2');
    },
  },
  {
    name: 'control-open',
    open: async (product) => void (await openControl(product, '&status=COMPLIANT')),
  },
  {
    name: 'create-control',
    async open(product) {
      await openControls(product);
      await product.page.getByRole('button', { name: 'Create Control' }).click();
      const create = dialog(product.page, 'Create Control');
      await create.getByRole('button', { name: 'Create Control' }).click();
      await expect(create.getByText('Framework is required')).toBeVisible();
    },
  },
  { name: 'control-edit', open: (product) => openInPane(product, 'Edit details', /^Edit /) },
  { name: 'control-add-test', open: (product) => openInPane(product, 'Add test', 'Add test') },
  {
    name: 'control-add-exception',
    open: (product) => openInPane(product, 'Add exception', 'Add exception'),
  },
  {
    name: 'control-link-evidence',
    open: (product) => openInPane(product, 'Link evidence', /^Link evidence to /),
  },
];
