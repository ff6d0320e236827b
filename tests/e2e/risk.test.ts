/** The risk register as a compliance officer works with it. */
import { afterEach, beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const TITLE = 'Forklift keys copied';
const figure = (name: string) =>
  page().getByRole('tabpanel').locator('a, div').filter({ hasText: name }).first();
const table = () => page().getByRole('grid', { name: 'Risk Register' });
const row = (title: string) => table().getByRole('row').filter({ hasText: title });

async function choose(form: ReturnType<typeof dialog>, label: string, option: string) {
  await form.getByRole('combobox', { name: label }).click();
  await page().getByRole('option', { name: option }).click();
}

async function give(title: string, label: string, fields: Record<string, string>) {
  const form = dialog(page(), title);
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(name).fill(value);
  await form.getByRole('button', { name: label, exact: true }).click();
  await expectToast(page(), 'Success', 'Risk updated successfully');
  await expect(form).toHaveCount(0);
}

describe('the register', () => {
  beforeAll(() => openScreen(product(), '/risk'));

  test('[RK18] figures are those of the demo and lead to what they count', async () => {
    for (const [label, value] of [
      ['Total Risks', '40'],
      ['High Risks', '4'],
      ['Critical Risks', '3'],
      ['Risk Reduction', '−12%'],
    ] as const)
      await expect(figure(label)).toContainText(value);
    await page()
      .getByRole('link', { name: /Critical Risks/ })
      .click();
    await expect(page().getByText('3 risks', { exact: true })).toBeVisible();
    await expect(table().getByRole('row')).toHaveCount(4);
  });

  test('[RK19] a cell of the matrix narrows the register, by the keyboard too', async () => {
    await openScreen(product(), '/risk');
    const cell = page().getByRole('link', { name: /^Likelihood 5, impact 5, Critical: 1 risk/ });
    await cell.focus();
    await page().keyboard.press('Enter');
    await expect(page()).toHaveURL(/cell=5x5/);
    await expect(row('Ransomware halts dispatch')).toBeVisible();
    await page().getByRole('radio', { name: 'Residual' }).click();
    await page()
      .getByRole('link', { name: /^Likelihood 3, impact 5/ })
      .click();
    await expect(page()).toHaveURL(/residualCell=3x5/);
    await page().getByRole('button', { name: 'Clear filters' }).click();
    await expect(page().getByText('40 risks', { exact: true })).toBeVisible();
  });

  test('clean in both themes, nothing wider than the page', async () => {
    expect(await axeInBothThemes(page())).toEqual([]);
    await expect.poll(() => tooWide(page())).toEqual([]);
  });
});

describe('one risk from its record to its acceptance', () => {
  afterEach(() => page().keyboard.press('Escape'));

  test('[RK20] is added with the scores that it makes', async () => {
    await openScreen(product(), '/risk');
    await page().getByRole('button', { name: 'Add Risk' }).click();
    const form = dialog(page(), 'Add Risk');
    await form.getByRole('button', { name: 'Add Risk' }).click();
    await expect(form.getByText('Title is required')).toBeVisible();
    await expect(form.getByText('Category is required')).toBeVisible();
    await form.getByLabel('Title').fill(TITLE);
    await choose(form, 'Category', 'Operational');
    await choose(form, 'Likelihood', '4 Likely');
    await choose(form, 'Impact', '4 Major');
    await expect(form.getByText('16.0')).toBeVisible();
    await form.getByRole('button', { name: 'Add Risk' }).click();
    await expectToast(page(), 'Success', 'Risk created successfully');
    await expect(row(TITLE)).toContainText('16.0');
    await expect(row(TITLE)).toContainText('11.2');
    await expect(row(TITLE)).toContainText('Identified');
  });

  test('[RK21] Assess and Mitigate stand on the row and ask why', async () => {
    await row(TITLE)
      .getByRole('button', { name: `Assess ${TITLE}` })
      .click();
    const form = dialog(page(), 'Assess risk');
    await form.getByRole('button', { name: 'Assess', exact: true }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await choose(form, 'Likelihood', '3 Possible');
    await give('Assess risk', 'Assess', { Reason: 'Keys are counted every week' });
    await expect(row(TITLE)).toContainText('12.0');
    await row(TITLE)
      .getByRole('button', { name: `Mitigate ${TITLE}` })
      .click();
    await give('Mark as mitigated', 'Mitigate', { Reason: 'New locks' });
    await expect(row(TITLE)).toContainText('Mitigated');
  });

  test('[RK21] acceptance and transfer come from the menu of the row', async () => {
    await row(TITLE)
      .getByRole('button', { name: `Actions for ${TITLE}` })
      .click();
    await page().getByRole('menuitem', { name: 'Accept' }).click();
    const form = dialog(page(), 'Accept risk');
    await form.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(form.getByText('An expiry is required to accept a risk')).toBeVisible();
    await give('Accept risk', 'Accept', {
      'Accepted until': '2099-12-31',
      Reason: 'Cheap to bear',
    });
    await expect(row(TITLE)).toContainText('Accepted');
  });

  test('[RK22] controls, tasks and reviews stand in the drawer; the residual explains itself', async () => {
    await row(TITLE).getByRole('link', { name: TITLE }).click();
    const drawer = dialog(page(), TITLE);
    await drawer.getByRole('button', { name: 'Link control' }).click();
    const link = dialog(page(), 'Link control');
    await link.getByLabel('Control', { exact: true }).fill('A.8.13');
    await link
      .getByRole('radio', { name: /A\.8\.13/ })
      .first()
      .check();
    await link.getByRole('button', { name: 'Link control' }).click();
    await expectToast(page(), 'Success', 'Control linked');
    await expect(drawer.getByText('From linked controls')).toBeVisible();
    await drawer.getByRole('button', { name: 'How this is computed' }).click();
    const why = dialog(page(), 'How the residual risk is computed');
    await expect(why.getByText('residual/1')).toBeVisible();
    await expect(why.getByRole('link', { name: /A\.8\.13/ })).toBeVisible();
    await page().keyboard.press('Escape');
    await drawer.getByRole('button', { name: 'Add task' }).click();
    const task = dialog(page(), 'Add task');
    await task.getByLabel('Title').fill('Count the keys');
    await task.getByLabel('Due date').fill('2020-02-29');
    await task.getByRole('button', { name: 'Add task' }).click();
    await expect(drawer.getByText('2020-02-29')).toBeVisible();
    await expect(drawer.getByText('Overdue')).toBeVisible();
    await drawer.getByRole('button', { name: 'Record review' }).click();
    const review = dialog(page(), 'Record review');
    await review.getByLabel('Note').fill('Stands');
    await review.getByRole('button', { name: 'Record review' }).click();
    const reviews = drawer.getByRole('region', { name: 'Reviews' });
    await expect(reviews.getByText('Stands', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('list', { name: 'History' })).toContainText('Cheap to bear');
    await expect.poll(() => tooWide(page())).toEqual([]);
  });

  test('[RK23] two editors: both values and the choice', async () => {
    product().watch.allow(/status of 409/);
    const drawer = dialog(page(), TITLE);
    if ((await drawer.count()) === 0) await row(TITLE).getByRole('link', { name: TITLE }).click();
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = dialog(page(), 'Edit risk');
    await form.getByLabel('Title').fill('Mine');
    await page().evaluate(async (title) => {
      const found = await fetch(`/api/risks?q=${encodeURIComponent(title)}`);
      const [risk] = (await found.json()) as { id: string }[];
      await fetch(`/api/risks/${risk?.id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'Theirs' }),
      });
    }, TITLE);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = form.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await expect(notice).toContainText('Theirs');
    await notice.getByRole('button', { name: 'Save mine' }).click();
    await expectToast(page(), 'Success', 'Risk updated successfully');
    await expect(dialog(page(), 'Mine')).toBeVisible();
  });
});
