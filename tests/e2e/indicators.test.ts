/** The tab of indicators as an analyst works with it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { dropFiles } from '../helpers/browser-drop.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openScreen } from '../helpers/tour.ts';
import { openIocs } from '../helpers/tours/indicators.ts';
import { openFiles } from '../helpers/tours/intake.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const grid = () => page().getByRole('grid', { name: 'Indicators of compromise' });

describe('indicators', () => {
  beforeAll(() => openIocs(product()));

  test('[IOC19] a text is pasted, what is new is chosen, and added', async () => {
    await page().getByRole('button', { name: 'Extract from text' }).click();
    const form = dialog(page(), 'Extract from text');
    await form.getByLabel('Text').fill('beacon to hxxp://stage[.]example[.]net/x and 10.9.8.7');
    await form.getByRole('button', { name: 'Find indicators' }).click();
    await expect(form.getByText('2 chosen')).toBeVisible();
    await form.getByRole('button', { name: 'Add indicators' }).click();
    await expectToast(page(), 'Success', '2 added');
    await expect(grid().getByText('hxxp[://]stage[.]example[.]net/x')).toBeVisible();
  });

  test('[IOC19] values are shown defanged; a row opens all about it', async () => {
    await page().getByLabel('Search indicators').fill('stage.example.net');
    await expect(grid().getByRole('row')).toHaveCount(3);
    await grid().getByRole('row').nth(1).dblclick();
    const drawer = page().getByRole('dialog', { name: 'Indicator' });
    await expect(drawer.getByText(/^Text: Pasted text/)).toBeVisible();
    await expect(drawer.getByRole('heading', { name: 'Score' })).toBeVisible();
    await drawer.getByLabel('Value of the other indicator').fill('203.0.113.88');
    await drawer.getByRole('button', { name: 'Add relation' }).click();
    const end = drawer.getByRole('button', { name: 'Remove the relation to 203[.]0[.]113[.]88' });
    await end.click();
    await expect(end).toHaveCount(0);
    await expect(drawer.getByLabel('Value of the other indicator')).toBeFocused();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toHaveCount(0);
    await page().getByLabel('Search indicators').fill('nothing like it');
    await expect(page().getByText('No indicators found')).toBeVisible();
    await page().getByLabel('Search indicators').fill('');
  });

  test('[IOC19] a sweep says what was found, with the alert one click away', async () => {
    await page().getByRole('button', { name: 'Sweep', exact: true }).click();
    const form = dialog(page(), 'Sweep');
    await form.getByRole('button', { name: 'Begin sweep' }).click();
    await expect(form.getByText(/ found: /)).toBeVisible({ timeout: 20_000 });
    await expect(form.getByRole('link').first()).toBeVisible();
  });

  test('[IOC19] the palette leads to the tools of indicators from any screen', async () => {
    await openScreen(product(), '/alerts');
    await page().keyboard.press('Control+k');
    await page().keyboard.type('extract indicators');
    const palette = dialog(page(), 'Search and commands');
    const row = palette.getByRole('option').filter({ hasText: 'Extract indicators from text' });
    await expect(row).toBeVisible();
    await row.click();
    const form = dialog(page(), 'Extract from text');
    await expect(form).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    expect(new URL(page().url()).search).toBe('?tab=iocs');
  });

  test('[IOC19] what a sweep found in an event leads to that event', async () => {
    const files = await openFiles(product());
    const path = join(mkdtempSync(join(product().folder, 'iocs-')), 'proxy.ndjson');
    const lineOf = (n: number) =>
      JSON.stringify({
        '@timestamp': new Date(Date.UTC(2026, 8, 21, 6, 0, n)).toISOString(),
        message: n === 30 ? 'Request to 192.0.2.77 allowed' : `Request ${n} answered`,
      });
    writeFileSync(path, Array.from({ length: 60 }, (_, n) => lineOf(n)).join('\n'));
    await dropFiles(page(), [path]);
    const row = files.getByRole('row').filter({ hasText: 'proxy.ndjson' });
    await expect(row.getByText('Read', { exact: true })).toBeVisible({ timeout: 20_000 });
    await openIocs(product());
    await page().getByRole('button', { name: 'Sweep', exact: true }).click();
    const form = dialog(page(), 'Sweep');
    await form.getByText('A pasted list').click();
    await form.getByLabel('Indicators').fill('192[.]0[.]2[.]77');
    await form.getByRole('button', { name: 'Begin sweep' }).click();
    await expect(form.getByText('0 alerts, 1 event', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await form.getByRole('link').click();
    const event = page().getByRole('dialog', { name: 'Event', exact: true });
    await expect(event.getByText('Request to 192.0.2.77 allowed').first()).toBeVisible();
    await event.getByRole('button', { name: 'Close' }).click();
    await expect(event).toHaveCount(0);
    await expect(page().getByRole('tab', { name: 'Events', selected: true })).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(page().getByRole('dialog')).toHaveCount(0);
    expect(new URL(page().url()).search).toBe('');
  });
});
