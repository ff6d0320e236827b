import { afterAll, beforeAll, expect, test } from 'vitest';
import { HISTORY_SOURCES } from '../../src/main/areas/history/history-sources.store.ts';
import {
  HISTORY_RESOURCES,
  type RecordHistoryAnswer,
} from '../../src/shared/areas/history/history.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
});
afterAll(() => app.close());

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}
const make = (title: string) =>
  json<{ id: string }>(app.request('POST', '/api/findings', { body: { title } }));
const change = (id: string, body: object) => app.request('PATCH', `/api/findings/${id}`, { body });
const history = (path: string) =>
  json<RecordHistoryAnswer>(app.request('GET', `/api/history/${path}`));

test('[HI1] who, when, what changed and why, newest first', async () => {
  const { id } = await make('First title');
  await change(id, { title: 'Second title' });
  const { steps, elsewhere, nextCursor } = await history(`findings/${id}`);
  expect(steps.map(({ action }) => action)).toEqual(['findings.update', 'findings.create']);
  expect(steps[0]).toMatchObject({
    resource: 'findings',
    subject: null,
    installation: null,
    changes: [{ field: 'title', from: 'First title', to: 'Second title' }],
  });
  expect(steps[0]?.actorName).not.toBe('Unknown account');
  expect({ elsewhere, nextCursor }).toEqual({ elsewhere: [], nextCursor: null });
});

test('[HI1] pages hold every entry once', async () => {
  const { id } = await make('Many');
  for (let index = 0; index < 6; index += 1) await change(id, { title: `Many ${index}` });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: RecordHistoryAnswer = await history(
      `findings/${id}?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...page.steps.map((step) => step.id));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
});

test('[HI2] rows that belong to a record are in its history', async () => {
  const audit = await json<{ id: string }>(
    app.request('POST', '/api/audits', { body: { title: 'Yearly' } }),
  );
  await app.request('POST', `/api/audits/${audit.id}/requests`, {
    body: { title: 'List of leavers' },
  });
  const { steps } = await history(`audits/${audit.id}`);
  expect(steps).toContainEqual(
    expect.objectContaining({ action: 'audits.request', subject: 'List of leavers' }),
  );
});

test('[HI3] unknown records, kinds and cursors are refused', async () => {
  const status = async (path: string, token?: string | null) =>
    (await app.request('GET', `/api/history/${path}`, token === undefined ? {} : { token })).status;
  const { id } = await make('Guarded');
  expect(await status('findings/nothing')).toBe(404);
  expect(await status(`users/${id}`)).toBe(400);
  expect(await status(`findings/${id}?cursor=x`)).toBe(400);
  expect(await status(`findings/${id}`, null)).toBe(401);
  expect(await status(`findings/${id}`, await app.tokenFor('Auditor'))).toBe(200);
});

test.each(HISTORY_RESOURCES)('[HI2] what belongs to %s can be read', async (resource) => {
  const beside = openBeside(app.dataDir, 'writable');
  const sql = HISTORY_SOURCES[resource].related;
  if (sql !== undefined)
    expect(beside.prepare(sql).all(...Array.from(sql.matchAll(/\?/g), () => 'none'))).toEqual([]);
  expect(beside.prepare(`SELECT 1 FROM ${resource} WHERE id = ?`).all('none')).toEqual([]);
  beside.close();
});
