/** Policies: from an empty form to a text in force, its next version, and edits that cross. */
import { beforeEach, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openPolicy, policyRow } from '../helpers/tours/policies.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const TITLE = 'Quay Cameras Policy';

const figure = (label: string) => page().getByRole('link', { name: new RegExp(`^${label}`) });

describe('the repository', () => {
  beforeEach(() => openScreen(product(), '/policies'));

  test('figures lead to the rows that they count', async () => {
    for (const [label, count] of [
      ['Draft', 1],
      ['Under Review', 2],
      ['Approved', 11],
      ['Outdated', 1],
      ['Total Policies', 15],
    ] as const) {
      await expect(figure(label)).toContainText(String(count));
      await figure(label).click();
      const rows = page().getByRole('grid', { name: 'Policy Repository' }).getByRole('row');
      await expect(rows).toHaveCount(count + 1);
    }
  });

  test('what is looked for and not there says so', async () => {
    await page().getByLabel('Search policies').fill('nothinglikeit');
    await expect(page().getByText('No Policies Found')).toBeVisible();
    await page().getByRole('button', { name: 'Clear' }).click();
    await page().getByLabel('Search policies').fill('incid');
    await expect(policyRow(product(), 'Incident Response Policy')).toBeVisible();
  });

  test('accessible in both themes, and no wider than a small window', async () => {
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().setViewportSize({ width: 1024, height: 800 });
    await expect.poll(() => tooWide(page())).toEqual([]);
    await page().setViewportSize({ width: 1440, height: 900 });
  });
});

test('a policy is written, submitted, approved, and says that it was self-approved', async () => {
  await openScreen(product(), '/policies');
  await page().getByRole('button', { name: 'Create Policy' }).click();
  const form = dialog(page(), 'Create Policy');
  await form.getByRole('button', { name: 'Create Policy' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await form.getByLabel('Title').fill(TITLE);
  await form.getByRole('textbox', { name: 'Text' }).fill('# Cameras\n\nPictures are kept 30 days.');
  await form.getByRole('button', { name: 'Create Policy' }).click();
  await expectToast(page(), 'Success', 'Policy created successfully');
  const open = page().getByRole('dialog', { name: TITLE, exact: true });
  await expect(open.getByText('Pictures are kept 30 days.')).toBeVisible();
  await open.getByRole('button', { name: 'Submit for Review' }).click();
  await expectToast(page(), 'Success', 'Policy updated successfully');
  await open.getByRole('button', { name: 'Approve' }).click();
  const approve = dialog(page(), `Approve ${TITLE} 1.0`);
  await expect(approve.getByText('You wrote or submitted this version.')).toBeVisible();
  await approve.getByRole('button', { name: 'Approve' }).click();
  await expect(approve).toHaveCount(0);
  await expect(open.getByText('self-approved').first()).toBeVisible();
  await expect(open.getByText('Not approved yet.')).toHaveCount(0);
});

test('the next version is compared, sent back with a reason, and the one in force stays', async () => {
  const title = 'Remote Access Policy';
  const open = await openPolicy(product(), title);
  await open.getByRole('radio', { name: 'Changes' }).click();
  const changes = open.getByRole('region', { name: 'Changes' });
  await expect(changes.locator('del').first()).toContainText('twelve');
  await expect(changes.locator('ins').first()).toContainText('eight');
  await open.getByRole('button', { name: `More for ${title}` }).click();
  await page().getByRole('menuitem', { name: 'Request changes' }).click();
  const asking = dialog(page(), `Request changes: ${title}`);
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(asking.getByText('Reason is required')).toBeVisible();
  await asking.getByLabel('Reason').fill('Say who decides.');
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(open.getByRole('button', { name: 'Submit for Review' })).toBeVisible();
  await expect(open.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(open.getByText('“Say who decides.”').first()).toBeVisible();
});

test('[PO5] a text that two people changed: both are shown, neither is lost', async () => {
  product().watch.allow(/status of 409/);
  const title = 'Use of Language Models';
  const open = await openPolicy(product(), title);
  await open.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page(), `Edit ${title} 0.3`);
  const editor = form.getByRole('textbox', { name: 'Text' });
  await editor.fill('My text.');
  const id = new URL(page().url()).searchParams.get('policy');
  await page().evaluate(
    ([policy]) =>
      fetch(`/api/policies/${policy}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'Their text.' }),
      }),
    [id],
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Somebody else changed this while you were editing')).toBeVisible();
  const theirs = form.getByRole('region', { name: 'Their text; yours is in the editor below' });
  await expect(theirs.first()).toContainText('Their text.');
  await form.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(editor).toHaveValue('Their text.');
  const aside = form.getByRole('region', { name: 'Your text, set aside' });
  await expect(aside.first()).toContainText('My text.');
  await editor.fill('Both texts.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(open.getByText('Both texts.').first()).toBeVisible();
});
