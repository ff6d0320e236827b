/** Detection rules: their screens and dialogs, for those who look at all of them. */
import { rulesContract as calls } from '../../../src/shared/areas/forensics/rules/rules.contract.ts';
import { clientOf } from '../browser-calls.ts';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const RULE = 'Shell started by an Office program';

export async function openRules(product: Product): Promise<void> {
  await openScreen(product, '/forensics/rules');
  await expect(product.page.getByRole('list', { name: 'Rule packs' })).toBeVisible({
    timeout: 20_000,
  });
}

async function openShippedRule(product: Product): Promise<void> {
  await openRules(product);
  await product.page.getByLabel('Search rules').fill(RULE);
  await product.page.getByRole('link', { name: RULE }).click();
  await expect(product.page.getByRole('heading', { name: RULE })).toBeVisible();
}

const OWN_RULE = 'Archive made by a service account';

/** The editor of a rule of one's own, with a text that cannot run. */
export async function openRuleEditor(product: Product): Promise<void> {
  const client = clientOf(product);
  const [known] = await client.call(calls.list, { query: { q: OWN_RULE } });
  const draft = {
    title: OWN_RULE,
    logsource: { product: 'windows', category: 'process_creation' },
    fields: [{ name: 'CommandLine', modifier: 'contains' as const, values: ['archive.exe'] }],
  };
  const { id } = known ?? (await client.call(calls.saveDraft, { body: { draft } }));
  await openScreen(product, `/forensics/rules/${id}`);
  await product.page.getByRole('button', { name: 'Edit rule' }).click();
  const form = dialog(product.page, 'Edit rule');
  await expect(form.getByText('Runs', { exact: true })).toBeVisible({ timeout: 15_000 });
  await form.getByLabel('Rule').fill('title: Nothing to look for\n');
  await expect(form.getByText('Cannot run', { exact: true })).toBeVisible({ timeout: 15_000 });
}

const tab = (name: string, shows: string): Layer => ({
  name: `rule-${name.toLowerCase()}`,
  async open(product) {
    await openShippedRule(product);
    await product.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(product.page.getByText(shows).first()).toBeVisible();
  },
});

export const RULES_LAYERS: readonly Layer[] = [
  { name: 'rules', open: openRules },
  { name: 'rule', open: openShippedRule },
  tab('Hits', 'No hits yet.'),
  tab('Filters', 'No filters.'),
  tab('Tests', 'what it looks for'),
  tab('Versions', 'The first version that is kept'),
  {
    name: 'rule-filter',
    async open(product) {
      await openShippedRule(product);
      await product.page.getByRole('tab', { name: /^Filters/ }).click();
      await product.page.getByRole('button', { name: 'Add filter' }).click();
      const form = dialog(product.page, 'Add filter');
      await form.getByRole('button', { name: 'Save filter' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
    },
  },
  { name: 'rule-editor', open: openRuleEditor },
  {
    name: 'rules-import',
    async open(product) {
      await openRules(product);
      await product.page.getByRole('button', { name: 'Import rules' }).click();
      await expect(dialog(product.page, 'Import rules')).toBeVisible();
    },
  },
];
