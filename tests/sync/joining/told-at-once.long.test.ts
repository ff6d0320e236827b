/** What a workstation at rest hears of the server without asking. */
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { systemClock } from '../../../src/main/platform/clock.ts';
import { openTestApp } from '../../helpers/open-test-app.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually, openWorkspace, type Workstation } from '../worker/two-cores.ts';

let cluster: TestCluster;
let open: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
  open = [];
}, 60_000);

interface People {
  readonly workstations: readonly { readonly label: string }[];
}
const labelsAt = async (station: Workstation): Promise<string[]> => {
  const { workstations } = await station.get<People>('/api/sync/people');
  return workstations.map(({ label }) => label).sort();
};
/** Far below what asking by itself takes (30 s and more). */
const AT_ONCE_MS = 20_000;

test('[SY187] a newcomer is in the list of those who are there at once', async () => {
  const login = await cluster.database();
  open = await openWorkspace(login, ['ada']);
  const [ada] = open;
  if (!ada) throw new Error('A workstation is needed');
  await eventually(async () => (await labelsAt(ada)).includes('ada'), 'the list', 60_000);
  const person = { email: 'bea@example.test', name: 'bea', role: 'Administrator' };
  const { invitation } = await ada.post<{ invitation: string }>('/api/sync/invitations', person);
  // By now the page has asked, and may not again for half a minute.
  await labelsAt(ada);
  const bea = await openAlone();
  open.push(bea);
  await bea.post('/api/sync/join', { invitation, mode: 'merge', label: 'bea' });
  await eventually(async () => (await labelsAt(ada)).includes('bea'), 'the newcomer', AT_ONCE_MS);
}, 180_000);

test('[SY187] a server that ends is noticed at once by who is at rest, and found again', async () => {
  open = await openWorkspace(await cluster.database(), ['ada']);
  const [ada] = open;
  if (!ada) throw new Error('A workstation is needed');
  await cluster.kill();
  await eventually(
    async () => (await ada.status()).state !== 'up-to-date',
    'that the server is gone',
    AT_ONCE_MS,
  );
  await cluster.start();
  await eventually(async () => (await ada.status()).state === 'up-to-date', 'it again', 60_000);
}, 180_000);

/** A workstation that has joined nothing yet. */
async function openAlone(): Promise<Workstation> {
  const app = await openTestApp({ as: 'Administrator', deps: { clock: systemClock } });
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await app.request(method, path, body === undefined ? {} : { body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as never;
  };
  await call('PATCH', '/api/isolation', { isIsolated: false });
  return {
    ...app,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body ?? {}),
    patch: (path, body) => call('PATCH', path, body),
    status: () => call('GET', '/api/sync'),
    synced: async () => {},
  };
}
