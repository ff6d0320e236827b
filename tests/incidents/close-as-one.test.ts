/** Groups and incidents are closed as one alert is: with verdict, reason, note and evidence, in one action. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionsContract } from '../../src/shared/areas/actions/actions.contract.ts';
import { groupsContract } from '../../src/shared/areas/incidents/groups.contract.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (let n = 0; n < 3; n += 1)
    await createAlert(app, { title: `Repeat ${n}`, sourceHost: 'web-01' });
  await createAlert(app, { title: 'Alone', sourceHost: 'db-01' });
});
afterAll(() => app.close());

const closing = {
  change: {
    status: 'RESOLVED' as const,
    verdict: 'BENIGN_TRUE_POSITIVE' as const,
    evidence: ['sourceHost'],
  },
  investigateFirst: true,
  note: 'Known job on {host}',
};

async function groupKeys(): Promise<string[]> {
  const { rows } = await app.client.page(groupsContract.list, { query: { limit: 10 } as never });
  return rows.map(({ key }) => key);
}

test('[GR11] several groups are closed with verdict, note and evidence in one action that Undo takes back', async () => {
  const keys = await groupKeys();
  expect(keys.length).toBeGreaterThan(1);
  const body = { filter: { groups: keys.join(',') }, ...closing };
  const preview = await app.client.call(actionsContract.previewBulk, { body });
  expect(preview).toMatchObject({ total: 4, applies: 4 });
  const { actionId } = await app.client.call(actionsContract.bulk, { body });
  const closed = (await listAll(app, {})).alerts;
  expect(closed.map(({ verdict }) => verdict)).toEqual(Array(4).fill('BENIGN_TRUE_POSITIVE'));
  expect(closed.find(({ title }) => title === 'Alone')).toMatchObject({
    closingNote: 'Known job on db-01',
    closingEvidence: ['sourceHost'],
  });
  await app.client.call(actionsContract.undo, { params: { id: actionId } });
  const open = (await listAll(app, {})).alerts;
  expect(open.map(({ status, verdict }) => [status, verdict])).toEqual(
    Array(4).fill(['OPEN', null]),
  );
});

test('[GR11] what a closing must say holds for groups, too', async () => {
  const settings = {
    dispositions: { verdict: true, reasonCode: true, note: false, evidence: false },
  };
  const saved = await app.request('PATCH', '/api/settings', {
    body: settings,
    token: await app.tokenFor('Administrator'),
  });
  expect(saved.status).toBeLessThan(300);
  const [key = ''] = await groupKeys();
  const response = await app.request('POST', '/api/alerts/bulk', {
    body: { filter: { groups: key }, ...closing },
  });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('reasonCode');
  const wrong = await app.request('POST', '/api/alerts/bulk', {
    body: { filter: { groups: 'x' }, ...closing },
  });
  expect(wrong.status).toBe(400);
  expect((await listAll(app, { status: 'OPEN' })).alerts).toHaveLength(4);
});

test('[GR14] thousands of chosen groups are one set: counted, changed and undone', async () => {
  const keys = await groupKeys();
  const others = Array.from({ length: 4_000 }, (_, n) => n.toString(16).padStart(32, '0'));
  const filter = { groups: [...others, ...keys].join(',') };
  const body = { filter, change: { escalated: true } };
  expect(await app.client.call(actionsContract.previewBulk, { body })).toMatchObject({ total: 4 });
  const narrowed = { filter: { ...filter, query: 'host:web-01' }, change: { escalated: true } };
  expect(await app.client.call(actionsContract.previewBulk, { body: narrowed })).toMatchObject({
    total: 3,
  });
  const tooMany = { groups: Array(5_001).fill(keys[0]).join(',') };
  const response = await app.request('POST', '/api/alerts/bulk/preview', {
    body: { filter: tooMany, change: { escalated: true } },
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('use a filter for more');
});
