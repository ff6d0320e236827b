/** Rules, events and indicators worked together, as an analyst does it in a browser. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { dropFiles } from '../helpers/browser-drop.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openEventsOf } from '../helpers/tours/events.ts';
import { openInvestigation } from '../helpers/tours/forensics.ts';
import { openIocs } from '../helpers/tours/indicators.ts';
import { openFiles } from '../helpers/tours/intake.ts';
import { openTools } from '../helpers/tours/tools.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const CASE = 'Encryption on FS-01';

/** Process starts of Sysmon, one of them odd, with a silence before the last. */
const lineOf = (n: number) => {
  const at = new Date(Date.UTC(2026, 8, 21, 6, 0, n) + (n === 39 ? 6 * 3_600_000 : 0));
  const command = n === 20 ? 'odd.exe --take 203.0.113.77' : `tool${n}.exe --check`;
  return JSON.stringify({
    '@timestamp': at.toISOString(),
    winlog: {
      ...{ channel: 'Microsoft-Windows-Sysmon/Operational', event_id: 1, computer_name: 'FS-01' },
      provider_name: 'Microsoft-Windows-Sysmon',
      event_data: { Image: `C:\\Tools\\t${n}.exe`, CommandLine: command, User: 'CORP\\j.tran' },
    },
  });
};

describe('events, rules, indicators', () => {
  beforeAll(async () => {
    const files = await openFiles(product(), CASE);
    const path = join(mkdtempSync(join(product().folder, 'sysmon-')), 'sysmon.ndjson');
    writeFileSync(path, Array.from({ length: 40 }, (_, n) => lineOf(n)).join('\n'));
    await dropFiles(page(), [path]);
    const row = files.getByRole('row').filter({ hasText: 'sysmon.ndjson' });
    await expect(row.getByText('Read', { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  test('[RU11] a rule is drafted from an event on the page, and leads to its own page', async () => {
    const drawer = await openEventsOf(product(), CASE);
    await drawer.getByRole('searchbox', { name: 'Search events' }).fill('odd.exe');
    await expect(drawer.getByText('1 event', { exact: true })).toBeVisible();
    await drawer.getByRole('grid', { name: 'Events' }).press('Enter');
    const event = page().getByRole('dialog', { name: 'Event', exact: true });
    await expect(event.getByText('Just before and after on the host')).toBeVisible();
    await event.getByRole('button', { name: 'Draft a rule' }).click();
    const form = dialog(page(), 'Draft a rule');
    await form.getByLabel('Title').fill('Odd tool started');
    await form.getByRole('button', { name: 'Try on the loaded logs' }).click();
    await expect(form.getByText('1 of 40 events are found')).toBeVisible({ timeout: 20_000 });
    await form.getByRole('button', { name: 'Save rule' }).click();
    await expect(page().getByRole('heading', { name: 'Odd tool started' })).toBeVisible({
      timeout: 15_000,
    });
  });

  test('[RU16] its text is compiled and tested as it is written, and kept as a version', async () => {
    await page().getByRole('button', { name: 'Edit rule' }).click();
    const form = dialog(page(), 'Edit rule');
    const text = form.getByLabel('Rule', { exact: true });
    const before = await text.inputValue();
    await text.fill(before.replace(/condition: .*/, 'condition: nobody'));
    await expect(form.getByText('Cannot run')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save as version' })).toBeDisabled();
    await text.fill(before.replace('Odd tool started', 'Odd tool was started'));
    await expect(form.getByText('Runs', { exact: true })).toBeVisible();
    await expect(form.getByText('Passed', { exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Save as version' }).click();
    await expectToast(page(), 'Success', 'Version 2 saved');
    await expect(page().getByRole('heading', { name: 'Odd tool was started' })).toBeVisible();
  });

  test('[RU15] what it finds is named in the grid and promoted with one click', async () => {
    const drawer = await openInvestigation(product(), CASE);
    await drawer.getByRole('tab', { name: 'Rule hits' }).click();
    await drawer.getByRole('button', { name: 'Run the rules' }).click();
    const hit = drawer.getByRole('list', { name: 'Hits' }).getByRole('listitem').first();
    await expect(hit.getByText('Odd tool was started')).toBeVisible({ timeout: 30_000 });
    const onTimeline = drawer.getByRole('tab', { name: 'Timeline' });
    const before = Number((await onTimeline.textContent())?.replace(/\D/g, ''));
    await hit.getByRole('button', { name: 'Promote to the timeline' }).click();
    await expectToast(page(), 'Success', 'Event promoted to the timeline');
    await expect(onTimeline).toHaveText(`Timeline${before + 1}`);
    await drawer.getByRole('tab', { name: 'Events' }).click();
    await drawer.getByRole('searchbox', { name: 'Search events' }).fill('odd.exe');
    const row = drawer.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1);
    await expect(row.getByText('Odd tool was started')).toBeVisible();
    await expect(row.getByText('On the timeline,')).toBeAttached();
    await drawer.getByRole('searchbox', { name: 'Search events' }).fill('');
    await expect(drawer.getByText('40 events', { exact: true })).toBeVisible();
    await drawer.getByLabel('Choose event 2', { exact: true }).click();
    await drawer.getByLabel('Choose event 4', { exact: true }).click({ modifiers: ['Shift'] });
    await drawer.getByText('Gaps and bursts').click();
    await expect(drawer.getByText('Gap', { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: 'Promote 3 events' }).click();
    await dialog(page(), 'Promote to the timeline')
      .getByRole('button', { name: 'Promote', exact: true })
      .click();
    await expectToast(page(), 'Success', 'Events promoted');
    await expect(drawer.getByRole('button', { name: 'Promote 3 events' })).toHaveCount(0);
  });

  test('[IOC23] indicators are extracted from a chosen event into its investigation', async () => {
    const drawer = await openEventsOf(product(), CASE);
    await drawer.getByRole('searchbox', { name: 'Search events' }).fill('odd.exe');
    await expect(drawer.getByText('1 event', { exact: true })).toBeVisible();
    await drawer.getByLabel('Choose event 1', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Extract indicators' }).click();
    const form = dialog(page(), 'Extract indicators');
    await expect(form.getByText('203[.]0[.]113[.]77')).toBeVisible();
    await form.getByRole('button', { name: 'Add indicators' }).click();
    await expectToast(page(), 'Success', /added/);
  });

  test('[IOC24] [IOC25] a bulk change is taken back; the list is narrowed to an investigation', async () => {
    await openIocs(product());
    const grid = page().getByRole('grid', { name: 'Indicators of compromise' });
    await page().getByRole('combobox', { name: 'Investigation' }).click();
    await page().getByRole('option', { name: CASE }).click();
    await expect(grid.getByText('203[.]0[.]113[.]77')).toBeVisible();
    const row = grid.getByRole('row').filter({ hasText: '203[.]0[.]113[.]77' });
    await row.getByRole('checkbox').check();
    await page().getByRole('button', { name: 'Set severity' }).click();
    await page().getByRole('menuitem', { name: 'Critical' }).click();
    await expect(row.getByText('Critical')).toBeVisible();
    await page().getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByText('Critical')).toHaveCount(0);
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
    await page().getByRole('button', { name: 'Sweep', exact: true }).click();
    const sweep = dialog(page(), 'Sweep');
    await sweep.getByRole('button', { name: 'Begin sweep' }).click();
    await expect(sweep.getByText(/ found: /)).toBeVisible({ timeout: 20_000 });
    await sweep.getByRole('button', { name: 'Close' }).last().click();
    await page().getByRole('button', { name: 'Earlier sweeps' }).click();
    const past = dialog(page(), 'Earlier sweeps and imports');
    const one = past.getByRole('list', { name: 'Sweeps' }).getByRole('listitem').first();
    await one.getByRole('button').click();
    await expect(past.getByText(/alerts and .* events read/)).toBeVisible();
    await past.getByRole('button', { name: 'Close' }).last().click();
  });

  test('[MW10] a hash set is imported, shown with its size, and removed', async () => {
    await openTools(product());
    await page().getByRole('button', { name: 'Hash sets' }).click();
    const sets = dialog(page(), 'Hash sets');
    const path = join(mkdtempSync(join(product().folder, 'sets-')), 'seen.txt');
    writeFileSync(path, `${'a'.repeat(64)}\n${'b'.repeat(32)}\n`);
    await product().chooseFiles(
      () => sets.getByRole('button', { name: 'Import lists' }).click(),
      [path],
    );
    await expectToast(page(), 'Success', 'Hash set imported');
    await expect(sets.getByText(/1 MD5, 1 SHA-256/)).toBeVisible();
    await sets.getByRole('button', { name: 'Remove seen.txt' }).click();
    await page().getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(sets.getByText('No hash sets')).toBeVisible();
  });
});
