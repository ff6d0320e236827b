/** Sync as two people meet it: two built hosts, two folders, a real PostgreSQL. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect as expectThat, test } from 'vitest';
import type { SyncStateName, SyncStatus } from '../../src/shared/areas/sync/sync-state.contract.ts';
import { expect } from '../helpers/browser-expect.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { startPostgres, type TestCluster } from '../helpers/postgres.ts';
import {
  createWorkspace,
  type DeskPerson,
  invitePerson,
  joinWorkspace,
  openDeskOf,
  type SyncDesk,
} from '../helpers/sync-desks.ts';
import { openScreen } from '../helpers/tour.ts';

const ADA: DeskPerson = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.test' };
const BEN: DeskPerson = { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.test' };
const CONTEXT = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
const CROSSES = { timeout: 30_000 };

let browser: Browser;
let cluster: TestCluster;
let ada: SyncDesk;
let ben: SyncDesk;
beforeAll(async () => {
  browser = await launchBrowser();
  cluster = await startPostgres();
  ada = await openDeskOf(browser, ADA, CONTEXT);
  ben = await openDeskOf(browser, BEN, CONTEXT);
});
afterAll(async () => {
  await ada.close();
  await ben.close();
  await cluster.stop();
  await browser.close();
});

const pill = (desk: SyncDesk, word: string) =>
  desk.page.getByRole('button', { name: `Connection: ${word}` });
const stateOf = (desk: SyncDesk) =>
  desk.page.getByRole('region', { name: 'Northwind SOC' }).getByRole('status');
const pause = (desk: SyncDesk, isPaused: boolean) => desk.api('PATCH', '/api/sync', { isPaused });

const untilState = (desk: SyncDesk, state: SyncStateName) =>
  expect
    .poll(async () => (await desk.api<SyncStatus>('GET', '/api/sync')).state, CROSSES)
    .toBe(state);

async function riskOf(desk: SyncDesk, title: string): Promise<string> {
  const body = { title, description: 'd', category: 'OPERATIONAL', likelihood: 3, impact: 3 };
  return (await desk.api<{ id: string }>('POST', '/api/risks', body)).id;
}

test('[SY110] a workspace is created and joined on the page in the two minutes that it may take', async () => {
  const owner = await cluster.emptyDatabase();
  const { user, password, host, port, database } = owner;
  await createWorkspace(ada, `postgres://${user}:${password}@${host}:${port}/${database}`);
  await expect(stateOf(ada)).toContainText('Everything of yours is shared', CROSSES);
  await expect(pill(ada, 'Synced')).toBeVisible();
  await joinWorkspace(ben, await invitePerson(ada, BEN), 'desk-2');
  await expect(stateOf(ben)).toContainText('Everything of yours is shared', CROSSES);
  const people = ada.page.getByRole('list', { name: 'People of the workspace' });
  await expect(people.getByText('Ben Okafor')).toBeVisible({ timeout: 75_000 });
  await expect(ada.page.getByRole('list', { name: 'Workstations' })).toContainText(
    'desk-2',
    CROSSES,
  );
  expectThat(await tooWide(ada.page)).toEqual([]);
  expectThat(await axeInBothThemes(ada.page)).toEqual([]);
});

test('[SY111] what one adds, the other sees; and who else has it open', async () => {
  const id = await riskOf(ada, 'Unsupported firewall');
  await openScreen(ben, '/risk');
  await expect(ben.page.getByText('Unsupported firewall').first()).toBeVisible(CROSSES);
  await openScreen(ada, `/risk?risk=${id}`);
  await openScreen(ben, `/risk?risk=${id}`);
  await expect(ben.page.getByText('Also open by Ada Park on desk-1')).toBeVisible({
    timeout: 45_000,
  });
});

test('[SY112] two who change one field while apart see both values; the other one is a click away, and so is the way back', async () => {
  const id = await riskOf(ada, 'Old mail gateway');
  await expect
    .poll(
      () =>
        ben.api('GET', `/api/risks/${id}`).then(
          () => true,
          () => false,
        ),
      CROSSES,
    )
    .toBe(true);
  await pause(ada, true);
  await pause(ben, true);
  await untilState(ada, 'paused');
  await untilState(ben, 'paused');
  await ada.api('PATCH', `/api/risks/${id}`, { title: 'Mail gateway without support' });
  await ben.api('PATCH', `/api/risks/${id}`, { title: 'Mail gateway to be replaced' });
  await pause(ada, false);
  await untilState(ada, 'up-to-date');
  await pause(ben, false);
  await openScreen(ben, `/risk?risk=${id}`);
  const notice = ben.page.getByRole('region', { name: 'Conflicts of this record' });
  await expect(notice).toContainText('both changed Title', CROSSES);
  await expect(notice).toContainText('Mail gateway without support');
  await notice.getByRole('button', { name: 'Use the other value' }).click();
  const title = ben.page.getByRole('dialog').getByRole('heading', { level: 2 }).last();
  await expect(title).toHaveText('Mail gateway without support');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(title).toHaveText('Mail gateway to be replaced');
  // The other of the two sees it, too, on the page of sync.
  await openScreen(ada, '/settings/sync');
  const listed = ada.page.getByRole('list', { name: 'Conflicts' });
  await expect(listed).toContainText('Mail gateway to be replaced', CROSSES);
  await listed.getByRole('button', { name: 'Let it stand' }).click();
  await expect(ada.page.getByText('No open conflicts')).toBeVisible();
});

test('[SY113] isolation stops sync at once and is shown; what was changed meanwhile goes out after it', async () => {
  await openScreen(ben, '/settings/sync');
  await ben.api('PATCH', '/api/isolation', { isIsolated: true });
  await expect(pill(ben, 'Isolated')).toBeVisible();
  await expect(stateOf(ben)).toContainText('Nothing leaves this machine');
  const id = await riskOf(ben, 'Written while isolated');
  await expect(stateOf(ben)).toContainText('of yours will be sent then');
  await ben.api('PATCH', '/api/isolation', { isIsolated: false });
  await expect(stateOf(ben)).toContainText('Everything of yours is shared', CROSSES);
  await expect
    .poll(
      () =>
        ada.api('GET', `/api/risks/${id}`).then(
          () => true,
          () => false,
        ),
      CROSSES,
    )
    .toBe(true);
});

test('[SY114] a workstation leaves with a copy: its page is that of one alone, and what it has stays', async () => {
  const { page } = ben;
  await openScreen(ben, '/settings/sync');
  await page.getByRole('button', { name: 'Leave and keep a copy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave and keep a copy?' });
  const leave = dialog.getByRole('button', { name: 'Leave', exact: true });
  await expect(leave).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The desk moves to another team');
  await dialog.getByLabel('Type LEAVE').fill('LEAVE');
  await leave.click();
  await expect(page.getByText('This workspace is on this workstation alone')).toBeVisible(CROSSES);
  const risks = await ben.api<{ title: string }[]>('GET', '/api/risks');
  expectThat(risks.map(({ title }) => title)).toContain('Unsupported firewall');
});
