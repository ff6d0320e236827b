/** Investigations, their dialogs and tabs, for those who look at all of them. */
import type { Locator } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

/** The drawer of the newest investigation whose title holds this. */
export async function openInvestigation(product: Product, title: string): Promise<Locator> {
  await openScreen(product, '/forensics');
  await product.page.getByRole('button', { name: title }).first().click();
  const drawer = product.page.getByRole('dialog');
  await expect(drawer.getByRole('tab', { name: 'Findings' })).toBeVisible();
  return drawer;
}

/** Runs the engine on an investigation of the demo and waits for its verdict. */
export async function runInvestigation(product: Product, title: string): Promise<Locator> {
  const drawer = await openInvestigation(product, title);
  await drawer.getByRole('button', { name: /^Run/ }).click();
  await expect(drawer.getByText('By rules of version')).toBeVisible({ timeout: 15_000 });
  return drawer;
}

const tab = (name: string, path: string, text: string): Layer => ({
  name,
  async open(product) {
    await openScreen(product, path);
    await expect(product.page.getByText(text).first()).toBeVisible();
  },
});

export const FORENSICS_LAYERS: readonly Layer[] = [
  tab('forensics-tools', '/forensics?tab=tools', 'Memory Analysis'),
  tab('forensics-iocs', '/forensics?tab=iocs', 'indicators'),
  tab('forensics-timeline', '/forensics?tab=timeline', 'Open the investigation'),
  tab('forensics-none', '/forensics?q=nothinglikeit', 'No investigations found'),
  {
    name: 'forensics-new',
    async open(product) {
      await openScreen(product, '/forensics?new=1');
      const form = dialog(product.page, 'New AI Investigation');
      await form.getByRole('button', { name: 'Start Investigation' }).click();
      await expect(form.getByText('Incident ID is required')).toBeVisible();
    },
  },
  {
    name: 'forensics-investigation',
    async open(product) {
      await runInvestigation(product, 'Encryption on FS-01');
    },
  },
  {
    name: 'forensics-investigation-timeline',
    async open(product) {
      const drawer = await openInvestigation(product, 'Encryption on FS-01');
      await drawer.getByRole('tab', { name: 'Timeline' }).click();
      await expect(drawer.getByRole('grid')).toBeVisible();
    },
  },
  {
    name: 'forensics-investigation-comments',
    async open(product) {
      const drawer = await openInvestigation(product, 'Encryption on FS-01');
      await drawer.getByRole('tab', { name: 'Comments' }).click();
      await expect(drawer.getByRole('textbox', { name: 'New comment' })).toBeVisible();
    },
  },
  {
    name: 'forensics-close',
    async open(product) {
      const drawer = await openInvestigation(product, 'Tracking portal entered');
      await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
      const form = dialog(product.page, 'Close this investigation');
      await form.getByRole('button', { name: 'Close investigation' }).click();
      await expect(form.getByText('Reason is required')).toBeVisible();
    },
  },
];
