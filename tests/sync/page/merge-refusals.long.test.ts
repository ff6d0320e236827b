/** Who merges what he has is told before what the server will not take: two cores, a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { InvitationPreview } from '../../../src/shared/areas/sync/joining.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { queryBeside } from '../../helpers/beside.ts';
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

const RISK = { description: 'd', category: 'OPERATIONAL', likelihood: 3, impact: 3 };
/** Which of both stands is found out at the server: every workspace has its own. */
const NOT_FORETOLD = ['users', 'workspace_settings'];

test.each(['SOC Analyst', 'Compliance Officer', 'Auditor'] as const)(
  '[SY275] of a merge as %s it is told before what is not permitted afterwards, by kind and with whom to ask',
  async (role) => {
    const ada = await openFirst(await cluster.database());
    const bea = await openWorkstation();
    open.push(ada, bea);
    for (const title of ['One', 'Two']) await bea.post('/api/risks', { ...RISK, title });
    await bea.post('/api/alerts', alertBody({ title: 'An alert' }));
    await bea.request('GET', '/api/forensics/rule-packs');
    const { invitation } = await ada.post<{ invitation: string }>('/api/sync/invitations', {
      ...{ email: 'bea@example.test', name: 'Bea', role },
    });
    const preview = await bea.post<InvitationPreview>('/api/sync/invitations/preview', {
      invitation,
    });
    await bea.post('/api/sync/join', { invitation, mode: 'merge', label: 'bea' });
    await bea.synced();
    await eventually(async () => (await bea.status()).backlog === 0, 'all is sent', 60_000);
    const told = preview.refused.map(({ table, count, reason }) => [table, count, reason]);
    const refused = queryBeside(
      bea.dataDir,
      'SELECT table_name AS name, count(*) AS n, reason FROM sync_refused GROUP BY 1, 3',
    ) as { name: string; n: number; reason: string }[];
    const afterwards = refused
      .filter(({ name }) => !NOT_FORETOLD.includes(name))
      .map(({ name, n, reason }) => [name, n, reason]);
    expect(afterwards.sort()).toEqual(told.sort());
    if (role === 'SOC Analyst') expect(told).toContainEqual(['risks', 2, 'officers-only']);
    else if (role === 'Auditor') expect(told).toContainEqual(['alerts', 1, 'analysts-only']);
    else expect(told.map(([table]) => table)).not.toContain('risks');
  },
  240_000,
);
