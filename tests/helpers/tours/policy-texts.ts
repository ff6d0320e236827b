/** Templates, attestation, import of policies: their dialogs and states. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

export async function openAttestations({ page, origin }: Product): Promise<void> {
  await page.goto(`${origin}/policies?tab=attestations`);
  await expect(page.getByRole('region', { name: 'Progress by policy' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function openTemplates(product: Product): Promise<void> {
  const { page, origin } = product;
  await page.goto(`${origin}/policies?create=1`);
  await dialog(page, 'Create Policy')
    .getByRole('button', { name: 'Start from a template' })
    .click();
  await expect(dialog(page, 'Templates').getByText('Access Control Policy')).toBeVisible();
}

export async function openTemplate(product: Product, title: string): Promise<void> {
  await openTemplates(product);
  await product.page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await expect(dialog(product.page, title).getByLabel('Organization')).toBeVisible();
}

/** The id of a policy that is in force. */
export async function approvedPolicy({ page, origin }: Product): Promise<string> {
  const answer = await page.request.get(`${origin}/api/policies?status=APPROVED&limit=1`);
  const [policy] = (await answer.json()) as { id: string }[];
  if (!policy) throw new Error('The demo has no approved policy');
  return policy.id;
}

export async function openReading(product: Product): Promise<void> {
  const { page, origin } = product;
  await page.goto(`${origin}/policies?tab=attestations&read=${await approvedPolicy(product)}`);
  await expect(page.getByRole('region', { name: 'Text of the policy' })).toBeVisible();
}

async function openAsk(product: Product): Promise<void> {
  const { page, origin } = product;
  await page.goto(`${origin}/policies?policy=${await approvedPolicy(product)}`);
  await page.getByRole('button', { name: 'Request attestation' }).click();
  const ask = dialog(page, 'Request attestation');
  await ask.getByRole('button', { name: 'Request', exact: true }).click();
  await expect(ask.getByText('Choose roles or accounts to ask')).toBeVisible();
}

async function openImport(product: Product, item: string): Promise<void> {
  const { page, origin } = product;
  await page.goto(`${origin}/policies`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

export const POLICY_TEXTS_LAYERS: readonly Layer[] = [
  { name: 'policy-attestations', open: openAttestations },
  { name: 'policy-attest', open: openReading },
  { name: 'policy-ask-attestation', open: openAsk },
  { name: 'policy-templates', open: openTemplates },
  { name: 'policy-template', open: (product) => openTemplate(product, 'Incident Response Policy') },
  { name: 'policy-import', open: (product) => openImport(product, 'Import a policy') },
  { name: 'policy-receipts', open: (product) => openImport(product, 'Import receipts') },
];
