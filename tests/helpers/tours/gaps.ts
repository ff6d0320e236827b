/** The Gap Analysis tab, its dialogs and states. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

const TAB = '/compliance?tab=gaps';

/** Until an analysis is shown; makes one where there is none. */
export async function openGaps({ page, origin }: Product, query = ''): Promise<void> {
  await page.goto(`${origin}${TAB}${query}`);
  const panel = page.getByRole('tabpanel', { name: 'Gap Analysis' });
  await expect(panel.getByRole('button', { name: 'Analyze gaps' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isEmpty = (await panel.getByText('No gap analysis yet').count()) > 0;
  if (isEmpty) await panel.getByRole('button', { name: 'Analyze gaps' }).click();
  await expect(panel.getByRole('grid', { name: 'Gaps' })).toBeVisible();
}

/** Opens what the queue says against controls now. */
export async function measureQueue(product: Product): Promise<void> {
  await openGaps(product);
  const { page } = product;
  await page.getByRole('button', { name: 'Measure now' }).click();
  await expect(
    page.getByRole('region', { name: 'Challenges' }).getByText('Open').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Dismiss the challenge/ }).first()).toBeVisible();
}

export const GAPS_LAYERS: readonly Layer[] = [
  { name: 'gaps-analysis', open: (product) => openGaps(product) },
  { name: 'gaps-none-found', open: (product) => openGaps(product, '&why=REJECTED') },
  {
    name: 'gap-detail',
    async open(product) {
      await openGaps(product, '&why=NON_COMPLIANT');
      const grid = product.page.getByRole('grid', { name: 'Gaps' });
      await grid.getByRole('row').nth(1).getByRole('button').first().click();
      await expect(product.page.getByRole('dialog').getByText('Remediation')).toBeVisible();
    },
  },
  {
    name: 'gaps-scope',
    async open(product) {
      await openGaps(product);
      await product.page.getByRole('button', { name: /^Scope/ }).click();
      await expect(product.page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'challenge-dismiss',
    async open(product) {
      await measureQueue(product);
      await product.page
        .getByRole('button', { name: /^Dismiss the challenge/ })
        .first()
        .click();
      const form = dialog(product.page, 'Dismiss challenge');
      await form.getByRole('button', { name: 'Dismiss' }).click();
      await expect(form.getByText('Reason is required')).toBeVisible();
    },
  },
  {
    name: 'challenge-confirm',
    async open(product) {
      await measureQueue(product);
      await product.page
        .getByRole('button', { name: /^Confirm the challenge/ })
        .first()
        .click();
      await expect(dialog(product.page, 'Confirm challenge')).toBeVisible();
    },
  },
];
