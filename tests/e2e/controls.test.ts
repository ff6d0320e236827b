/** The Controls tab: list, tree, search, one control through its life, many at once and back. */
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import {
  controlPane,
  controlRows,
  grid,
  openControl,
  openControls,
} from '../helpers/tours/controls.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const toast = () => page().locator('[data-radix-collection-item]').last();
const count = () => page().getByRole('tabpanel').getByRole('status').first();

async function choose(label: string, option: string): Promise<void> {
  await page().getByRole('combobox', { name: label }).click();
  await page().getByRole('option', { name: option, exact: true }).click();
}

describe('the list', () => {
  test('[CO60] a fresh view shows the first 10; one click shows all, and it stays', async () => {
    await openControls(product());
    await expect(controlRows(page())).toHaveCount(10);
    await expect(count()).toHaveText('First 10 of 267 controls');
    expect(await axeInBothThemes(page())).toEqual([]);
    expect(await tooWide(page())).toEqual([]);
    await page().getByRole('button', { name: 'Show all 267' }).click();
    await expect(grid(page())).toHaveAttribute('aria-rowcount', '268');
    await page().reload();
    await expect(grid(page())).toHaveAttribute('aria-rowcount', '268');
    await page().evaluate(() => localStorage.clear());
  });

  test('[CO61] filters stand in the address, and what matches nothing says so', async () => {
    await openControls(product());
    await choose('Status', 'NON COMPLIANT');
    await expect(page()).toHaveURL(/status=NON_COMPLIANT/);
    await expect(count()).toHaveText('12 controls');
    await expect(controlRows(page()).first().getByText('NON COMPLIANT')).toBeVisible();
    await page().getByRole('heading', { level: 1 }).click();
    await page().keyboard.press('/');
    await page().keyboard.type('nothing like it');
    await expect(page().getByText('No Controls Found')).toBeVisible();
    await page().getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(controlRows(page())).toHaveCount(10);
  });

  test('[CO62] the keyboard moves, selects, opens and closes', async () => {
    await openControls(product());
    await page().getByRole('heading', { level: 1 }).click();
    await page().keyboard.press('j');
    await expect(controlRows(page()).nth(0)).toBeFocused();
    await page().keyboard.press('j');
    await expect(controlRows(page()).nth(1)).toBeFocused();
    await page().keyboard.press('x');
    await expect(page().getByText('1 selected')).toBeVisible();
    await page().keyboard.press('Enter');
    await expect(controlPane(page())).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(controlPane(page())).toHaveCount(0);
    await page().keyboard.press('Escape');
    await expect(page().getByText('1 selected')).toHaveCount(0);
  });

  test('[CO63] the tree opens framework by framework, with counts, by mouse and keyboard', async () => {
    await openControls(product(), '&view=tree');
    const items = page().getByRole('treeitem');
    const first = items.first();
    await expect(first).toContainText(/\d+ of \d+ compliant/);
    await first.focus();
    await page().keyboard.press('ArrowRight');
    await expect(first).toHaveAttribute('aria-expanded', 'true');
    await expect(items.nth(1)).toHaveAttribute('aria-level', '2');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await expect(page()).toHaveURL(/view=tree.*control=/);
    await expect(controlPane(page()).getByRole('heading', { level: 2 })).toBeVisible();
  });
});

describe('one control', () => {
  test('[CO64] it is created with the texts of the specification', async () => {
    await openControls(product());
    await page().getByRole('button', { name: 'Create Control' }).click();
    const form = dialog(page(), 'Create Control');
    await form.getByRole('button', { name: 'Create Control' }).click();
    for (const text of [
      'Framework is required',
      'Control ID is required',
      'Title is required',
      'Category is required',
      'Description is required',
    ]) {
      await expect(form.getByText(text)).toBeVisible();
    }
    await choose('Framework', 'GDPR');
    await form.getByLabel('Control ID').fill('OWN-1');
    await form.getByLabel('Title').fill('Delete what is kept no longer');
    await choose('Category', 'Data Protection');
    await form.getByLabel('Description').fill('<b>Old</b> records are deleted.');
    await form.getByRole('button', { name: 'Create Control' }).click();
    await expectToast(page(), 'Success', 'Control created successfully');
    await expect(controlPane(page()).getByText('<b>Old</b> records are deleted.')).toBeVisible();
    await expect(controlRows(page()).first()).toContainText('OWN-1');
  });

  test('[CO65] it is assessed: without evidence only with a reason, which the history shows', async () => {
    const pane = await openControl(product(), '&q=OWN-1');
    await pane.getByRole('combobox', { name: 'Status' }).click();
    await page().getByRole('option', { name: 'COMPLIANT', exact: true }).click();
    await pane.getByRole('button', { name: 'Assess' }).click();
    await expect(
      pane.getByText('A reason is required to call a control compliant without valid evidence'),
    ).toBeVisible();
    await pane.getByLabel('Reason').fill('Seen with the owner');
    await pane.getByRole('button', { name: 'Assess' }).click();
    await expectToast(page(), 'Success', 'Control updated successfully');
    const history = pane.getByRole('region', { name: 'History' });
    await expect(history.getByText('called it compliant without valid evidence')).toBeVisible();
    await expect(history.getByText('Seen with the owner')).toBeVisible();
  });

  test('[CO66] a test is added, run, approved, and its failure proposes what a person confirms', async () => {
    const pane = await openControl(product(), '&q=OWN-1');
    await pane.getByRole('button', { name: 'Add test' }).click();
    const form = dialog(page(), 'Add test');
    await form.getByLabel('Title').fill('Look for old records');
    await form.getByLabel('Steps').fill('1. Count them\n2. Compare');
    await form.getByRole('button', { name: 'Add test' }).click();
    await expectToast(page(), 'Success', 'Test created successfully');
    await pane.getByRole('button', { name: 'Record run' }).click();
    const run = dialog(page(), 'Run: Look for old records');
    await run.getByRole('combobox', { name: 'Result' }).click();
    await page().getByRole('option', { name: 'FAIL' }).click();
    await run.getByRole('button', { name: 'Record run' }).click();
    await pane.getByRole('button', { name: 'Approve run' }).click();
    await expect(pane.getByText('self-approved')).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
    await pane.getByRole('button', { name: 'Confirm downgrade' }).click();
    const decision = dialog(page(), 'Confirm downgrade');
    await decision.getByLabel('Reason').fill('The owner agrees');
    await decision.getByRole('button', { name: 'Confirm downgrade' }).click();
    await expectToast(page(), 'Success', 'Downgrade confirmed');
    await expect(pane.getByText('NON COMPLIANT').first()).toBeVisible();
  });
});

describe('many controls', () => {
  test('[CO67] all that match are changed with a reason, and undone from the toast', async () => {
    await openControls(product(), '&framework=&status=NON_COMPLIANT');
    const before = (await count().textContent()) ?? '';
    await page().getByRole('checkbox', { name: 'Select all' }).check();
    await page().getByRole('button', { name: 'Change', exact: true }).click();
    const form = page().getByRole('dialog', { name: /^Change \d+ controls$/ });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page().getByRole('option', { name: 'PARTIALLY COMPLIANT' }).click();
    await form.getByLabel('Reason').fill('Half of it is done');
    await form.getByRole('button', { name: /^Change \d+ controls$/ }).click();
    await expect(page().getByText('No Controls Found')).toBeVisible();
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expect(count()).toHaveText(before);
    await page().getByRole('button', { name: 'Bulk changes' }).click();
    const history = dialog(page(), 'Bulk changes');
    await expect(history.getByText('Undone', { exact: true })).toBeVisible();
    await expect(history.getByText('Half of it is done')).toBeVisible();
    await history.getByRole('button', { name: 'Close' }).click();
  });
});
