/** A workstation on which only an auditor works: two cores, a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RefusedAnswer } from '../../../src/shared/areas/sync/sync-refused.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { collect } from '../../helpers/evidence-calls.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually, openFirst, openWorkstation, type Workstation } from '../worker/two-cores.ts';

let cluster: TestCluster;
const open: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((station) => station.close()));
}, 60_000);

test('[SY262] [SY266] an auditor’s workstation reads all of it, keeps what reading leaves, and has nothing refused', async () => {
  const ada = await openFirst(await cluster.database());
  const bea = await openWorkstation();
  open.push(ada, bea);
  const { invitation } = await ada.post<{ invitation: string }>('/api/sync/invitations', {
    ...{ email: 'bea@example.test', name: 'Bea', role: 'Auditor' },
  });
  const passphrase = 'a long enough passphrase';
  await bea.post('/api/sync/join', { invitation, mode: 'fresh', label: 'bea', passphrase });
  // [SY266] At once, before anything was heard of the server: this writes starter rules where the role may.
  expect(await bea.get('/api/auth/user')).toMatchObject({ role: 'Auditor' });
  await bea.request('GET', '/api/forensics/rule-packs');
  const alert = await ada.post<{ id: string }>('/api/alerts', alertBody({ title: 'Seen' }));
  const { id } = await collect(ada, 'note.txt', Buffer.from('what was found'));
  const isAt = (on: Workstation, path: string) => async () =>
    (await on.request('GET', path)).status === 200;
  await eventually(isAt(bea, `/api/alerts/${alert.id}`), 'the alert', 60_000);
  await eventually(isAt(bea, `/api/evidence/${id}`), 'the evidence', 60_000);
  // Looked at and opened: the one leaves nothing, the other an entry that all have.
  for (const path of ['/api/forensics/rule-packs', '/api/incidents', '/api/compliance/soc-proof'])
    await bea.request('GET', path);
  expect((await bea.request('POST', `/api/evidence/${id}/fetch`)).status).toBe(200);
  expect((await bea.request('GET', `/api/evidence/${id}/file`)).status).toBe(200);
  const entriesAt = async (on: Workstation) =>
    (await on.get<{ entries: { action: string }[] }>(`/api/evidence/${id}/custody`)).entries;
  const count = (await entriesAt(bea)).length;
  await eventually(async () => (await entriesAt(ada)).length === count, 'its entry', 60_000);
  await bea.synced();
  expect(await bea.get<RefusedAnswer>('/api/sync/refused')).toMatchObject({ total: 0 });
  expect((await bea.request('POST', '/api/alerts', { body: alertBody({}) })).status).toBe(403);
}, 240_000);
