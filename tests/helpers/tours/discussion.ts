/** Closing, discussing and working one alert, and the settings of it, for those who look at all of them. */
import { dialog, openDesk, pane, rows } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen, settle } from '../tour.ts';

/** Opens the first alert of a status beside (or over) the list. */
async function openFirst(product: Product, status: string): Promise<void> {
  const { page } = product;
  await openDesk(product, `?status=${status}`);
  await rows(page).first().getByRole('link').first().click();
  await expect(pane(page).getByRole('heading', { name: 'Comments' })).toBeVisible();
  await settle(page);
}

async function scrollTo(product: Product, heading: string): Promise<void> {
  await pane(product.page).getByRole('heading', { name: heading }).scrollIntoViewIfNeeded();
}

export const DISCUSSION_LAYERS: readonly Layer[] = [
  { name: 'alert-in-progress', open: (product) => openFirst(product, 'IN_PROGRESS') },
  {
    name: 'alert-closed-verdict',
    async open(product) {
      await openFirst(product, 'FALSE_POSITIVE');
      await scrollTo(product, 'Verdict');
    },
  },
  {
    name: 'alert-checklists',
    async open(product) {
      await openFirst(product, 'IN_PROGRESS');
      await scrollTo(product, 'Checklists');
    },
  },
  {
    name: 'alert-comments',
    async open(product) {
      await openFirst(product, 'IN_PROGRESS');
      await scrollTo(product, 'Comments');
      await pane(product.page).getByLabel('New comment').pressSequentially('Ask @');
      await expect(product.page.getByRole('listbox', { name: 'People' })).toBeVisible();
    },
  },
  {
    name: 'closing-dialog',
    async open(product) {
      await openFirst(product, 'IN_PROGRESS');
      await pane(product.page).getByRole('button', { name: 'Close with verdict' }).click();
      const form = dialog(product.page, 'Close alert');
      await form.getByLabel('Benign true positive').check();
      await form.getByLabel('Source host').check();
    },
  },
  {
    name: 'verdict-dialog',
    async open(product) {
      await openFirst(product, 'RESOLVED');
      await pane(product.page).getByRole('button', { name: 'Change verdict' }).click();
      await expect(dialog(product.page, 'Change verdict')).toBeVisible();
    },
  },
  { name: 'settings-closing', open: (product) => openScreen(product, '/settings/closing') },
  {
    name: 'settings-note-template',
    async open(product) {
      await openScreen(product, '/settings/closing');
      await product.page.getByRole('button', { name: 'Add template' }).click();
      const form = dialog(product.page, 'Add template');
      await form.getByRole('button', { name: 'Save template' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
    },
  },
  { name: 'settings-checklists', open: (product) => openScreen(product, '/settings/checklists') },
  {
    name: 'settings-checklist-dialog',
    async open(product) {
      await openScreen(product, '/settings/checklists');
      await product.page.getByText('Phishing', { exact: true }).click();
      await product.page.getByRole('button', { name: 'Copy', exact: true }).first().click();
      await expect(dialog(product.page, 'Add checklist')).toBeVisible();
    },
  },
];
