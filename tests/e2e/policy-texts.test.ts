/** A policy from a template, its file there and back, and readers who attest it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { makeDocument, paragraph } from '../helpers/make-document.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import {
  approvedPolicy,
  openAttestations,
  openReading,
  openTemplate,
} from '../helpers/tours/policy-texts.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-policy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('writing', () => {
  test('[PO52] a template shows what is not filled, and becomes the form of a policy', async () => {
    await openTemplate(product(), 'Remote Work Policy');
    const template = dialog(page(), 'Remote Work Policy');
    await template.getByLabel('Organization').fill('');
    await expect(template.getByText('{{workspace.name}}').first()).toBeVisible();
    await template.getByLabel('Organization').fill('Kestrel [x](javascript:a)');
    await template.getByLabel('Approver').fill('Priya');
    await expect(template.getByText('Every placeholder is filled.')).toBeVisible();
    await expect(template.getByText('Kestrel [x](javascript:a)').first()).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
    await template.getByRole('button', { name: 'Use this template' }).click();
    const form = dialog(page(), 'Create Policy');
    await expect(form.getByLabel('Title')).toHaveValue('Remote Work Policy');
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('On the road');
  });

  test('[PO53] the editor writes by keys and buttons, and Tab leaves it', async () => {
    const form = dialog(page(), 'Create Policy');
    const text = form.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('word');
    await text.selectText();
    await page().keyboard.press('Control+b');
    await expect(text).toHaveValue('**word**');
    await page().keyboard.press('Control+z');
    await expect(text).toHaveValue('word');
    await form.getByRole('button', { name: 'Table' }).click();
    const preview = form.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('cell', { name: 'Text' }).first()).toBeVisible();
    await text.focus();
    await page().keyboard.press('Tab');
    await expect(text).not.toBeFocused();
    await page().keyboard.press('Escape');
    await page().getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });
});

describe('files', () => {
  test('[PO72] a Word document is looked at, imported as a draft, and its receipt kept', async () => {
    const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Visitors</w:t></w:r></w:p>${paragraph('Visitors sign in.')}`;
    const path = join(folder, 'Visitors.docx');
    writeFileSync(path, await makeDocument(body, { 'word/vbaProject.bin': 'macro' }));
    await page().goto(`${product().origin}/policies`);
    await page().getByRole('button', { name: 'Import', exact: true }).click();
    await page().getByRole('menuitem', { name: 'Import a policy' }).click();
    await product().dropFiles([path]);
    const shown = dialog(page(), 'Import a policy');
    await expect(shown.getByText('Macros and controls')).toBeVisible();
    await expect(shown.getByText('Visitors sign in.')).toBeVisible();
    await shown.getByRole('button', { name: 'Import as draft' }).click();
    await expectToast(page(), 'Success', 'Policy created successfully');
    await dialog(page(), 'Import receipt').getByRole('button', { name: 'Open the draft' }).click();
    await expect(page().getByText('Visitors sign in.')).toBeVisible();
  });

  test('[PO71] an approved policy is saved as PDF', async () => {
    const id = await approvedPolicy(product());
    await page().goto(`${product().origin}/policies?policy=${id}`);
    await page().getByRole('button', { name: 'Export', exact: true }).click();
    const download = page().waitForEvent('download');
    await page().getByRole('menuitem', { name: /^PDF/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

describe('attestation', () => {
  test('[PO60] is requested, read to the end, confirmed and recorded', async () => {
    const id = await approvedPolicy(product());
    await page().goto(`${product().origin}/policies?policy=${id}`);
    await page().getByRole('button', { name: 'Request attestation' }).click();
    const ask = dialog(page(), 'Request attestation');
    await ask.getByLabel(/^Administrator/).check();
    await ask.getByRole('button', { name: 'Request', exact: true }).click();
    await expectToast(page(), 'Success', 'Attestation requested');

    await openReading(product());
    const reading = page().getByRole('dialog');
    const confirm = reading.getByRole('checkbox');
    const text = reading.getByRole('region', { name: 'Text of the policy' });
    await text.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await expect(confirm).toBeEnabled();
    await expect(reading.getByRole('button', { name: 'Attest' })).toBeDisabled();
    await confirm.check();
    expect(await axeInBothThemes(page())).toEqual([]);
    await reading.getByRole('button', { name: 'Attest' }).click();
    await expectToast(page(), 'Success', 'Policy attested');

    await openAttestations(product());
    const grid = page().getByRole('grid', { name: 'Record of attestations' });
    await expect(grid.getByRole('row')).not.toHaveCount(1);
    await page()
      .getByRole('grid', { name: 'Attestation requests' })
      .getByRole('row')
      .nth(1)
      .dblclick();
    await expect(dialog(page(), 'Attestation request').getByText('Asked').first()).toBeVisible();
    await page().keyboard.press('Escape');
    await page().setViewportSize({ width: 1024, height: 768 });
    await expect.poll(() => tooWide(page())).toEqual([]);
  });
});
