/** Files into an investigation, as people bring them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { dropFiles } from '../helpers/browser-drop.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { makeZip } from '../helpers/make-archives.ts';
import { ChunkMaker, integer, makeLog } from '../helpers/make-evtx.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openFiles } from '../helpers/tours/intake.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;

const SAMPLES = '/work/shared/data/evtx/format-samples';

/** A real log where there is one. */
function eventLog(): Buffer {
  const real = existsSync(SAMPLES)
    ? readdirSync(SAMPLES).find((name) => name.startsWith('2-vss_7-System'))
    : undefined;
  if (real) return readFileSync(join(SAMPLES, real));
  const chunk = new ChunkMaker();
  for (let n = 1; n <= 40; n++)
    chunk.record(n, 'event', { name: 'Event', content: [{ value: 0 }] }, [[6, integer(n, 2)]]);
  return makeLog([chunk.bytes]);
}

const lines = (count: number) =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, n) => `{"time":"2026-11-20T10:00:00Z","message":"m ${n}"}`,
    ).join('\n'),
  );

describe('evidence files of an investigation', () => {
  test('[IK4] dropped: an event log and an archive are read, their events counted', async () => {
    await openScreen(product(), '/forensics?new=1');
    const form = dialog(page(), 'New AI Investigation');
    await form.getByLabel('Incident ID').fill('INC-77');
    await form.getByLabel('Investigation Title').fill('Files of WS-7');
    await form.getByLabel('Description').fill('Collected on site');
    await form.getByRole('combobox', { name: 'Investigation Type' }).click();
    await page().getByRole('option', { name: 'Malware' }).click();
    await form.getByRole('button', { name: 'Start Investigation' }).click();
    await expect(form).toHaveCount(0);
    const drawer = await openFiles(product(), 'Files of WS-7');
    await expect(drawer.getByText('No files yet')).toBeVisible();
    const log = join(product().folder, 'System.evtx');
    const zip = join(product().folder, 'triage.zip');
    writeFileSync(log, eventLog());
    writeFileSync(zip, makeZip([{ name: '../app.json', content: lines(120) }]));
    await dropFiles(page(), [log, zip]);
    const row = (name: string) => drawer.getByRole('row').filter({ hasText: name });
    await expect(row('triage.zip').getByText('120', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await expect(row('System.evtx').getByText(/^Read/)).toBeVisible({ timeout: 20_000 });
    expect(await axeFindings(page())).toEqual([]);
    // The same once more is refused, in words.
    await dropFiles(page(), [zip]);
    await expect(drawer.getByText(/This content is in the investigation already/)).toBeVisible({
      timeout: 20_000,
    });
    expect(product().watch.take()).toEqual([expect.stringContaining('409 (Conflict)')]);
  });

  test('[IK11] a long one is cancelled and leaves no event', async () => {
    const drawer = await openFiles(product(), 'Files of WS-7');
    const path = join(product().folder, 'long.json');
    writeFileSync(path, lines(200_000));
    await dropFiles(page(), [path]);
    const row = drawer.getByRole('row').filter({ hasText: 'long.json' });
    await expect(row.getByText('Reading', { exact: true })).toBeVisible({ timeout: 20_000 });
    await row.getByRole('button', { name: 'Actions for long.json' }).click();
    await page().getByRole('menuitem', { name: 'Cancel reading' }).click();
    await expectToast(page(), 'Success', 'Reading cancelled');
    await expect(row.getByText('Cancelled')).toBeVisible();
  });

  test('[IK1] its receipt leads to the evidence and its custody', async () => {
    const drawer = await openFiles(product(), 'Files of WS-7');
    await drawer.getByRole('button', { name: 'triage.zip', exact: true }).click();
    const receipt = page().getByRole('dialog', { name: 'Receipt' });
    await expect(
      receipt.getByText("a name that climbs with '..'; read as bytes only"),
    ).toBeVisible();
    await receipt.getByRole('link', { name: 'Open with its custody' }).click();
    await expect(page().getByText('Taken in for an investigation').first()).toBeVisible();
  });
});
