/** Crosswalks beside a control, between frameworks, and what can be saved. */
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import {
  crosswalks,
  openCrosswalks,
  openFramework,
  openProjection,
} from '../helpers/tours/crosswalks.ts';

const NARROW = { width: 1024, height: 768 };
const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
/** The matrix scrolls by itself; neither the page nor the dialog's body may. */
const isTooWide = () =>
  page().evaluate(() =>
    [document.documentElement, document.querySelector('[role="dialog"] .overflow-y-auto')].some(
      (element) => element !== null && element.scrollWidth > element.clientWidth + 1,
    ),
  );

describe('beside a control', () => {
  test('[CW3] a neighbour says relation, reason, origin, confidence and how it stands', async () => {
    await openCrosswalks(product(), 'NIST CSF', 'GV.RR-02');
    const soc = crosswalks(page()).getByRole('listitem').filter({ hasText: 'CC2.2' }).first();
    await expect(soc).toContainText('Shares a part with');
    await expect(soc).toContainText('Responsibilities are communicated and understood inside.');
    await expect(soc).toContainText('Watchfloor (shipped)');
    await expect(soc).toContainText('High confidence');
  });

  test('[CW4] an own link is added, changed and removed', async () => {
    await openCrosswalks(product(), 'NIST CSF', 'GV.RR-02');
    await crosswalks(page()).getByRole('button', { name: 'Add link' }).click();
    const form = dialog(page(), 'Add link');
    await form.getByRole('combobox', { name: 'Framework' }).click();
    await page().getByRole('option', { name: 'NIS2' }).click();
    await form.getByRole('combobox', { name: /^Control/ }).click();
    await page()
      .getByRole('option', { name: /^Art\.? ?20/ })
      .click();
    await form.getByRole('textbox', { name: 'Rationale' }).fill('Our board charter names both.');
    await form.getByRole('button', { name: 'Add link' }).click();
    await expectToast(page(), 'Success', 'Link created');
    const own = crosswalks(page()).getByRole('listitem').filter({ hasText: 'own link' });
    await expect(own).toContainText('Our board charter names both.');
    await own.getByRole('button', { name: /^Edit link/ }).click();
    const edit = dialog(page(), 'Edit link');
    await edit.getByRole('combobox', { name: 'Relation' }).click();
    await page().getByRole('option', { name: 'Covers all of' }).click();
    await edit.getByRole('button', { name: 'Save link' }).click();
    await expectToast(page(), 'Success', 'Link changed');
    await expect(own).toContainText('Covers all of');
    await own.getByRole('button', { name: /^Remove link/ }).click();
    await page().getByRole('button', { name: 'Remove link', exact: true }).last().click();
    await expectToast(page(), 'Success', 'Link removed');
    await expect(own).toHaveCount(0);
  });
});

describe('between frameworks', () => {
  test('[CW6] results change nothing until some are chosen and a reason is given', async () => {
    await openProjection(product(), 'SOC 2 Type II', 'NIST CSF');
    const form = dialog(page(), 'Crosswalk');
    await expect(form.getByRole('button', { name: 'Apply to 0 controls' })).toBeDisabled();
    await form.getByRole('switch', { name: 'Replace assessments' }).click();
    await form.getByRole('button', { name: /^Choose all/ }).click();
    await form.getByRole('button', { name: /^Apply to \d+ controls/ }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await form.getByRole('button', { name: 'Choose none' }).click();
  });

  test('[CW7] coverage is a matrix of groups that fits', async () => {
    await openProjection(product(), 'SOC 2 Type II', 'NIST CSF');
    const form = dialog(page(), 'Crosswalk');
    await form.getByRole('radio', { name: 'Coverage' }).click();
    await expect(form.getByRole('table')).toBeVisible();
    await expect(form.getByText(/covered whole by one link/)).toBeVisible();
    await page().setViewportSize(NARROW);
    expect(await isTooWide()).toBe(false);
    expect(await axeFindings(page(), '[role="dialog"]')).toEqual([]);
  });
});

test('[CE7] a framework is saved from its menu; what cannot be made says why', async () => {
  await openFramework(product(), 'NIST CSF');
  await page().getByRole('button', { name: 'Export', exact: true }).click();
  expect(await axeFindings(page(), '[role="menu"]')).toEqual([]);
  const download = page().waitForEvent('download');
  await page()
    .getByRole('menuitem', { name: /Statement of Applicability \(XLSX\)/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await page().getByRole('button', { name: 'Export', exact: true }).click();
  const json = page().waitForEvent('download');
  await page()
    .getByRole('menuitem', { name: /OSCAL component definition/ })
    .click();
  expect((await json).suggestedFilename()).toMatch(/component-definition\.json$/);
});
