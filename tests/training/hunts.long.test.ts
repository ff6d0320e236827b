/** The two exercises in which finding the rows is the work. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { exerciseCall, findAlert, verdictsOf } from '../helpers/training-calls.ts';

let app: TestApp;
let self: string;
beforeEach(async () => {
  app = await openTestApp({ workspace: 'demo' });
  self = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
});
afterEach(() => app.close());

async function reopen(alert: Alert, reason: string): Promise<void> {
  await updateAlert(app, alert.id, { status: 'OPEN', reason });
}

async function takeOn(alert: Alert): Promise<void> {
  await updateAlert(app, alert.id, { status: 'IN_PROGRESS', assignedTo: self });
}

const onHost = (title: string) => findAlert(app, { title, text: /10\.20\.10\.14/ });
const QUERY = 'KHF PHISH Query for a name that resembles our own sign-in';
const CONTACT = 'KHF C2 TLS to a server whose certificate was made today';
const MEMORY = 'Memory of the sign-in process read';
const LOADER = {
  title: 'PowerShell fetched a file and ran it',
  host: 'WS-FIN-014',
  user: 'm.okonjo',
  status: 'FALSE_POSITIVE',
} as const;

async function findLoader(): Promise<Alert> {
  const response = await app.request('GET', '/api/alerts?q=WS-FIN-014&limit=1000');
  for (const alert of (await response.json()) as Alert[]) {
    if (alert.title !== LOADER.title) continue;
    const raw = await (await app.request('GET', `/api/alerts/${alert.id}/raw`)).text();
    if (raw.includes('-enc ')) return alert;
  }
  throw new Error('No loader');
}

test('[TR3] investigate that host, done right', async () => {
  await exerciseCall(app, 'investigate-host', 'begin');
  const [query, contact, memory] = [
    await onHost(QUERY),
    await onHost(CONTACT),
    await onHost(MEMORY),
  ];
  const loader = await findLoader();
  expect([query.status, loader.status]).toEqual(['FALSE_POSITIVE', 'FALSE_POSITIVE']);
  expect([contact.status, memory.status]).toEqual(['OPEN', 'OPEN']);
  await reopen(loader, 'Parent is cmd.exe and the script came from 198.51.100.77');
  await reopen(query, 'Name of the look-alike page in INC-0412');
  for (const alert of [query, loader, contact, memory]) await takeOn(alert);
  await updateAlert(app, memory.id, { escalated: true });
  const answers = {
    contact: ' 198.51.100[.]77 ',
    account: 'KHF\\svc-backup',
    name: 'khf-signin.example[.]net',
  };
  const checked = await exerciseCall(app, 'investigate-host', 'check', { answers });
  expect(verdictsOf(checked)).toEqual({
    loader: 'right',
    'way-in': 'right',
    'in-hand': 'right',
    escalate: 'right',
    restraint: 'right',
    conclusion: 'right',
  });
  expect(checked.attempt).toMatchObject({ state: 'PASSED', answers });
});

test('investigate that host, done badly: a harmless alert reopened, a reason without a fact', async () => {
  await exerciseCall(app, 'investigate-host', 'begin');
  await reopen(await findLoader(), 'this does not look right to me at all');
  const everyday = await app.request('GET', '/api/alerts?q=WS-FIN-014&limit=1000');
  const others = ((await everyday.json()) as Alert[]).filter(
    ({ aiInvestigation, status, sourceHost, title }) =>
      aiInvestigation !== null &&
      status !== 'OPEN' &&
      sourceHost === 'WS-FIN-014' &&
      title !== QUERY,
  );
  for (const alert of others) await reopen(alert, 'Everything on this host is suspect');
  const answers = { contact: '192.0.2.1' };
  const checked = await exerciseCall(app, 'investigate-host', 'check', { answers });
  expect(verdictsOf(checked)).toEqual({
    loader: 'partly',
    'way-in': 'missed',
    'in-hand': 'missed',
    escalate: 'missed',
    restraint: 'missed',
    conclusion: 'missed',
  });
});

test('[TR3] hunt the web-server intrusion, done right', async () => {
  await exerciseCall(app, 'hunt-web-server', 'begin');
  const closed = { status: 'FALSE_POSITIVE' } as const;
  const around = await findAlert(app, { ...closed, title: /listed accounts and network/ });
  const from = (title: RegExp) => findAlert(app, { ...closed, title, text: /192\.0\.2\.146/ });
  const [scan, traversal] = [await from(/Web scanner/), await from(/Directory traversal/)];
  await reopen(scan, '192.0.2.146 came back and got an answer');
  await reopen(traversal, 'Answered with 200 to 192.0.2.146, the slash was encoded');
  await reopen(around, 'The health check has no shell; account track of WEB-02');
  for (const alert of [scan, traversal, around]) await takeOn(alert);
  const answers = { address: '192.0.2.146', file: '.thumb.php', rows: '118,204' };
  const checked = await exerciseCall(app, 'hunt-web-server', 'check', { answers });
  expect(Object.values(verdictsOf(checked))).toEqual(Array(6).fill('right'));
});
