/** Tiering, assessments and reassessments of vendors in the browser. */
import { readFile } from 'node:fs/promises';
import { describe, test } from 'vitest';
import { readWorkbook, writeWorkbook } from '../../src/main/platform/documents/workbook.ts';
import { dialog, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

describe('assessments', () => {
  test('[VE64] coverage and what expires are links to their rows', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/vendors`);
    await page.getByRole('tab', { name: 'Assessments', exact: true }).click();
    await expect(page.getByRole('link', { name: /Validly assessed/ })).toContainText('%');
    await page.getByRole('link', { name: /^Expired/ }).click();
    await expect(page).toHaveURL(/validity=expired/);
    const rows = page.getByRole('grid', { name: 'Assessments' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('Expired');
  });

  test('[VE70] a questionnaire goes out as a workbook and comes back with a receipt', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/vendors?tab=assessments&state=SENT`);
    await page.getByRole('row', { name: /Quayside Automation/ }).focus();
    await page.keyboard.press('Enter');
    const layer = dialog(page, 'Assessment of Quayside Automation');
    const download = page.waitForEvent('download');
    await layer.getByRole('button', { name: 'Save as XLSX' }).click();
    const path = (await (await download).path()) ?? '';
    const sheets = await readWorkbook(new Uint8Array(await readFile(path)));
    const answered = await writeWorkbook(
      sheets.map(({ name, rows: [head = [], ...body] }) => ({
        name,
        columns: head.map((header) => ({ header })),
        rows:
          name === 'Questions'
            ? body.map((row, index) => [...row.slice(0, 5), index === 0 ? 'maybe' : 'Yes', '', ''])
            : body,
      })),
    );
    const chooser = page.waitForEvent('filechooser');
    await layer.getByRole('button', { name: 'Read Answers' }).click();
    await (await chooser).setFiles({
      name: 'answers.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(answered),
    });
    const receipt = dialog(page, 'Receipt');
    await expect(receipt).toContainText('48 taken');
    await expect(receipt).toContainText("'maybe' is none of Yes, Partly, No, Not applicable");
    await receipt.getByRole('button', { name: 'Close' }).last().click();
    await expect(layer.getByRole('button', { name: 'answers.xlsx' })).toBeVisible();
    await layer.getByRole('button', { name: 'Close Answers' }).click();
    await layer.getByRole('button', { name: 'Correct gov-2' }).click();
    await layer
      .getByLabel('Reason for the correction of gov-2')
      .fill('The policy is two years old');
    await layer.getByRole('button', { name: 'Accept With 1 Corrected' }).click();
    const accept = dialog(page, 'Accept answers');
    await accept.getByRole('button', { name: 'Accept Answers' }).click();
    await expect(accept).toHaveCount(0);
    await layer.getByRole('button', { name: 'Complete' }).click();
    const complete = dialog(page, 'Complete assessment');
    await expect(complete).toContainText('gets the score');
    await complete.getByRole('button', { name: 'Complete' }).click();
    await expect(layer).toContainText('Valid');
    await expect(layer.getByRole('region', { name: 'Score' })).toContainText('of 25');
  });

  test('[VE50] the tiering questions give a tier with reasons', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/vendors?tab=assessments`);
    await page.getByRole('link', { name: 'Scanwell Devices' }).first().click();
    await page.getByRole('region', { name: 'Tier' }).getByRole('button').click();
    const layer = dialog(page, 'Tier of Scanwell Devices');
    await expect(layer.getByRole('button', { name: 'Save Tier' })).toBeDisabled();
    for (const group of await layer.getByRole('group').all())
      await group.getByRole('radio').nth(1).check();
    await expect(layer.getByRole('list', { name: 'Reasons' })).toBeVisible();
    await layer.getByRole('button', { name: 'Save Tier' }).click();
    await expect(toasts(page)).toContainText('Tier updated');
  });
});

describe('reassessments', () => {
  test('[VE85] one is started, and its alerts are a click away', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/vendors?tab=reassessments`);
    await page.getByRole('row', { name: /Quayside Automation/ }).focus();
    await page.keyboard.press('Enter');
    const layer = dialog(page, 'Reassessment of Quayside Automation');
    await layer.getByRole('button', { name: 'Start Review' }).click();
    await expect(layer).toContainText('In Review');
    await layer.getByRole('button', { name: 'Close With Outcome' }).click();
    const close = dialog(page, 'Close reassessment');
    await close.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(close.getByText('Reason is required')).toBeVisible();
    await close.getByLabel('Reason').fill('Access was removed');
    await close.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(layer.getByRole('region', { name: 'Outcome' })).toContainText(
      'Access was removed',
    );
    await layer.getByRole('region', { name: 'Signals' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/alerts\?alert=/);
  });
});
