/** Isolation through the core's only door, with the real way out and a server that must not be reached. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Destination,
  HeldItem,
  Isolation,
  LedgerEntry,
} from '../../src/shared/areas/isolation/isolation.contract.ts';
import { type Served, serve } from '../egress/egress-servers.ts';
import { startMockModel } from '../helpers/mock-model/mock-model.ts';
import { openTestApp, type RequestOptions, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let server: Served;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  server = await serve((_request, response) => response.end('{}'));
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function call<T>(method: string, path: string, options: RequestOptions = {}) {
  const response = await app.request(method, path, options);
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as T, response };
}
const isolation = async () => (await call<Isolation>('GET', '/api/isolation')).body;
const set = (body: object, token?: string) =>
  call<Isolation>('PATCH', '/api/isolation', token === undefined ? { body } : { body, token });

test('[IS7] a workspace is isolated until an administrator connects it, by one setting', async () => {
  expect(await isolation()).toEqual({
    ...{ isIsolated: true, isForced: false, allowsLocalModel: true, held: 0 },
    maySwitch: true,
  });
  expect((await set({ isIsolated: false }, await app.tokenFor('SOC Analyst'))).status).toBe(403);
  expect((await set({})).status).toBe(400);
  expect((await set({ isIsolated: false })).body.isIsolated).toBe(false);
  const settings = await call<{ models: object }>('GET', '/api/settings');
  expect(settings.body.models).toMatchObject({ isIsolated: false, isLocalAllowed: true });
  // The same switch from its other side.
  await call('PATCH', '/api/settings', { body: { models: { isIsolated: true } } });
  expect((await isolation()).isIsolated).toBe(true);
});

test('[IS9] every attempt is in the ledger, by where and why, without path or key', async () => {
  const mock = await startMockModel({ key: 'sk-canary-0001' });
  const body = { name: 'M', preset: 'compatible', baseUrl: mock.baseUrl, model: 'mock-large' };
  await call('PUT', '/api/models/endpoint', { body: { ...body, key: 'sk-canary-0001' } });
  await call('POST', '/api/models/test');
  const entries = async (query = '') =>
    (await call<LedgerEntry[]>('GET', `/api/isolation/connections${query}`)).body;
  await expect.poll(async () => (await entries('?outcome=answered')).length).toBeGreaterThan(0);
  const [entry] = await entries('?outcome=answered&purpose=model');
  expect(entry).toMatchObject({ purpose: 'model', origin: URL.parse(mock.baseUrl)?.origin });
  expect(entry?.bytesSent).toBeGreaterThan(0);
  expect(JSON.stringify(await entries())).not.toMatch(/sk-canary|\/v1/);
  const totals = (await call<Destination[]>('GET', '/api/isolation/destinations')).body;
  expect(totals[0]).toMatchObject({ origin: URL.parse(mock.baseUrl)?.origin, refused: 0 });
  const csv = await app.request('GET', '/api/isolation/connections/export');
  expect(await csv.text()).toMatch(/^at,purpose,subject,why,origin,outcome,status,/);
  expect(await entries('?purpose=connector')).toEqual([]);
  expect((await entries('?limit=1')).length).toBe(1);
  await mock.close();
});

test('[IS10] a model on this machine is called while isolated only where that is allowed', async () => {
  await set({ isIsolated: true, allowsLocalModel: false });
  const state = await call<{ state: string }>('GET', '/api/models/state');
  expect(state.body.state).toBe('locked');
  await set({ allowsLocalModel: true });
});

test('[IS12] a call to a model is refused while isolated, in words, and nothing of it is held', async () => {
  await set({ isIsolated: true, allowsLocalModel: false });
  const refused = async () => (await call('POST', '/api/models/test', {})).status;
  // One more may begin only once the one before has ended: with nothing held.
  await expect.poll(refused, { timeout: 20_000, interval: 200 }).toBe(200);
  await expect.poll(refused, { timeout: 20_000, interval: 200 }).toBe(200);
  const { body } = await call<{ text: string }>('GET', '/api/models/state');
  expect(body.text).toMatch(/this workspace is isolated/);
  expect((await call<HeldItem[]>('GET', '/api/isolation/held')).body).toEqual([]);
});

test('[IS11] nothing that is not there is released or dropped, and not by everybody', async () => {
  expect((await call<HeldItem[]>('GET', '/api/isolation/held')).body).toEqual([]);
  expect((await call('POST', '/api/isolation/held/none/release')).status).toBe(404);
  expect((await call('DELETE', '/api/isolation/held/none')).status).toBe(404);
  const token = await app.tokenFor('SOC Analyst');
  expect((await call('DELETE', '/api/isolation/held/none', { token })).status).toBe(403);
  expect(server.asked).toEqual([]);
});
