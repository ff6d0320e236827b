/** Undo of what is no change of an alert: comments, watching, views, handovers. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeskAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type { Comment } from '../../src/shared/areas/discussion/discussion.contract.ts';
import type { Handover } from '../../src/shared/areas/handover/handover.contract.ts';
import type { SavedView } from '../../src/shared/areas/views/views.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let other: string;
beforeEach(async () => {
  app = await openTestApp();
  other = await app.tokenFor('SOC Analyst');
}, 60_000);
afterEach(() => app.close());

async function ask<T = unknown>(
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<T> {
  app.clock.advance(1000);
  const answer = await app.request(method, `/api${path}`, {
    ...(body ? { body } : {}),
    ...(token ? { token } : {}),
  });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${answer.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
const newest = async () => {
  const [action] = await ask<DeskAction[]>('GET', '/actions?limit=1');
  if (!action) throw new Error('Nothing was done');
  return action;
};
const turn = async (what: 'undo' | 'redo', id = 'last') =>
  (await ask<{ action: DeskAction }>('POST', `/actions/${id}/${what}`)).action;
const left = (action: DeskAction) => action.runs.at(-1)?.kept.map(({ reason }) => reason) ?? [];

test('[AC22] a comment that was written, edited or deleted is put back', async () => {
  const { id } = await createAlert(app, { title: 'Beacon' });
  const texts = async () =>
    (await ask<Comment[]>('GET', `/alerts/${id}/comments`)).map(({ text }) => text);
  const comment = await ask<Comment>('POST', `/alerts/${id}/comments`, { text: 'First' });
  expect(await newest()).toMatchObject({ kind: 'alerts.comment', summary: 'Comment on ‘Beacon’' });
  await ask('PATCH', `/comments/${comment.id}`, { text: 'Second' });
  await turn('undo');
  expect(await texts()).toEqual(['First']);
  await turn('redo');
  expect(await texts()).toEqual(['Second']);
  await ask('DELETE', `/comments/${comment.id}`);
  expect(await texts()).toEqual([]);
  await turn('undo');
  expect(await texts()).toEqual(['Second']);
  await turn('undo');
  await turn('undo');
  expect(await texts()).toEqual([]);
});

test('[AC22] watching is undone, and a mention is told of once', async () => {
  const { id } = await createAlert(app);
  const watchers = async () => (await ask<unknown[]>('GET', `/alerts/${id}/watchers`)).length;
  await ask('PUT', `/alerts/${id}/watch`, { watching: true });
  await ask('PUT', `/alerts/${id}/watch`, { watching: true });
  expect(await ask<DeskAction[]>('GET', '/actions')).toHaveLength(1);
  await turn('undo');
  expect(await watchers()).toBe(0);
  await turn('redo');
  await ask('PUT', `/alerts/${id}/watch`, { watching: false });
  const stopped = await newest();
  await ask('PUT', `/alerts/${id}/watch`, { watching: true });
  expect(left(await turn('undo', stopped.id))).toEqual(['refused']);
  expect(await watchers()).toBe(1);
  const me = await ask<{ id: string }>('GET', '/auth/user', undefined, other);
  await ask('POST', `/alerts/${id}/comments`, { text: `Look, @{${me.id}}` });
  await turn('undo');
  await turn('redo');
  const told = await ask<unknown[]>('GET', '/notifications', undefined, other);
  expect(told).toHaveLength(1);
});

test('[AC22] [AC24] a view that was saved, shared, renamed or deleted is put back', async () => {
  const views = () => ask<SavedView[]>('GET', '/views');
  const view = await ask<SavedView>('POST', '/views', {
    ...{ name: 'Web', filter: { query: 'host:web-*' }, isShared: false },
  });
  await ask('PATCH', `/views/${view.id}`, { isShared: true });
  expect((await newest()).summary).toBe('Share view ‘Web’');
  await turn('undo');
  expect(await views()).toMatchObject([{ name: 'Web', isShared: false }]);
  await turn('redo');
  await ask('PUT', '/views/default', { id: view.id });
  await ask('DELETE', `/views/${view.id}`);
  const deleted = await newest();
  await turn('undo');
  expect(await views()).toMatchObject([
    { id: view.id, filter: { query: 'host:web-*' }, isShared: true, isDefault: true },
  ]);
  await turn('redo');
  await ask('POST', '/views', { name: 'web', filter: {}, isShared: false });
  expect(left(await turn('undo', deleted.id))).toEqual(['refused']);
  expect((await views()).map(({ name }) => name)).toEqual(['web']);
});

test('[AC23] what only one person may do nobody else undoes', async () => {
  const { id } = await createAlert(app);
  await ask('POST', `/alerts/${id}/comments`, { text: 'Mine' });
  const comment = await newest();
  await ask('POST', '/views', { name: 'Mine', filter: {}, isShared: true });
  const view = await newest();
  for (const action of [comment, view]) {
    await expect(ask('POST', `/actions/${action.id}/undo`, {}, other)).rejects.toThrow('403');
    await expect(turn('undo', action.id)).resolves.toMatchObject({ state: 'UNDONE' });
  }
});

test('[AC22] [AC24] texts of a handover are undone until it is handed over', async () => {
  const handover = await ask<Handover>('POST', '/handovers', {});
  const change = (body: object) => ask<Handover>('PATCH', `/handovers/${handover.id}`, body);
  const now = () => ask<Handover>('GET', `/handovers/${handover.id}`);
  await change({ text: { name: 'summary', from: '', to: 'Calm' } });
  await change({ title: 'Night' });
  await turn('undo');
  await turn('undo');
  expect(await now()).toMatchObject({ title: handover.title, texts: {} });
  await turn('redo');
  expect((await now()).texts).toEqual({ summary: 'Calm' });
  const written = (await ask<DeskAction[]>('GET', '/actions')).find(({ summary }) =>
    summary.startsWith('Write summary'),
  );
  await ask('DELETE', `/handovers/${handover.id}`);
  await turn('undo');
  expect((await now()).texts).toEqual({ summary: 'Calm' });
  expect((await now()).facts).toEqual(handover.facts);
  await ask('POST', `/handovers/${handover.id}/hand-over`, {});
  expect(left(await turn('undo', written?.id))).toEqual(['refused']);
  expect((await now()).texts).toEqual({ summary: 'Calm' });
});
