import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type Integration,
  integrationsContract,
} from '../../src/shared/areas/integrations/integrations.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { LOG_TOKEN, type LogVendor, openLogVendor } from '../helpers/log-vendor.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { trailFile } from '../helpers/trail-bucket.ts';
import { VENDOR_FAULTS } from '../helpers/vendor-server.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const calls = integrationsContract;

const logged: string[] = [];
const note = (message: string, fields?: unknown) =>
  void logged.push(`${message} ${inspect(fields, { depth: 9 })}`);
const log = { info: note, warn: note, error: note };

let app: TestApp;
let vendor: LogVendor;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', deps: { log } });
  vendor = await openLogVendor(app.clock.now() - HOUR);
  await isolate(false);
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});

afterEach(async () => {
  for (const { id } of await list()) await remove(id);
});

const isolate = (isIsolated: boolean) =>
  app.request('PATCH', '/api/settings', { body: { models: { isIsolated } } });
const list = () => app.client.call(calls.list, {});
const find = async (id: string) => (await list()).find((one) => one.id === id) as Integration;
const runsOf = (id: string) => app.client.call(calls.runs, { params: { id }, query: {} });
const add = (settings: object = {}, token: string = LOG_TOKEN) =>
  app.client.call(calls.create, {
    body: {
      connector: 'okta',
      name: 'Directory',
      settings: { address: vendor.origin, ...settings },
      secrets: { token },
    },
  });
const remove = (id: string) => app.client.call(calls.remove, { params: { id } });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

/** Until the last run of it has ended. */
async function settled(id: string, runs = 1) {
  await vi.waitFor(
    async () => {
      const all = await runsOf(id);
      expect(all.length).toBeGreaterThanOrEqual(runs);
      expect(all[0]?.state).not.toBe('RUNNING');
    },
    { timeout: 60_000, interval: 50 },
  );
  return { card: await find(id), runs: await runsOf(id) };
}

test('[IG2] [IG3] added, it fetches by itself, then every five minutes; disconnected it stops', async () => {
  vendor.write(30);
  const { id } = await add();
  const { card, runs } = await settled(id);
  expect(card).toMatchObject({ status: 'CONNECTED', rows: 30, failure: null, secrets: ['token'] });
  expect(card.nextSync).not.toBeNull();
  expect(runs[0]).toMatchObject({ state: 'DONE', cause: 'schedule', read: 30, kept: 30 });
  vendor.write(5);
  app.clock.advance(5 * MINUTE + 1_000);
  expect((await settled(id, 2)).runs[0]).toMatchObject({ state: 'DONE', kept: 5, read: 5 });
  // Receipts are the history of runs; of their jobs the last is enough.
  const jobs = (await (await app.request('GET', '/api/jobs')).json()) as { kind: string }[];
  expect(jobs.filter(({ kind }) => kind === 'integration-run').length).toBe(1);
  await app.client.call(calls.update, { params: { id }, body: { status: 'DISCONNECTED' } });
  expect(await find(id)).toMatchObject({ status: 'DISCONNECTED', nextSync: null, lastSync: null });
  expect(await failureOf(app.client.call(calls.sync, { params: { id } }))).toMatch(/disconnected/);
  await remove(id);
});

test('[IG4] a secret is shown nowhere: no answer, no export, no row and no log holds it', async () => {
  const { id } = await add();
  await settled(id);
  const texts = [
    JSON.stringify(await list()),
    JSON.stringify(await runsOf(id)),
    await (await app.request('GET', '/api/data/export')).text(),
    logged.join('\n'),
    JSON.stringify(queryBeside(app.dataDir, 'SELECT * FROM audit_log')),
    JSON.stringify(queryBeside(app.dataDir, 'SELECT * FROM jobs')),
  ];
  for (const text of texts) expect(text).not.toContain(LOG_TOKEN);
  const [{ sealed } = { sealed: new Uint8Array() }] = queryBeside<{ sealed: Uint8Array }>(
    app.dataDir,
    'SELECT sealed FROM integration_secrets',
  );
  expect(Buffer.from(sealed).includes(LOG_TOKEN)).toBe(false);
  await remove(id);
  expect(queryBeside(app.dataDir, 'SELECT * FROM integration_secrets')).toEqual([]);
});

test('[IG5] secrets do not go along to another address', async () => {
  const { id } = await add();
  await settled(id);
  const elsewhere = await openLogVendor(0);
  try {
    const answer = await app.client.call(calls.test, {
      body: { id, settings: { address: elsewhere.origin } },
    });
    expect(answer).toMatchObject({ isGood: false });
    const moved = await app.client.call(calls.configure, {
      params: { id },
      body: { settings: { address: elsewhere.origin } },
    });
    expect(moved.secrets).toEqual([]);
    expect((await settled(id, 2)).card.failure).toMatchObject({ kind: 'credentials' });
    expect(elsewhere.requests.map(({ headers }) => headers.authorization ?? '')).toEqual([]);
  } finally {
    await elsewhere.close();
  }
  await remove(id);
});

test('[IG6] a failure stands on the card with cause, and is tried again later; 429 when the vendor says', async () => {
  const { id } = await add({}, 'wrong-token');
  const wrong = await settled(id);
  expect(wrong.card).toMatchObject({ status: 'ERROR', failure: { kind: 'credentials', times: 1 } });
  expect(wrong.card.failure?.message).toMatch(/401/);
  vendor.fault(VENDOR_FAULTS.tooMany('900'));
  await app.client.call(calls.configure, {
    params: { id },
    body: { secrets: { token: LOG_TOKEN } },
  });
  const { card } = await settled(id, 2);
  expect(card.failure).toMatchObject({ kind: 'rate-limited' });
  const wait = Date.parse(card.nextSync ?? '') - app.clock.now();
  expect(wait).toBeGreaterThanOrEqual(900_000);
  vendor.fault(null);
  await app.client.call(calls.sync, { params: { id } });
  expect((await settled(id, 3)).card).toMatchObject({ status: 'CONNECTED', failure: null });
  await remove(id);
});

test('[IG7] a vendor that hangs, lies or redirects harms nothing but itself', async () => {
  const { id } = await add();
  await settled(id);
  const faults = [
    [VENDOR_FAULTS.notJson, 'answer'],
    [VENDOR_FAULTS.wrongCharset, 'answer'],
    [VENDOR_FAULTS.redirectTo('http://169.254.169.254/latest/meta-data'), 'settings'],
    [{ json: [], headers: { link: '<http://169.254.169.254/>; rel="next"' } }, null],
  ] as const;
  let count = 1;
  for (const [fault, kind] of faults) {
    vendor.fault(fault);
    await app.client.call(calls.sync, { params: { id } });
    const { card, runs } = await settled(id, ++count);
    if (kind === null) expect(runs[0]?.kept).toBe(0);
    else expect(card.failure?.kind).toBe(kind);
    expect((await app.request('GET', '/api/alerts?limit=1')).status).toBe(200);
  }
  vendor.fault(null);
  await remove(id);
});

test('[IG8] isolated, nothing is asked: what is due is held back, and a person is told', async () => {
  const { id } = await add();
  await settled(id);
  await isolate(true);
  const before = vendor.requests.length;
  expect(await failureOf(app.client.call(calls.sync, { params: { id } }))).toMatch(/isolated/);
  expect(await app.client.call(calls.test, { body: { id } })).toMatchObject({ isGood: false });
  expect((await find(id)).isHeldBack).toBe(true);
  expect(vendor.requests.length).toBe(before);
  await isolate(false);
  await app.client.call(calls.sync, { params: { id } });
  expect((await settled(id, 2)).card).toMatchObject({ isHeldBack: false, status: 'CONNECTED' });
  await remove(id);
});

test('[IG22] a connector that reads a folder of this machine runs while isolated, and is not held back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-trail-'));
  writeFileSync(
    join(folder, 'one.json.gz'),
    trailFile([{ eventID: 'a', eventName: 'ConsoleLogin', eventTime: '2026-11-20T10:00:00Z' }]),
  );
  await isolate(true);
  try {
    const { id } = await app.client.call(calls.create, {
      body: {
        connector: 'aws-cloudtrail-folder',
        name: 'Trail',
        settings: { folder },
        secrets: {},
      },
    });
    const { card, runs } = await settled(id);
    expect(card).toMatchObject({ status: 'CONNECTED', isHeldBack: false, failure: null });
    expect(runs[0]).toMatchObject({ state: 'DONE', failure: null });
    expect(await app.client.call(calls.sync, { params: { id } })).toMatchObject({
      cause: 'person',
    });
    expect((await settled(id, 2)).runs[0]).toMatchObject({ state: 'DONE', failure: null });
  } finally {
    await isolate(false);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[IG9] paused, it is not asked on its schedule; resumed, it is', async () => {
  const { id } = await add();
  await settled(id);
  await app.client.call(calls.pause, { params: { id }, body: { isPaused: true } });
  const before = vendor.requests.length;
  app.clock.advance(HOUR);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(vendor.requests.length).toBe(before);
  await app.client.call(calls.pause, { params: { id }, body: { isPaused: false } });
  await settled(id, 2);
  await remove(id);
});

test('[IG16] Configuration begins with the specified values and holds for every run', async () => {
  expect(await app.client.call(calls.settings, {})).toEqual({
    ...{ isStreaming: true, retentionDays: 90, isRateLimited: true },
    ...{ everyMinutes: 5, batchSize: 1_000 },
  });
  const settings = {
    ...{ isStreaming: false, retentionDays: 1, isRateLimited: false },
    ...{ everyMinutes: 30, batchSize: 10 },
  };
  await app.client.call(calls.saveSettings, { body: settings });
  const { id } = await add();
  const { card } = await settled(id);
  const wait = Date.parse(card.nextSync ?? '') - app.clock.now();
  expect(Math.round(wait / MINUTE)).toBe(30);
  expect(vendor.requests.at(-1)?.query.get('limit')).toBe('10');
  await remove(id);
});
