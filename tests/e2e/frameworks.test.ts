import { test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import {
  FRAMEWORK_FILE,
  frameworkTable,
  openFramework,
  openFrameworks,
} from '../helpers/tours/frameworks.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

test('[FW6] a pack is found, taken at a baseline, and shown', async () => {
  await openFrameworks(product());
  await page().getByRole('button', { name: 'Adopt from library' }).click();
  const library = dialog(page(), 'Adopt a framework');
  await library.getByRole('searchbox', { name: 'Search the library' }).fill('essential');
  await library.getByRole('button', { name: /Essential Eight Maturity Model/ }).click();
  await library.getByRole('combobox', { name: 'Baseline' }).click();
  await page().getByRole('option', { name: 'ML2 (87)' }).click();
  await library.getByRole('button', { name: 'Adopt', exact: true }).click();
  // The drawer that opens lies over the toast's button.
  await expect(page().getByText('Framework created successfully', { exact: true })).toBeVisible();
  const drawer = page().getByRole('dialog');
  await expect(
    drawer.getByRole('heading', { name: 'Essential Eight Maturity Model ML2' }),
  ).toBeVisible();
  await expect(drawer.getByText('87: 87 not assessed')).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Show controls' })).toHaveAttribute(
    'href',
    /tab=controls&framework=/,
  );
  await drawer.getByRole('switch', { name: 'Active' }).click();
  await expect(drawer.getByRole('switch', { name: 'Active' })).not.toBeChecked();
  await drawer.getByRole('button', { name: 'Remove' }).click();
  await page().getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page(), 'Success', 'Framework removed');
  // Nothing asks for it once more, also where the event of the removal comes early.
  expect(product().watch.take()).toEqual([]);
});

test('[FW12] a framework is created with the specified words, and refused with them', async () => {
  await openFrameworks(product());
  await page().getByRole('button', { name: 'Create Framework' }).click();
  const form = dialog(page(), 'Create Framework');
  await form.getByLabel('Name').fill('x'.repeat(101));
  await form.getByRole('button', { name: 'Create Framework' }).click();
  await expect(form.getByText('Name must be less than 100 characters')).toBeVisible();
  await form.getByLabel('Name').fill('NIST CSF');
  await form.getByLabel('Version').fill('2.0');
  await form.getByLabel('Description').fill('Ours');
  await form.getByRole('button', { name: 'Create Framework' }).click();
  await expectToast(page(), 'Error', /Failed to create framework\. There is a framework/);
  expect(
    product()
      .watch.take()
      .every((line) => line.includes('409')),
  ).toBe(true);
  await form.getByLabel('Name').fill('House rules of the desk');
  await form.getByRole('button', { name: 'Create Framework' }).click();
  await expectToast(page(), 'Success', 'Framework created successfully');
  await page().getByRole('searchbox', { name: 'Search frameworks' }).fill('house rules of');
  await expect(frameworkTable(page()).getByRole('row')).toHaveCount(2);
});

test('[FW7] an upgrade is reviewed before it is applied, and keeps what was answered', async () => {
  await openFramework(product(), 'Essential Eight');
  await page().getByRole('dialog').getByRole('button', { name: 'Review' }).click();
  const review = dialog(page(), 'Review the upgrade');
  await expect(review.getByText(/and 3 of your own/)).toBeVisible();
  await review.getByRole('button', { name: 'Apply' }).click();
  await expectToast(page(), 'Success', /Framework updated: 126 added/);
});

test('[FW15] a file is looked at, imported, and its receipt says what was left out', async () => {
  await openFrameworks(product());
  await page().getByRole('button', { name: 'Import', exact: true }).click();
  const form = dialog(page(), 'Import a framework');
  await product().chooseFiles(
    () => form.getByRole('button', { name: 'Choose files' }).click(),
    [FRAMEWORK_FILE],
  );
  await expect(form.getByText('3 requirements, 2 groups, 0 withdrawn')).toBeVisible();
  await expect(form.getByRole('region', { name: 'Left out' })).toContainText('Line 5');
  await form.getByRole('textbox', { name: 'Name' }).fill('House rules');
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  const receipt = dialog(page(), 'Import receipt');
  await expect(receipt.getByText('3 controls and 2 groups created')).toBeVisible();
  await receipt.getByRole('button', { name: 'Done' }).click();
  await expect(
    page().getByRole('dialog').getByRole('heading', { name: 'House rules' }),
  ).toBeVisible();
});

test('the palette leads to the library', async () => {
  await openFrameworks(product());
  await page().keyboard.press('Control+k');
  await page().keyboard.type('adopt a fra', { delay: 20 });
  await page()
    .getByRole('option', { name: /Adopt a framework/ })
    .click();
  await expect(dialog(page(), 'Adopt a framework')).toBeVisible();
  await page().keyboard.press('Escape');
  await expect(page()).not.toHaveURL(/do=/);
});
