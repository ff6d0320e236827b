/** The audits' dialogs, tabs and states, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const RUNNING_AUDIT = 'NIST CSF self-assessment';

/** The page of the audit that runs in the demo, at one of its parts. */
export async function openRunningAudit(product: Product, part: string): Promise<void> {
  await openScreen(product, '/audits?status=IN_PROGRESS');
  await product.page.getByRole('link', { name: RUNNING_AUDIT }).click();
  const parts = product.page.getByRole('tablist', { name: 'Parts of the audit' });
  await parts.getByRole('tab', { name: part }).click();
}

/** Opens the first row of a table as the keyboard does. */
export async function openFirstRow(product: Product, table: string): Promise<Locator> {
  const row = product.page.getByRole('grid', { name: table }).getByRole('row').nth(1);
  await row.dblclick();
  const open = product.page.getByRole('dialog');
  await expect(open.getByRole('heading').first()).toBeVisible();
  return open;
}

export const AUDITS_LAYERS: readonly Layer[] = [
  { name: 'audits-calendar', open: (product) => openScreen(product, '/audits?look=calendar') },
  { name: 'audits-findings', open: (product) => openScreen(product, '/audits?tab=findings') },
  { name: 'audits-tracking', open: (product) => openScreen(product, '/audits?tab=tracking') },
  {
    name: 'audits-schedule-dialog',
    async open(product) {
      await openScreen(product, '/audits?schedule=new');
      const form = dialog(product.page, 'Schedule Audit');
      await form.getByRole('button', { name: 'Schedule Audit' }).click();
      await expect(form.getByText('Title is required')).toBeVisible();
    },
  },
  { name: 'audit-scope', open: (product) => openRunningAudit(product, 'Scope') },
  { name: 'audit-requests', open: (product) => openRunningAudit(product, 'Requests') },
  { name: 'audit-samples', open: (product) => openRunningAudit(product, 'Samples') },
  { name: 'audit-history', open: (product) => openRunningAudit(product, 'History') },
  {
    name: 'audit-scope-dialog',
    async open(product) {
      await openRunningAudit(product, 'Scope');
      await product.page.getByRole('button', { name: 'Change scope' }).click();
      await expect(dialog(product.page, 'Change scope')).toBeVisible();
    },
  },
  {
    name: 'audit-request',
    async open(product) {
      await openRunningAudit(product, 'Requests');
      await openFirstRow(product, 'Requests');
    },
  },
  {
    name: 'audit-request-edit',
    async open(product) {
      await openRunningAudit(product, 'Requests');
      // The first was accepted, and changes no more.
      const rows = product.page.getByRole('grid', { name: 'Requests' }).getByRole('row');
      await rows.filter({ hasText: 'Open' }).first().dblclick();
      const open = product.page.getByRole('dialog', { name: /^Request R/ });
      await open.getByRole('button', { name: 'Edit', exact: true }).click();
      const edit = product.page.getByRole('dialog', { name: /^Edit request R/ });
      await edit.getByLabel('Controls', { exact: true }).fill('a');
      await expect(edit.getByRole('list', { name: 'Controls found' })).toBeVisible();
    },
  },
  {
    name: 'audit-draw-sample',
    async open(product) {
      await openRunningAudit(product, 'Samples');
      await product.page.getByRole('button', { name: 'Draw sample' }).click();
      await expect(dialog(product.page, 'Draw sample')).toBeVisible();
    },
  },
  {
    name: 'audit-sample',
    async open(product) {
      await openRunningAudit(product, 'Samples');
      await product.page.getByRole('button', { name: 'Open', exact: true }).first().click();
      await expect(product.page.getByRole('list', { name: 'Items' })).toBeVisible();
    },
  },
  {
    name: 'audit-sample-completeness',
    async open(product) {
      await openRunningAudit(product, 'Samples');
      await product.page.getByRole('button', { name: 'Open', exact: true }).first().click();
      await product.page.getByRole('tab', { name: 'Completeness' }).click();
      await expect(product.page.getByText('What cannot be reconciled')).toBeVisible();
    },
  },
  {
    name: 'audit-finding',
    async open(product) {
      await openScreen(product, '/audits?tab=findings');
      await openFirstRow(product, 'Findings');
    },
  },
  {
    name: 'audit-complete-open',
    async open(product) {
      await openRunningAudit(product, 'Scope');
      await product.page.getByRole('button', { name: 'Complete', exact: true }).click();
      await expect(dialog(product.page, 'Complete with open work')).toBeVisible();
    },
  },
];
