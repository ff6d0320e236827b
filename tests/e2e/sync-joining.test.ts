/** Joining, being shut out and leaving on the page: built hosts, and a real PostgreSQL that speaks TLS. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect as expectThat, test } from 'vitest';
import { expect } from '../helpers/browser-expect.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { makeAuthority } from '../helpers/make-certificate.ts';
import { axeInBothThemes } from '../helpers/page-checks.ts';
import { type PostgresLogin, startPostgres, type TestCluster } from '../helpers/postgres.ts';
import {
  type DeskPerson,
  invitePerson,
  joinWorkspace,
  openDeskOf,
  type SyncDesk,
} from '../helpers/sync-desks.ts';
import { openScreen } from '../helpers/tour.ts';
import { replaceCertificate } from '../sync/joining/rig.ts';

const ADA: DeskPerson = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.test' };
const BEN: DeskPerson = { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.test' };
const CLEO: DeskPerson = { firstName: 'Cleo', lastName: 'Marsh', email: 'cleo@example.test' };
const CONTEXT = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const CROSSES = { timeout: 30_000 };
const SEEN = { timeout: 75_000 };

let browser: Browser;
let cluster: TestCluster;
let owner: PostgresLogin;
let ada: SyncDesk;
let ben: SyncDesk;
let cleo: SyncDesk;
beforeAll(async () => {
  browser = await launchBrowser();
  cluster = await startPostgres({ tls: true });
  owner = await cluster.emptyDatabase();
  ada = await openDeskOf(browser, ADA, CONTEXT);
  ben = await openDeskOf(browser, BEN, CONTEXT);
  cleo = await openDeskOf(browser, CLEO, CONTEXT);
});
afterAll(async () => {
  for (const desk of [ada, ben, cleo]) await desk.close();
  await cluster.stop();
  await browser.close();
});

const stateOf = (desk: SyncDesk) =>
  desk.page.getByRole('region', { name: 'Northwind SOC' }).getByRole('status');
const connection = () =>
  `postgres://${owner.user}:${owner.password}@${owner.host}:${owner.port}/${owner.database}`;
const risksOf = async (desk: SyncDesk) =>
  (await desk.api<{ title: string }[]>('GET', '/api/risks')).map(({ title }) => title);

const risk = (title: string) => ({
  ...{ title, description: 'd', category: 'OPERATIONAL', likelihood: 3, impact: 3 },
});

async function leave(desk: SyncDesk, button: string, word: string, confirm: string) {
  await desk.page.getByRole('button', { name: button }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The machine goes to another team');
  await dialog.getByLabel(`Type ${word}`).fill(word);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

test('[SY208] over TLS a certificate of another authority opens nothing and is said; the right one does', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Create a shared workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a shared workspace' });
  await dialog.getByLabel('Name of the workspace').fill('Northwind SOC');
  await dialog.getByLabel('Name of this workstation').fill('desk-1');
  await dialog.getByLabel("Connection of the database's owner").fill(connection());
  await dialog.getByLabel('Certificate of the authority').fill(makeAuthority().cert);
  await dialog.getByRole('button', { name: 'Create and join' }).click();
  await expect(dialog.getByRole('alert')).toContainText('certificate', CROSSES);
  await dialog.getByLabel('Certificate of the authority').fill(owner.ca ?? '');
  await dialog.getByRole('button', { name: 'Create and join' }).click();
  await expect(stateOf(ada)).toContainText('Everything of yours is shared', { timeout: 60_000 });
  await expect(page.getByText('by TLS')).toBeVisible();
});

test('[SY209] joining fresh backs up what is here, as an analyst who may then pause but not invite', async () => {
  await ada.api('POST', '/api/risks', risk('Of the workspace'));
  await ben.api('POST', '/api/risks', risk('Of Ben alone'));
  const invitation = await invitePerson(ada, BEN, 'SOC Analyst');
  await joinWorkspace(ben, invitation, 'desk-2', 'a passphrase that is long');
  await expect(stateOf(ben)).toContainText('Everything of yours is shared', CROSSES);
  await expect.poll(() => risksOf(ben), CROSSES).toEqual(['Of the workspace']);
  const backups = readdirSync(join(ben.dataDir, 'backups'));
  expectThat(backups.filter((name) => name.endsWith('.wfbackup'))).toHaveLength(1);
  await ben.page.reload();
  await expect(ben.page.getByRole('button', { name: 'Pause sync' })).toBeVisible(CROSSES);
  await expect(ben.page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Pause sync' }).click();
  await expect(stateOf(ben)).toContainText('paused by a person', CROSSES);
  await ben.page.getByRole('button', { name: 'Go on with sync' }).click();
  await expect(stateOf(ben)).toContainText('Everything of yours is shared', CROSSES);
  await ben.page.getByRole('radio', { name: 'At once, up to a size' }).click();
  await expect(ben.page.getByLabel('Up to, in MB')).toBeVisible();
  expectThat(await axeInBothThemes(ben.page)).toEqual([]);
});

test('[SY210] two windows of one workstation show the same state and what arrives', async () => {
  const { page } = await ben.openWindow('/risk');
  await expect(page.getByText('Of the workspace').first()).toBeVisible(CROSSES);
  await ada.api('POST', '/api/risks', risk('Seen in both windows'));
  await expect(page.getByText('Seen in both windows').first()).toBeVisible(CROSSES);
  await ben.api('PATCH', '/api/sync', { isPaused: true });
  for (const window of [page, ben.page])
    await expect(window.getByRole('button', { name: 'Connection: Sync paused' })).toBeVisible(
      CROSSES,
    );
  await ben.api('PATCH', '/api/sync', { isPaused: false });
  await page.close();
});

test('[SY211] what is assigned on one workstation is told on the other, and leads to it', async () => {
  const users = await ada.api<{ id: string; email: string }[]>('GET', '/api/users');
  const { id: assignedTo } = users.find(({ email }) => email === BEN.email) ?? { id: '' };
  const { id } = await ada.api<{ id: string }>('POST', '/api/alerts', {
    ...{ title: 'Beacon at night', description: 'd', severity: 'HIGH', source: 'test' },
  });
  await ada.api('PATCH', `/api/alerts/${id}`, { assignedTo });
  await ben.page.getByRole('button', { name: /^Notifications/ }).click();
  const told = ben.page.getByText('Ada Park assigned an alert to you');
  await expect(told.first()).toBeVisible(CROSSES);
  await told.first().click();
  await expect(ben.page).toHaveURL(new RegExp(`alert=${id}`), CROSSES);
});

test('[SY212] wiping leaves nothing of the workspace, and the page of one alone', async () => {
  await joinWorkspace(cleo, await invitePerson(ada, CLEO), 'desk-3');
  await expect(stateOf(cleo)).toContainText('Everything of yours is shared', CROSSES);
  expectThat(await risksOf(cleo)).toContain('Of the workspace');
  await leave(cleo, 'Leave and wipe', 'WIPE', 'Leave and wipe');
  await expect.poll(() => risksOf(cleo), CROSSES).toEqual([]);
  await openScreen(cleo, '/settings/sync');
  await expect(cleo.page.getByText('This workspace is on this workstation alone')).toBeVisible(
    CROSSES,
  );
});

test('[SY213] who is shut out is told, with what to do, and leaves with a copy', async () => {
  await openScreen(ben, '/settings/sync');
  await openScreen(ada, '/settings/sync');
  await ada.page.getByRole('button', { name: 'Shut out desk-2' }).click(SEEN);
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Shut out' }).click();
  await ben.page
    .getByRole('button', { name: 'Sync now' })
    .click()
    .catch(() => {});
  await expect(stateOf(ben)).toContainText('no longer takes this workstation', SEEN);
  await expect(stateOf(ben)).toContainText('ask an administrator for a new invitation');
  await expect(ben.page.getByRole('button', { name: 'Connection: Sync: problem' })).toBeVisible(
    CROSSES,
  );
  await leave(ben, 'Leave and keep a copy', 'LEAVE', 'Leave');
  await expect(ben.page.getByText('This workspace is on this workstation alone')).toBeVisible(
    CROSSES,
  );
  expectThat(await risksOf(ben)).toContain('Of the workspace');
  // Nobody else could run this workstation: who left may, and may join again.
  await expect(ben.page.getByRole('button', { name: 'Join with an invitation' })).toBeVisible(
    CROSSES,
  );
});

test('[SY214] a certificate that was exchanged stops sync, is named with its cure, and nothing is sent', async () => {
  await openScreen(ada, '/settings/sync');
  await replaceCertificate(cluster, makeAuthority().issue(['127.0.0.1', 'localhost']));
  await ada.api('PATCH', '/api/sync', { isPaused: true });
  await ada.api('PATCH', '/api/sync', { isPaused: false });
  const card = ada.page.getByRole('region', { name: 'Northwind SOC' });
  await expect(card.getByRole('alert')).toContainText('certificate', CROSSES);
  await expect(card.getByRole('alert')).toContainText('Nothing was sent');
});
