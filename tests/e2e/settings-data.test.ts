/** The pages of data, retention, about, AI, sync and integrations, as a person meets them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { contract } from '../../src/shared/contract/index.ts';
import { clientOf, createAlert } from '../helpers/browser-calls.ts';
import { ACCOUNT, DASHBOARD, dialog, expectToast, signIn } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings, axeInBothThemes, tooWide } from '../helpers/page-checks.ts';

const PAGES = {
  data: 'Data',
  retention: 'Retention',
  about: 'About',
  models: 'Models',
  sync: 'Sync',
  integrations: 'Integrations',
} as const;
/** Its mark of what is required is part of its name. */
const PASSPHRASE_LABEL = /^Passphrase\W*$/;
const PASSPHRASE = 'seven green bottles on a wall';

const product = openSignedIn({ workspace: 'Demo workspace' });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-data-page-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openPage(name: keyof typeof PAGES): Promise<Page> {
  const { page, origin } = product();
  await page.goto(`${origin}/settings/${name}`);
  await expect(page.getByRole('heading', { level: 1, name: PAGES[name] })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page;
}

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('%s', (name) => {
  test('axe finds nothing in both themes, and nothing scrolls sideways, also at 200 %', async () => {
    const page = await openPage(name);
    expect(await axeInBothThemes(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 512, height: 350 });
    expect(await tooWide(page)).toEqual([]);
    if (size) await page.setViewportSize(size);
  });
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('data: where it is, how much of it there is, and what is in it', async () => {
  const page = await openPage('data');
  const here = card(page, 'On this computer');
  await expect(here.locator('code')).toHaveText(/watchfloor/);
  await expect(here).toContainText(/Database[\d.,]+ [kMG]B/);
  const figures = await clientOf(product()).call(contract.data.info, {});
  const alerts = figures.records.find(({ area }) => area === 'Alerts')?.count ?? -1;
  await expect(card(page, 'In the workspace')).toContainText(
    `Alerts${alerts.toLocaleString('en')}`,
  );
});

test('data: a passphrase that is short or not repeated is said beside its field', async () => {
  const page = await openPage('data');
  await card(page, 'Backup').getByRole('button', { name: 'Back up' }).click();
  const asked = dialog(page, 'Back up the workspace');
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);
  await asked.getByLabel(PASSPHRASE_LABEL).fill('short');
  await asked.getByRole('button', { name: 'Back up' }).click();
  await expect(asked.getByRole('alert').first()).toContainText('at least 12 characters');
  await asked.getByLabel(PASSPHRASE_LABEL).fill(PASSPHRASE);
  await asked.getByLabel('Passphrase again').fill(`${PASSPHRASE}!`);
  await asked.getByRole('button', { name: 'Back up' }).click();
  await expect(asked.getByRole('alert')).toContainText('not the same');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('data: from a backup saved as a file, through a wrong passphrase, to its workspace', async () => {
  const page = await openPage('data');
  await card(page, 'Backup').getByRole('button', { name: 'Back up' }).click();
  const asked = dialog(page, 'Back up the workspace');
  await asked.getByLabel(PASSPHRASE_LABEL).fill(PASSPHRASE);
  await asked.getByLabel('Passphrase again').fill(PASSPHRASE);
  await asked.getByRole('button', { name: 'Back up' }).click();
  await expectToast(page, 'Success', 'The backup is made');
  const file = join(folder, 'mine.wfbackup');
  const save = card(page, 'Backup').getByRole('button', { name: /^Save watchfloor-/ });
  await product().saveAs(() => save.click(), file);
  expect(readFileSync(file).subarray(0, 8).toString()).toBe('WFBACKUP');

  await createAlert(product(), { title: 'Only after the backup' });
  const restore = card(page, 'Restore');
  const choose = restore.getByRole('button', { name: 'Choose a backup' });
  await product().chooseFiles(() => choose.click(), [file]);
  const ask = dialog(page, 'Restore this backup?');
  await expect(ask).toContainText('mine.wfbackup');
  await expect(ask).toContainText(/[\d,]+ in alerts/);
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);
  await ask.getByLabel('Passphrase of the backup').fill('not this one at all');
  await ask.getByRole('button', { name: 'Replace this workspace' }).click();
  await expect(ask.getByRole('alert')).toContainText('The passphrase is not the one');
  await ask.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
  await ask.getByRole('button', { name: 'Replace this workspace' }).click();

  // The page learns that its session is over, and leads to the sign-in.
  await page.waitForURL(/\/api\/login/);
  product().watch.take();
  await signIn(product());
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
  const found = await clientOf(product()).page(contract.alerts.list, {
    query: { q: 'Only after the backup' },
  });
  expect(found.total).toBe(0);
});

test('data: a file that is no backup is refused in words', async () => {
  const page = await openPage('data');
  const restore = card(page, 'Restore');
  const choose = restore.getByRole('button', { name: 'Choose a backup' });
  await product().chooseFiles(
    () => choose.click(),
    [join(import.meta.dirname, 'vitest.config.ts')],
  );
  await expect(restore.getByRole('alert')).toHaveText(/is not a backup of Watchfloor/);
  expect(product().watch.take()).toEqual([expect.stringContaining('400 (Bad Request)')]);
});

test('data: the export is saved, and a backup is deleted after a question that names it', async () => {
  const page = await openPage('data');
  const file = join(folder, 'all.ndjson.gz');
  const button = card(page, 'Export').getByRole('button', { name: 'Export' });
  await product().saveAs(() => button.click(), file);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true });

  await card(page, 'Backup')
    .getByRole('button', { name: /^Delete watchfloor-/ })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/watchfloor-\d+-\d+\.wfbackup is deleted/);
  await question.getByRole('button', { name: 'Delete backup' }).click();
  await expect(card(page, 'Backup')).toContainText('There is no backup in the data folder');
});

test('retention: says what would go before it is saved, and deletes it on demand', async () => {
  const page = await openPage('retention');
  const due = card(page, 'Would be deleted now');
  await expect(due).toContainText('Closed alerts0');
  await page.getByLabel('Closed alerts').fill('7');
  await expect(due).not.toContainText('Closed alerts0');
  await expect(due).toContainText('once they are saved');
  await expect(due.getByRole('button', { name: 'Delete now' })).toHaveCount(0);
  await page.getByLabel('Finished jobs').fill('soon');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await expect(page.getByText(/whole number of days/)).toBeVisible();
  await page.getByLabel('Finished jobs').fill('90');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await expectToast(page, 'Success', 'The retention is saved');
  await due.getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/[\d,]+ closed alerts/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click();
  await expect(due).toContainText('Last deleted');
  await expect(due).toContainText('Closed alerts0');
});

test('about: the licences are found by name and shown as text without a link', async () => {
  const page = await openPage('about');
  await expect(card(page, 'Watchfloor')).toContainText(/Version\d/);
  const licences = card(page, 'Licences');
  await licences.getByLabel('Search licences').fill('zod');
  await licences.getByRole('button', { name: 'Licence of zod' }).click();
  const text = page.getByRole('dialog', { name: /^zod/ });
  await expect(text).toContainText('Permission is hereby granted');
  await expect(text.getByRole('link')).toHaveCount(0);
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await licences.getByLabel('Search licences').fill('nothing of that name');
  await expect(licences).toContainText('No part is called so');
});

test('models, sync and integrations say the present truth', async () => {
  await expect(card(await openPage('models'), 'Language model')).toContainText('Off');
  const alone = card(await openPage('sync'), 'This workspace is on this workstation alone');
  await expect(alone).toContainText('Join with an invitation');
  const tools = card(await openPage('integrations'), 'Security tools').getByRole('listitem');
  await expect(tools).toHaveCount(8);
});

/** From an empty page: one that sees its session end goes to the sign-in by itself, between two steps of ours. */
async function signOut(): Promise<void> {
  const { page, origin } = product();
  await page.goto('about:blank');
  await page.goto(`${origin}/api/logout`);
}

test('an analyst sees where the data is and nothing to replace it with', async () => {
  const analyst = {
    ...ACCOUNT,
    email: `rui-${randomUUID()}@example.test`,
    firstName: 'Rui',
    lastName: 'Costa',
  };
  await clientOf(product()).call(contract.auth.createAccount, {
    body: { ...analyst, role: 'SOC Analyst' },
  });
  const { page } = product();
  await signOut();
  await signIn(product(), analyst.email);
  await openPage('data');
  await expect(card(page, 'On this computer')).toBeVisible();
  for (const name of ['Backup', 'Restore', 'Export', 'Demo workspace'])
    await expect(card(page, name)).toHaveCount(0);
  await openPage('retention');
  await expect(page.getByText('For administrators')).toBeVisible();
  await signOut();
  await signIn(product());
});

test('the demo is left after a question that names what goes', async () => {
  const page = await openPage('data');
  await card(page, 'Demo workspace').getByRole('button', { name: 'Leave demo' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/[\d,]+ in alerts.*[\d,]+ in compliance/);
  await question.getByRole('button', { name: 'Delete and start empty' }).click();
  await expectToast(page, 'Success', 'The workspace is empty now');
  await expect(card(page, 'Demo workspace')).toHaveCount(0);
});
