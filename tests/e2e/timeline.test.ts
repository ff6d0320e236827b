/** The timeline of a case as people meet it: one scale, promoted events, clocks, processes, logons. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { fillCase } from '../helpers/case-events.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
let id = '';
const open = (part: string) =>
  openScreen(product(), `/forensics?tab=timeline&of=${id}&part=${part}`);

beforeAll(async () => {
  const found = await page().evaluate(async () => {
    const response = await fetch('/api/forensics/investigations?q=encryption');
    const [row] = (await response.json()) as { id: string; createdAt: string }[];
    return row;
  });
  id = found?.id ?? '';
  await fillCase(product().dataDir, id, Date.parse(found?.createdAt ?? '') - 3_600_000);
});

describe('the timeline of a case', () => {
  test('[TL7] an event is promoted from the grid with a note, and stands in the lanes and the table', async () => {
    await open('timeline');
    const chart = page().getByRole('application', { name: 'Timeline of the case' });
    await expect(chart).toBeVisible();
    await expect(chart.getByText('All events')).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await page().getByText('Process created: shell.exe').first().dblclick();
    const event = page().getByRole('dialog', { name: 'Event' });
    await event.getByRole('button', { name: 'Promote' }).click();
    const form = dialog(page(), 'Promote to the timeline');
    await form.getByLabel('Note').fill('The first shell');
    await form.getByLabel('Technique').fill('nothing');
    await form.getByRole('button', { name: 'Promote' }).click();
    await expect(form.getByText('Technique must be an ATT&CK id')).toBeVisible();
    await form.getByLabel('Technique').fill('T1059');
    expect(await axeFindings(page())).toEqual([]);
    await form.getByRole('button', { name: 'Promote' }).click();
    await expectToast(page(), 'Success', 'Event promoted');
    await expect(event.getByText('On the timeline')).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(event).toHaveCount(0);
    await expect(chart.getByText('Process events')).toBeVisible();
    const table = page().getByRole('grid', { name: 'Timeline Reconstruction' });
    await expect(table.getByText('Promoted').first()).toBeVisible();
  });

  test('[TL20] keys move between marks, zoom to a microsecond and back, and open the mark with both clocks', async () => {
    await open('timeline');
    const chart = page().getByRole('application', { name: 'Timeline of the case' });
    await chart.focus();
    await page().keyboard.press('ArrowRight');
    const detail = page().getByRole('region', { name: /^Chosen mark$|marks$/ });
    await expect(detail).toBeVisible();
    for (
      let step = 0;
      step < 12 && !(await detail.getByText('The first shell').isVisible());
      step++
    )
      await page().keyboard.press('ArrowDown');
    await expect(detail.getByText('The first shell')).toBeVisible();
    await expect(detail.getByText('Recorded', { exact: true }).first()).toBeVisible();
    for (let step = 0; step < 70; step++) await page().keyboard.press('+');
    await expect(chart.getByText(/· 1 µs$/)).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await page().keyboard.press('Home');
    await expect(chart.getByText(/ (?:days|h)$/)).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(detail).toHaveCount(0);
  });

  test('[TL21] a stretch that is drawn narrows the grid under it', async () => {
    await open('timeline');
    const chart = page().getByRole('application', { name: 'Timeline of the case' });
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart has no place');
    await page().mouse.move(box.x + box.width * 0.9, box.y + 60);
    await page().mouse.down();
    await page().mouse.move(box.x + box.width * 0.97, box.y + 60, { steps: 4 });
    await page().mouse.up();
    await expect(page().getByRole('button', { name: 'Zoom to it' })).toBeVisible();
    await expect(page().getByText('Logon of j.tran').first()).toHaveCount(0);
    await page().getByRole('button', { name: 'Show all times' }).click();
    await expect(page().getByText('Process created: shell.exe').first()).toBeVisible();
    const path = join(product().folder, 'timeline.csv');
    await page().getByRole('button', { name: 'Export' }).first().click();
    await product().saveAs(
      () => page().getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      path,
    );
    expect(await readFile(path, 'utf8')).toContain('The first shell');
  });

  test('[TL10] a clock is aligned, told of, and set back', async () => {
    await open('clocks');
    await page().getByRole('button', { name: 'Align the clock of security.evtx' }).click();
    const form = dialog(page(), 'Align the clock');
    await form.getByRole('combobox', { name: 'Method' }).click();
    await page().getByRole('option', { name: 'From an NTP log' }).click();
    await form.getByLabel('Offset').fill('soon');
    await form.getByRole('button', { name: 'Align' }).click();
    await expect(form.getByText('Not an offset or a time that can be read')).toBeVisible();
    await form.getByLabel('Offset').fill('-1h 12us');
    expect(await axeFindings(page())).toEqual([]);
    await form.getByRole('button', { name: 'Align' }).click();
    await expectToast(page(), 'Success', 'Clock aligned');
    await expect(page().getByText('−1 h 12 µs')).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
  });

  test('[TL12] processes stand under those that started them, and are found by their words', async () => {
    await open('processes');
    await page().getByRole('button', { name: 'Read the events' }).click();
    await expect(page().getByText(/^12 processes on 1 host/)).toBeVisible({ timeout: 15_000 });
    await expect(page().getByText('shell.exe /c whoami').first()).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await page().getByRole('searchbox', { name: 'Search processes' }).fill('WHO.exe');
    await expect(page().getByText(/›/).first()).toBeVisible();
  });

  test('[TL13] logons are drawn from sources to accounts to hosts, and listed', async () => {
    await open('logons');
    await page().getByRole('button', { name: 'Read the events' }).click();
    await expect(page().getByRole('img', { name: /^Logons from sources/ })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page().getByRole('grid', { name: 'Logons' })).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
  });
});
