/** Detection rules: a ZIP is imported, a rule opened and tuned, another drafted from an event. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { ruleText, zipOf } from '../helpers/rule-calls.ts';
import { openScreen } from '../helpers/tour.ts';
import { openRuleEditor, openRules } from '../helpers/tours/rules.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;
const ID = '55555555-5555-4555-8555-555555555555';

test('[RU2] a ZIP of rules is looked at, then imported, with a receipt', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'watchfloor-rules-')), 'ours.zip');
  const files = {
    'rules/a.yml': ruleText(ID, 'Odd word on a command line', 'frobnicate'),
    '../out.yml': 'title: x',
  };
  writeFileSync(file, await zipOf(files));
  await openRules(product());
  await page().getByRole('button', { name: 'Import rules' }).click();
  const form = dialog(page(), 'Import rules');
  await product().chooseFiles(
    () => form.getByRole('button', { name: 'Choose file' }).click(),
    [file],
  );
  await expect(form.getByRole('region', { name: 'Preview' })).toBeVisible({ timeout: 20_000 });
  await form.getByText('Rejected: 1').click();
  await expect(form.getByText(/its name leads out of the archive/)).toBeVisible();
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(form.getByRole('region', { name: 'Receipt' })).toBeVisible({ timeout: 20_000 });
  await form.getByRole('button', { name: 'Close' }).last().click();
  await expect(page().getByRole('heading', { name: 'ours' })).toBeVisible();
});

test('[RU9] a rule is opened and tuned with a filter', async () => {
  await openScreen(product(), '/forensics/rules?q=Odd+word');
  await page().getByRole('link', { name: 'Odd word on a command line' }).click();
  await expect(page().getByText('CommandLine|contains: frobnicate')).toBeVisible();
  await page()
    .getByRole('tab', { name: /^Filters/ })
    .click();
  await page().getByRole('button', { name: 'Add filter' }).click();
  const form = dialog(page(), 'Add filter');
  await form.getByLabel('Name').fill('Our backup');
  await form.getByLabel('Reason').fill('It says so every night');
  await form.getByRole('button', { name: 'Try on the hits' }).click();
  await expect(form.getByText(/Takes away 0 of 0 hits/)).toBeVisible({ timeout: 15_000 });
  await form.getByRole('button', { name: 'Save filter' }).click();
  await expectToast(page(), 'Success', 'Filter saved');
  await expect(page().getByText('It says so every night')).toBeVisible();
  expect(await axeInBothThemes(page())).toEqual([]);
});

test("[RU11] a rule is drafted from an alert and saved to 'Own rules'", async () => {
  await openScreen(product(), '/alerts');
  await page().getByRole('button', { name: 'Simulate Alert' }).click();
  await page().getByRole('article').first().getByRole('link').first().click();
  await page().getByRole('button', { name: 'Draft a rule' }).click();
  const form = dialog(page(), 'Draft a rule');
  await form.getByLabel('Title').fill('Like this alert');
  await form.getByLabel('Product').fill('windows');
  if ((await form.getByRole('checkbox', { checked: true }).count()) === 0)
    await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(page().getByRole('heading', { name: 'Like this alert' })).toBeVisible({
    timeout: 15_000,
  });
  await page()
    .getByRole('tab', { name: /^Tests/ })
    .click();
  await expect(page().getByText('The event it was drafted from')).toBeVisible();
});

test('accessible in both themes, and no wider than a small window', async () => {
  await openRules(product());
  expect(await axeInBothThemes(page())).toEqual([]);
  await page().setViewportSize({ width: 1024, height: 800 });
  await expect.poll(() => tooWide(page())).toEqual([]);
});

test('[RU11] the editor of an own rule says that a text cannot run, accessible in both themes', async () => {
  await openRuleEditor(product());
  const form = dialog(page(), 'Edit rule');
  await expect(form.getByRole('button', { name: 'Save as version' })).toBeDisabled();
  expect(await axeInBothThemes(page())).toEqual([]);
});
