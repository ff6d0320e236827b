import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openScreen } from '../helpers/tour.ts';
import { openFirstRow, openRunningAudit } from '../helpers/tours/audits.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const card = (label: string) =>
  page()
    .getByRole('region', { name: 'Audits', exact: true })
    .getByRole('link')
    .filter({ hasText: label });
const row = (title: string) =>
  page().getByRole('list', { name: 'Audits' }).getByRole('listitem').filter({ hasText: title });

describe('the schedule', () => {
  beforeAll(() => openScreen(product(), '/audits'));

  test('title, cards and tabs of the specification', async () => {
    await expect(page().getByRole('heading', { level: 1, name: 'Audit Support' })).toBeVisible();
    for (const [label, n] of [
      ['Total Audits', '9'],
      ['Planned', '3'],
      ['In Progress', '1'],
      ['Completed', '4'],
    ] as const)
      await expect(card(label)).toContainText(n);
    for (const tab of ['Audit Schedule', 'Findings & Issues', 'Evidence Tracking', 'Reports'])
      await expect(page().getByRole('tab', { name: tab })).toBeVisible();
    const first = row('SOC 2 Type II examination');
    for (const text of ['Completed', 'External', 'SOC 2', 'Bramwell & Tate', 'Report date'])
      await expect(first).toContainText(text);
  });

  test('[AD1] scheduled, started, completed', async () => {
    await page().getByRole('button', { name: 'Schedule Audit' }).click();
    const form = dialog(page(), 'Schedule Audit');
    await form.getByRole('button', { name: 'Schedule Audit' }).click();
    await expect(form.getByText('Title is required')).toBeVisible();
    await form.getByLabel('Title').fill('Access review of the quay');
    await form.getByLabel('Start date').fill('2026-12-05');
    await form.getByLabel('End date').fill('2026-12-01');
    await form.getByRole('button', { name: 'Schedule Audit' }).click();
    await expect(form.getByText('End date must not be before the start date')).toBeVisible();
    await form.getByLabel('End date').fill('2026-12-08');
    await form.getByRole('button', { name: 'Schedule Audit' }).click();
    await expectToast(page(), 'Success', 'Audit created successfully');
    await expect(card('Total Audits')).toContainText('10');
    const made = row('Access review of the quay');
    await made.getByRole('button', { name: 'Start Audit' }).click();
    await expectToast(page(), 'Success', 'Audit updated successfully');
    await expect(made.getByRole('button', { name: 'Mark Failed' })).toBeVisible();
    await made.getByRole('button', { name: 'Complete' }).click();
    await expect(made).toContainText('Completed');
    await expect(made.getByRole('button', { name: 'Complete' })).toHaveCount(0);
  });

  test('[AD3] completing with open work asks for the reason', async () => {
    await openRunningAudit(product(), 'Scope');
    await page().getByRole('button', { name: 'Complete', exact: true }).click();
    const ask = dialog(page(), 'Complete with open work');
    await expect(ask.getByText(/4 open requests/)).toBeVisible();
    await ask.getByRole('button', { name: 'Complete' }).click();
    await expect(ask.getByText('Reason is required')).toBeVisible();
    await ask.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('the work of an audit', () => {
  test('a request is answered, with evidence', async () => {
    await openRunningAudit(product(), 'Requests');
    await page().getByRole('button', { name: 'Add request' }).click();
    const form = dialog(page(), 'Add request');
    await form.getByLabel('Title').fill('Minutes of the last quarter');
    await form.getByRole('button', { name: 'Add request' }).click();
    await expectToast(page(), 'Success', 'Request created successfully');
    const grid = page().getByRole('grid', { name: 'Requests' });
    await grid.getByRole('row').filter({ hasText: 'Minutes of the last quarter' }).dblclick();
    const open = dialog(page(), 'Request R7');
    await open.getByRole('button', { name: 'Attach evidence' }).click();
    await open.getByRole('radio').first().click();
    await expect(open.getByRole('heading', { name: 'Evidence, 1' })).toBeVisible();
    await open.getByRole('button', { name: 'Provide' }).click();
    await dialog(page(), 'Provide what was asked for')
      .getByRole('button', { name: 'Provide' })
      .click();
    await expectToast(page(), 'Success', 'Request updated successfully');
    await expect(open.getByText('Provided', { exact: true })).toBeVisible();
  });

  test('a request is changed, and withdrawn while nothing was provided for it', async () => {
    await openRunningAudit(product(), 'Requests');
    await page().getByRole('button', { name: 'Add request' }).click();
    const form = dialog(page(), 'Add request');
    await form.getByLabel('Title').fill('Plan of the quay');
    await form.getByRole('button', { name: 'Add request' }).click();
    await expectToast(page(), 'Success', 'Request created successfully');
    const grid = page().getByRole('grid', { name: 'Requests' });
    await grid.getByRole('row').filter({ hasText: 'Plan of the quay' }).dblclick();
    const open = page()
      .getByRole('dialog')
      .filter({ has: page().getByRole('heading', { name: /^Request R/ }) });
    await open.getByRole('button', { name: 'Edit' }).click();
    const edit = page()
      .getByRole('dialog')
      .filter({ has: page().getByRole('heading', { name: /^Edit request R/ }) });
    await edit.getByLabel('Title').fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByText('Title is required')).toBeVisible();
    await edit.getByLabel('Title').fill('Plan of both quays');
    await edit.getByLabel('Due date').fill('2026-12-18');
    await edit.getByLabel('Owner').click();
    await page().getByRole('option').nth(1).click();
    await edit.getByLabel('Controls', { exact: true }).fill('a');
    const found = edit.getByRole('list', { name: 'Controls found' });
    await found.getByRole('button').first().click();
    await found.getByRole('button').first().click();
    const asked = edit.getByRole('list', { name: 'Controls asked about' });
    await expect(asked.getByRole('listitem')).toHaveCount(2);
    await asked.getByRole('button').first().click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToast(page(), 'Success', 'Request updated successfully');
    await expect(open.getByText('Plan of both quays')).toBeVisible();
    await expect(open.getByText('2026-12-18')).toBeVisible();
    await expect(open.getByText('Controls asked about, 1')).toBeVisible();
    await open.getByRole('button', { name: 'Withdraw' }).click();
    await page().getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expectToast(page(), 'Success', 'Request withdrawn');
    await expect(open).toHaveCount(0);
    await expect(grid.getByRole('row').filter({ hasText: 'Plan of both quays' })).toHaveCount(0);
  });

  test('[AD11] [AD13] a sample is drawn, compared and reconciled', async () => {
    await openRunningAudit(product(), 'Samples');
    await page().getByRole('button', { name: 'Draw sample' }).click();
    await dialog(page(), 'Draw sample').getByLabel('Seed').fill('agreed');
    await dialog(page(), 'Draw sample').getByRole('button', { name: 'Draw sample' }).click();
    const open = dialog(page(), 'Sample 2: Alerts');
    await expect(open.getByRole('list', { name: 'Items' })).toBeVisible();
    await open
      .getByRole('button', { name: /^Pass item/ })
      .first()
      .click();
    await expect(open.getByText(/^1 of \d+ tested/)).toBeVisible();
    await open.getByRole('tab', { name: 'How it was drawn' }).click();
    await open.getByRole('button', { name: 'Draw again and compare' }).click();
    await expect(open.getByText('Same items drawn')).toBeVisible();
    await open.getByRole('tab', { name: 'Completeness' }).click();
    await expect(open.getByText('Differs')).toHaveCount(0);
    await expect(open.getByText('What cannot be reconciled')).toBeVisible();
  });

  test('[AD18] a finding takes its next step', async () => {
    await openScreen(product(), '/audits?tab=findings&state=OPEN');
    const open = await openFirstRow(product(), 'Findings');
    await open.getByRole('button', { name: 'Plan remediation' }).click();
    const ask = dialog(page(), 'Plan remediation');
    await ask.getByLabel('Remediation plan').fill('All four by the end of the month');
    await ask.getByRole('button', { name: 'Plan remediation' }).click();
    await expectToast(page(), 'Success', 'Finding updated successfully');
    await expect(open.getByText('All four by the end of the month').first()).toBeVisible();
  });
});
