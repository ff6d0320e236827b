import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DeskAction,
  deskActionSchema,
  type StartedAction,
} from '../../src/shared/areas/actions/actions.contract.ts';
import type { Alert, HistoryEntry } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let other: string;
beforeAll(async () => {
  app = await openTestApp();
  other = await app.tokenFor('SOC Analyst');
});
afterAll(() => app.close());

const as = (token?: string) => (token === undefined ? {} : { token });
async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
const alertOf = async (id: string) => json<Alert>(await app.request('GET', `/api/alerts/${id}`));
const undo = (id: string, token?: string) =>
  app.request('POST', `/api/actions/${id}/undo`, as(token));
const redo = (id: string, token?: string) =>
  app.request('POST', `/api/actions/${id}/redo`, as(token));
const change = async (id: string, body: object, token?: string) => {
  app.clock.advance(1000);
  return json<Alert & { actionId: string | null }>(
    await app.request('PATCH', `/api/alerts/${id}`, { body, ...as(token) }),
  );
};
const actions = async (query = '') =>
  json<DeskAction[]>(await app.request('GET', `/api/actions${query}`));
/** Without what every change moves. */
const still = ({ updatedAt: _, ...alert }: Alert) => alert;

describe('single changes', () => {
  test('[AC10] each is in the history, with its words, and who and why', async () => {
    const alert = await createAlertIn(app, 'RESOLVED', { title: 'Beacon of ws-7' });
    app.clock.advance(1000);
    await updateAlert(app, alert.id, { status: 'OPEN', reason: 'Seen again' });
    const [first, second] = await actions('?limit=2');
    expect(first).toMatchObject({
      kind: 'alerts.reopen',
      summary: 'Reopen ‘Beacon of ws-7’',
      actorName: 'Sam SOC Analyst',
      note: 'Seen again',
      rowCount: 1,
      state: 'DONE',
    });
    expect(second?.kind).toBe('alerts.resolve');
    deskActionSchema.strict().parse(first);
  });

  test('a change that changes nothing is no action', async () => {
    const alert = await createAlert(app);
    expect((await change(alert.id, { escalated: true })).actionId).not.toBeNull();
    expect((await change(alert.id, { escalated: true })).actionId).toBeNull();
  });

  test.each([
    [{ status: 'IN_PROGRESS' }, 'OPEN'],
    [{ status: 'RESOLVED', verdict: 'TRUE_POSITIVE', note: 'Seen on the proxy' }, 'IN_PROGRESS'],
    [{ status: 'FALSE_POSITIVE' }, 'IN_PROGRESS'],
    [{ status: 'OPEN', reason: 'Again' }, 'RESOLVED'],
    [{ escalated: true }, 'OPEN'],
  ] as const)('[AC11] %j is undone and done again exactly', async (body, from) => {
    const before = await createAlertIn(app, from);
    const counts = () =>
      app.request('GET', '/api/alerts?limit=1').then((r) => r.headers.get('x-total-count'));
    const n = await counts();
    const { actionId, ...after } = await change(before.id, body);
    app.clock.advance(1000);
    const undone = await json<StartedAction>(await undo(String(actionId)));
    expect(undone.action).toMatchObject({ state: 'UNDONE', changedByName: 'Sam SOC Analyst' });
    expect(undone.job).toBeNull();
    expect(still(await alertOf(before.id))).toEqual(still(before));
    await json(await redo(String(actionId)));
    expect(still(await alertOf(before.id))).toEqual(still(after));
    expect(await counts()).toBe(n);
    const history = await json<HistoryEntry[]>(
      await app.request('GET', `/api/alerts/${before.id}/history`),
    );
    expect(history.slice(0, 2).map(({ action }) => action)).toEqual([
      'actions.redo',
      'actions.undo',
    ]);
  });

  test('[AC12] what somebody changed since stays, and is told with who', async () => {
    const alert = await createAlert(app);
    const { actionId } = await change(alert.id, { status: 'IN_PROGRESS' });
    await change(alert.id, { status: 'RESOLVED' }, other);
    const { action } = await json<StartedAction>(await undo(String(actionId)));
    expect(action?.runs.at(-1)).toMatchObject({
      direction: 'UNDO',
      done: 0,
      kept: [{ reason: 'changed', byName: 'Sam SOC Analyst', n: 1 }],
    });
    expect((await alertOf(alert.id)).status).toBe('RESOLVED');
  });

  test('[AC13] a later decision stays, also where it gave the field the same value again', async () => {
    const alert = await createAlert(app);
    const { actionId } = await change(alert.id, { escalated: true });
    await change(alert.id, { escalated: false }, other);
    await change(alert.id, { escalated: true }, other);
    await json(await undo(String(actionId)));
    expect((await alertOf(alert.id)).escalated).toBe(true);
  });

  test('[AC11] changes of other fields are left alone', async () => {
    const alert = await createAlert(app);
    const { actionId } = await change(alert.id, { escalated: true });
    await change(alert.id, { status: 'IN_PROGRESS' }, other);
    await json(await undo(String(actionId)));
    expect(await alertOf(alert.id)).toMatchObject({ escalated: false, status: 'IN_PROGRESS' });
  });

  test('[AC14] of two windows one undoes, the other hears what happened', async () => {
    const alert = await createAlert(app);
    const { actionId } = await change(alert.id, { escalated: true });
    const answers = await Promise.all([undo(String(actionId)), undo(String(actionId), other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409) as Response;
    const { body } = await failureOf(refused);
    expect(body.message).toMatch(/^This was undone already by Sam SOC Analyst at .* UTC\.$/);
    expect(
      (await failureOf(await redo(String(actionId)).then(() => redo(String(actionId))))).status,
    ).toBe(409);
  });

  test('[AC15] last is my own newest, and Redo is over with something new', async () => {
    const alert = await createAlert(app);
    await change(alert.id, { escalated: true });
    await change(alert.id, { status: 'IN_PROGRESS' });
    const foreign = await createAlert(app);
    await change(foreign.id, { escalated: true }, other);
    const last = async (call: typeof undo) =>
      (await json<StartedAction>(await call('last'))).action;
    expect((await last(undo))?.kind).toBe('alerts.investigate');
    app.clock.advance(1000);
    expect((await last(undo))?.kind).toBe('alerts.escalate');
    expect(await alertOf(alert.id)).toMatchObject({ escalated: false, status: 'OPEN' });
    expect((await last(redo))?.kind).toBe('alerts.escalate');
    expect((await last(redo))?.kind).toBe('alerts.investigate');
    expect(await alertOf(alert.id)).toMatchObject({ escalated: true, status: 'IN_PROGRESS' });
    await last(undo);
    await change(alert.id, { escalated: false });
    expect((await failureOf(await redo('last'))).status).toBe(409);
  });
});

test('[AC16] who only reads sees the history and undoes nothing', async () => {
  const alert = await createAlert(app);
  const { actionId } = await change(alert.id, { escalated: true });
  const auditor = await app.tokenFor('Auditor');
  expect((await app.request('GET', '/api/actions', { token: auditor })).status).toBe(200);
  expect((await undo(String(actionId), auditor)).status).toBe(403);
  expect((await redo(String(actionId), auditor)).status).toBe(403);
  for (const path of ['/api/alerts/bulk', '/api/alerts/bulk/preview']) {
    const body = { ids: [alert.id], change: { escalated: true } };
    expect((await app.request('POST', path, { body, token: auditor })).status).toBe(403);
  }
  expect((await app.request('GET', '/api/actions', { token: null })).status).toBe(401);
});

test('unknown actions, cursors and limits are refused', async () => {
  expect((await undo('nothing')).status).toBe(404);
  expect((await app.request('GET', '/api/actions/nothing')).status).toBe(404);
  for (const query of ['?cursor=x', '?limit=0', '?mine=maybe'])
    expect((await app.request('GET', `/api/actions${query}`)).status, query).toBe(400);
});

test('[AC10] the history is walked by cursor, each action once; mine are mine', async () => {
  const all = await actions('?limit=1000');
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const response = await app.request(
      'GET',
      `/api/actions?limit=3${cursor && `&cursor=${cursor}`}`,
    );
    expect(response.headers.get('x-total-count')).toBe(String(all.length));
    walked.push(...(await json<DeskAction[]>(response)).map(({ id }) => id));
    cursor = response.headers.get('x-next-cursor');
  }
  expect(walked).toEqual(all.map(({ id }) => id));
  const theirs = await json<DeskAction[]>(
    await app.request('GET', '/api/actions?mine=true&limit=1000', { token: other }),
  );
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.length).toBeLessThan(all.length);
});
