/** Investigations as people meet them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openInvestigation, runInvestigation } from '../helpers/tours/forensics.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

describe('incident forensics', () => {
  test('[IV23] shows the investigations of the demo with their badges, and no banner', async () => {
    await openScreen(product(), '/forensics');
    const list = page().getByRole('list', { name: 'Investigations' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    for (const status of ['In Progress', 'Pending', 'Complete'])
      await expect(list.getByText(status, { exact: true }).first()).toBeVisible();
    await expect(page().getByText('AI Investigation in Progress')).toHaveCount(0);
    expect(await axeFindings(page())).toEqual([]);
    for (const name of ['Forensic Tools', 'IOC Analysis', 'Timeline Reconstruction']) {
      await page().getByRole('tab', { name }).click();
      expect(await axeFindings(page())).toEqual([]);
    }
    await openScreen(product(), '/forensics?q=nothinglikeit');
    await expect(page().getByText('No investigations found')).toBeVisible();
  });

  test('[IV1] a new one asks for what it needs, word for word, and starts', async () => {
    await openScreen(product(), '/forensics');
    await page().getByRole('button', { name: 'New AI Investigation' }).click();
    const form = dialog(page(), 'New AI Investigation');
    await form.getByRole('button', { name: 'Start Investigation' }).click();
    for (const message of [
      'Incident ID is required',
      'Investigation title is required',
      'Description is required',
      'Investigation type is required',
    ])
      await expect(form.getByText(message)).toBeVisible();
    await form.getByLabel('Incident ID').fill('INC-0500');
    await form.getByLabel('Investigation Title').fill('Look at <img src=x> FS-01');
    await form.getByLabel('Description').fill('What happened on fs-01?');
    await form.getByRole('combobox', { name: 'Investigation Type' }).click();
    await page().getByRole('option', { name: 'Malware' }).click();
    await form.getByRole('button', { name: 'Start Investigation' }).click();
    await expectToast(page(), 'AI Investigation Started', 'Its progress is shown on this page.');
    await expect(form).toHaveCount(0);
    const row = page().getByRole('listitem').filter({ hasText: 'Look at <img src=x> FS-01' });
    await expect(row.getByText('Complete', { exact: true })).toBeVisible({ timeout: 15_000 });
  });

  test('[IV4] what was found leads to its records, and is saved as a report', async () => {
    const drawer = await runInvestigation(product(), 'Encryption on FS-01');
    await expect(drawer.getByText('Hypotheses')).toBeVisible();
    await expect(drawer.getByText('Could not check')).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await drawer.getByRole('button', { name: 'Report' }).click();
    const path = join(product().folder, 'report.md');
    await product().saveAs(() => page().getByRole('menuitem', { name: 'Markdown' }).click(), path);
    expect(await readFile(path, 'utf8')).toContain('# Encryption on FS-01');
    await drawer.getByRole('list', { name: 'Evidence' }).first().getByRole('link').first().click();
    await expect(page()).toHaveURL(/\/(alerts|entity)\?/);
  });

  test('[IV13] closing asks for a reason and leads to the frozen bundle', async () => {
    const drawer = await openInvestigation(product(), 'Look at <img src=x> FS-01');
    await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
    const form = dialog(page(), 'Close this investigation');
    await form.getByLabel('Reason').fill('Nothing new');
    await form.getByRole('button', { name: 'Close investigation' }).click();
    await expectToast(page(), 'Success', 'Investigation closed');
    await drawer.getByRole('link', { name: 'Frozen as evidence' }).click();
    await expect(page()).toHaveURL(/\/evidence\?evidence=/);
    await expect(page().getByText('Investigation: Look at').first()).toBeVisible();
  });

  test('an alert begins one with what is known of it', async () => {
    await openScreen(product(), '/alerts?q=FS-01');
    await page().getByRole('article').first().getByRole('link').first().click();
    await page().getByRole('link', { name: 'New AI Investigation' }).click();
    const form = dialog(page(), 'New AI Investigation');
    await expect(form.getByLabel('Investigation Title')).not.toHaveValue('');
    await page().keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });

  test('[IV25] an entity begins one, and an alert leads to what was found about it', async () => {
    await openScreen(product(), '/entity?kind=host&value=FS-01');
    await page().getByRole('link', { name: 'New AI Investigation' }).click();
    const form = dialog(page(), 'New AI Investigation');
    await expect(form.getByLabel('Incident ID')).toHaveValue('host:fs-01');
    await expect(form.getByLabel('Description')).toHaveValue(/host fs-01/);
    await page().keyboard.press('Escape');
    await openScreen(product(), '/alerts?q=FS-01');
    await page().getByRole('article').first().getByRole('link').first().click();
    await page()
      .getByRole('link', { name: /^(?:Encryption on FS-01|Look at)/ })
      .first()
      .click();
    await expect(page()).toHaveURL(/\/forensics\?investigation=/);
  });

  test('[IV19] people comment on it', async () => {
    const drawer = await openInvestigation(product(), 'Encryption on FS-01');
    await drawer.getByRole('tab', { name: 'Comments' }).click();
    await drawer.getByRole('textbox', { name: 'New comment' }).fill('Seen <b>by the desk</b>');
    await drawer.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(drawer.getByRole('list', { name: 'Comments' })).toContainText(
      'Seen <b>by the desk</b>',
    );
    expect(await axeFindings(page())).toEqual([]);
  });

  test('SOC Analyst Assistance opens beside it', async () => {
    await openScreen(product(), '/forensics');
    await page().getByRole('button', { name: 'SOC Analyst Assistance' }).click();
    await expect(dialog(page(), 'SOC Analyst Assistance')).toBeVisible();
  });
});
