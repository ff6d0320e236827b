/** Files that need a person: fields to choose, times without a zone, and files that take a while. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import {
  choose,
  dialog,
  expectCount,
  finishImport,
  openDesk,
  pane,
  paneField,
  row,
  rows,
} from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({ context: { timezoneId: 'America/Sao_Paulo' } });

async function drop(name: string, content: string | Buffer): Promise<void> {
  const path = join(product().folder, name);
  await writeFile(path, content);
  await product().dropFiles([path]);
}

test('[PG12] a table: the proposed fields can be taken as they are', async () => {
  const { page } = product();
  await openDesk(product());
  await drop(
    'proposed.csv',
    'title,severity,host\nDisk filled up,high,fs-01\nFan stopped,low,fs-02\n',
  );
  const preview = dialog(page, 'Import alerts');
  await expect(preview.getByLabel('Format')).toContainText('CSV with field mapping');
  await expect(preview.getByRole('row').nth(1)).toContainText('Disk filled up');
  expect(await finishImport(page)).toMatchObject({ Read: '2', Added: '2' });
  await expect(row(page, 'Disk filled up')).toContainText('High');
  await expect(row(page, 'Disk filled up')).toContainText('fs-01');
});

test('[PG12] a table in other words: fields and words of severity are chosen, the preview follows', async () => {
  const { page } = product();
  await openDesk(product());
  await drop('words.csv', 'Was;Wie;Wo\nPlatte voll;sev1;fs-03\nDienst steht;sev3;fs-04\n');
  const preview = dialog(page, 'Import alerts');
  const importButton = preview.getByRole('button', { name: 'Import', exact: true });
  const chooseField = async (field: string, from: string) => {
    await preview.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: new RegExp(`^${from}`) }).click();
  };
  await chooseField('Title', 'Not in the file');
  await expect(importButton).toBeDisabled();
  await expect(preview.getByRole('alert')).toHaveText('Choose the field that holds the title');
  await chooseField('Title', 'Was');
  await expect(preview.getByRole('row').nth(1)).toContainText('Platte voll');
  await chooseField('Severity', 'Wie');
  await chooseField('Source host', 'Wo');
  await preview.getByLabel('Word of severity in the file').fill('sev1');
  await preview.getByRole('button', { name: 'Add word' }).click();
  await choose(page, preview.getByRole('combobox', { name: 'Severity of sev1' }), 'Critical');
  await expect(preview.getByRole('row').nth(1)).toContainText('Critical');
  expect(await finishImport(page)).toMatchObject({ Read: '2', Added: '2', Rejected: '0' });
  await expect(row(page, 'Platte voll')).toContainText('Critical');
  await expect(row(page, 'Platte voll')).toContainText('fs-03');
});

test('[PG12] times without a zone are read as UTC, or in the zone that a person chooses', async () => {
  const { page } = product();
  const line = (text: string) => JSON.stringify({ title: text, time: '2026-11-19 08:00:00' });
  await openDesk(product());
  await drop('assumed.json', `${line('Read as UTC')}\n`);
  const preview = dialog(page, 'Import alerts');
  const zone = preview.getByLabel('Time zone of times without one');
  await expect(zone).toHaveText('UTC (assumed)');
  await finishImport(page);
  await row(page, 'Read as UTC').getByRole('link').first().click();
  const time = paneField(page, 'Created').getByRole('time');
  await expect(time).toHaveAttribute('datetime', '2026-11-19T08:00:00.000Z');
  await expect(pane(page)).toContainText('The source wrote no time zone; read as UTC.');

  await drop('chosen.json', `${line('Read as here')}\n`);
  await choose(page, zone, 'America/Sao_Paulo (this computer)');
  await expect(preview).toContainText('read as America/Sao_Paulo');
  await finishImport(page);
  await row(page, 'Read as here').getByRole('link').first().click();
  await expect(time).toHaveAttribute('datetime', '2026-11-19T11:00:00.000Z');
  await expect(pane(page)).toContainText('read in the zone chosen at import');
});

test('files held over the window are told where they go', async () => {
  const { page } = product();
  await openDesk(product());
  const path = join(product().folder, 'held.json');
  await writeFile(path, '{}');
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 700, y: 400, data });
  await expect(page.getByText('Drop to import')).toBeVisible();
  await page.evaluate(() =>
    document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })),
  );
  await expect(page.getByText('Drop to import')).toHaveCount(0);
  await cdp.detach();
});

test('[PG12] several files come one after the other; a packed one is read as it is', async () => {
  const { page } = product();
  await openDesk(product());
  const before = await rows(page).count();
  const one = join(product().folder, 'one.json');
  const two = join(product().folder, 'two.json.gz');
  await writeFile(one, '{"title":"From the first file"}\n');
  await writeFile(two, gzipSync('{"title":"From the packed file"}\n'));
  await product().dropFiles([one, two]);
  const preview = dialog(page, 'Import alerts');
  await expect(preview).toContainText('one.json');
  await expect(preview).toContainText('1 more waiting');
  await preview.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Next file (1)' }).click();
  await expect(preview).toContainText('two.json.gz');
  await expect(preview).toContainText('the file is compressed (gzip)');
  expect(await finishImport(page)).toMatchObject({ Added: '1' });
  await expect(rows(page)).toHaveCount(before + 2);
});

test('[PG12] what is no file of alerts says so, and imports nothing', async () => {
  const { page } = product();
  await openDesk(product());
  await drop('picture.png', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'));
  const preview = dialog(page, 'Import alerts');
  await expect(preview.getByLabel('Format')).toContainText('Not recognised');
  await expect(preview.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview).toHaveCount(0);
});

test('[PG13] a large file shows how far it is; the desk can be worked on, and the import stopped', async () => {
  const { page } = product();
  await openDesk(product());
  await drop('large.json', manyRecords(120_000));
  const preview = dialog(page, 'Import alerts');
  await preview.getByRole('button', { name: 'Import', exact: true }).click();
  const progress = preview.getByRole('progressbar', { name: 'Import progress' });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(preview.getByRole('status')).toHaveText(/[\d.]+ of [\d.]+ MiB read/);
  await preview.getByRole('button', { name: 'Continue in the background' }).click();
  await expect(preview).toHaveCount(0);

  const tray = page.getByRole('button', { name: '1 job running' });
  await expect(tray).toBeVisible();
  await page.getByRole('button', { name: 'Simulate Alert' }).click();
  await expect(row(page, /PowerShell/).first()).toBeVisible();
  await tray.click();
  await page.getByRole('button', { name: /^Cancel / }).click();
  await expect(page.getByRole('button', { name: 'Recent jobs' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More file actions' }).click();
  await page.getByRole('menuitem', { name: 'Import history' }).click();
  const entry = dialog(page, 'Import history').getByRole('listitem').first();
  await expect(entry).toContainText('large.json');
  await expect(entry).toContainText('Cancelled');
  await page.keyboard.press('Escape');
  // What was committed before the end stays, whole records each.
  await expectCount(page, await countOf());
});

async function countOf(): Promise<string> {
  const { page, origin } = product();
  const answer = await page.context().request.get(`${origin}/api/alerts?limit=1`);
  return `${Number(answer.headers()['x-total-count']).toLocaleString('en')} alerts`;
}

function manyRecords(count: number): string {
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      timestamp: new Date(Date.UTC(2026, 10, 1) + n * 1_000).toISOString(),
      event_type: 'alert',
      src_ip: `10.0.${n % 250}.7`,
      dest_ip: '192.0.2.8',
      proto: 'TCP',
      flow_id: n,
      alert: { signature_id: 9_000_000 + (n % 40), signature: `LOCAL Probe ${n}`, severity: 3 },
    }),
  );
  return lines.join('\n');
}
