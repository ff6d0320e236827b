/** The settings of models, their test, the log and replay, through the core's only door. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ModelCall,
  ModelCallListed,
} from '../../src/shared/areas/models/model-calls.contract.ts';
import type {
  ModelEndpoint,
  ModelSettings,
  ModelStateAnswer,
} from '../../src/shared/areas/models/models.contract.ts';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { openTestApp, type RequestOptions, type TestApp } from '../helpers/open-test-app.ts';

const KEY = 'sk-canary-9f8e7d6c5b4a39281706';
let app: TestApp;
let mock: MockModel;

beforeAll(async () => {
  mock = await startMockModel({ key: KEY, models: ['mock-large', 'mock-small'] });
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(async () => {
  await app.close();
  await mock.close();
});

async function call<T>(method: string, path: string, options: RequestOptions = {}) {
  const response = await app.request(method, path, options);
  const text = await response.text();
  expect(text).not.toContain(KEY);
  return { status: response.status, body: (text ? JSON.parse(text) : null) as T, text };
}
const endpoint = (extra: object = {}) => ({
  ...{ name: 'Mock', preset: 'compatible', baseUrl: mock.baseUrl, model: 'mock-large' },
  ...extra,
});
const save = (extra: object = {}) =>
  call<ModelEndpoint & { message: string; issues: { path: string }[] }>(
    'PUT',
    '/api/models/endpoint',
    { body: endpoint(extra) },
  );
const settings = async () => (await call<ModelSettings>('GET', '/api/models/settings')).body;
const state = async () => (await call<ModelStateAnswer>('GET', '/api/models/state')).body;

async function testConnection(): Promise<ModelSettings> {
  expect((await call('POST', '/api/models/test')).status).toBe(200);
  await expect
    .poll(async () => (await settings()).test.isRunning, { timeout: 30_000, interval: 50 })
    .toBe(false);
  return settings();
}

describe('the endpoint', () => {
  test('[MO20] is off until it is set up, and all may know', async () => {
    const token = await app.tokenFor('Auditor');
    const { body } = await call<ModelStateAnswer>('GET', '/api/models/state', { token });
    expect(body).toMatchObject({ state: 'off', text: 'Model: off', place: null });
    expect(Object.values(body.tasks)).toEqual(Array(7).fill('none'));
  });

  test.each([
    ['baseUrl', { baseUrl: 'ftp://127.0.0.1/v1' }],
    ['baseUrl', { baseUrl: 'http://models.example/v1' }],
    ['baseUrl', { baseUrl: 'http://10.1.2.3/v1' }],
    ['baseUrl', { baseUrl: 'https://somebody:secret@models.example/v1' }],
    ['baseUrl', { baseUrl: 'https://169.254.169.254/v1' }],
    ['baseUrl', { baseUrl: 'https://models.example/v1?key=1' }],
    ['model', { model: ' ' }],
    ['name', { name: '' }],
    ['preset', { preset: 'other' }],
    ['apiVersion', { preset: 'azure' }],
    ['key', { key: 'two words' }],
  ])('[MO21] refuses %s of %o', async (path, extra) => {
    const { status, body } = await save(extra);
    expect(status).toBe(400);
    expect(body.issues[0]?.path).toBe(path);
  });

  test.each(['SOC Analyst', 'Compliance Officer', 'Auditor'] as const)(
    '[MO22] is no affair of a %s',
    async (role) => {
      const token = await app.tokenFor(role);
      for (const [method, path] of [
        ['GET', '/api/models/settings'],
        ['PUT', '/api/models/endpoint'],
        ['DELETE', '/api/models/endpoint'],
        ['PATCH', '/api/models/limits'],
        ['POST', '/api/models/test'],
        ['GET', '/api/models/calls'],
        ['GET', '/api/models/calls/export'],
        ['POST', '/api/models/calls/x/replay'],
      ] as const) {
        const options = method === 'GET' ? { token } : { token, body: {} };
        expect((await app.request(method, path, options)).status, path).toBe(403);
      }
    },
  );

  test('[MO23] keeps its key to itself, sealed, and bound to where it was given for', async () => {
    expect((await save({ key: KEY })).body).toMatchObject({ key: 'set', place: 'loopback' });
    // Saved again without a key, it stays; at another origin, it does not go along.
    expect((await save({ name: 'Other' })).body.key).toBe('set');
    const elsewhere = await save({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(elsewhere.body.key).toBe('none');
    expect((await save({ key: KEY })).body.key).toBe('set');
    expect((await save({ key: null })).body.key).toBe('none');
    expect((await save({ key: KEY })).body.key).toBe('set');
    const whole = await app.request('GET', '/api/data/export');
    expect(whole.status).toBe(200);
    const text = gunzipSync(Buffer.from(await whole.arrayBuffer())).toString('utf8');
    expect(text).toContain('model_endpoints');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('model_keys');
  });
});

describe('the test of the connection', () => {
  test('[MO24] finds a model that uses tools, and says what each check found', async () => {
    await save({ key: KEY });
    expect((await state()).state).toBe('untested');
    const { probes } = await testConnection();
    expect(probes[0]).toMatchObject({ model: 'mock-large', tier: 'tools' });
    const outcomes = probes[0]?.checks.map(({ check, outcome }) => [check, outcome]);
    expect(outcomes).toEqual([
      ['models', 'passed'],
      ['stream', 'passed'],
      ['schema', 'passed'],
      ['tools', 'passed'],
      ['context', 'passed'],
      ['speed', 'skipped'],
    ]);
    expect(await state()).toMatchObject({ state: 'tools', text: 'Model: uses tools' });
  });

  test('[MO25] another model is not tested until it is', async () => {
    await save({ model: 'mock-small' });
    expect(await state()).toMatchObject({ state: 'untested', tasks: { chat: 'none' } });
    await save({ taskModels: { chat: 'mock-small' } });
    expect(await state()).toMatchObject({
      state: 'tools',
      tasks: { chat: 'none', investigation: 'tools' },
    });
    await save();
  });

  test('[MO26] finds prompts that are cut silently: such a model is not used', async () => {
    mock.always((request) => {
      const last = String(request.body?.messages.at(-1)?.content ?? '');
      return { text: last.length > 10_000 ? 'I see no canary.' : '{"word":"harbour","count":3}' };
    });
    const { probes } = await testConnection();
    expect(probes[0]?.tier).toBe('none');
    expect(probes[0]?.checks.find(({ check }) => check === 'context')?.outcome).toBe('failed');
    expect((await state()).state).toBe('none');
  });

  test('[MO27] a model without tools writes', async () => {
    mock.always(({ body }) => {
      const text = JSON.stringify(body?.messages);
      const canary = /canary is (\S+)\./.exec(text)?.[1];
      return { text: canary ?? 'harbour '.repeat(8) };
    });
    const { probes } = await testConnection();
    expect(probes[0]?.tier).toBe('writes');
    expect((await state()).text).toBe('Model: writes summaries');
  });

  test('a wrong key is said in words, without the key', async () => {
    await save({ key: 'sk-wrong-0000000000000000' });
    const { probes } = await testConnection();
    const stream = probes[0]?.checks.find(({ check }) => check === 'stream');
    expect(stream).toMatchObject({ outcome: 'failed' });
    expect(stream?.detail).toContain('refused the key (401)');
    expect(stream?.detail).not.toContain('sk-wrong');
    await save({ key: KEY });
  });
});

describe('the log', () => {
  test('[MO28] lists every call, newest first, and shows what left', async () => {
    const { body: rows } = await call<ModelCallListed[]>('GET', '/api/models/calls?limit=3');
    expect(rows).toHaveLength(3);
    expect(rows[0]?.task).toBe('probe');
    const answered = await call<ModelCallListed[]>('GET', '/api/models/calls?outcome=answered');
    const one = answered.body.at(-1);
    const { body } = await call<ModelCall>('GET', `/api/models/calls/${one?.id}`);
    expect(JSON.parse(body.sent ?? '')).toMatchObject({ model: 'mock-large', stream: true });
    expect(mock.chats.some(({ text }) => text === body.sent)).toBe(true);
    expect((await call('GET', '/api/models/calls/none')).status).toBe(404);
  });

  test('[MO29] sends a recorded call again, as an entry of its own', async () => {
    mock.always({ text: 'again' });
    const { body: rows } = await call<ModelCallListed[]>(
      'GET',
      '/api/models/calls?outcome=answered',
    );
    const id = rows[0]?.id;
    const { status, body } = await call<ModelCall>('POST', `/api/models/calls/${id}/replay`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ task: 'replay', replayOf: id, reply: { text: 'again' } });
    mock.always({ fault: 'redirect' });
    const failed = await call<ModelCall>('POST', `/api/models/calls/${id}/replay`);
    expect(failed.body).toMatchObject({ failure: 'redirected', replayOf: id });
    expect(mock.strangers).toEqual([]);
  });

  test('[MO30] goes out as NDJSON', async () => {
    const response = await app.request('GET', '/api/models/calls/export');
    const text = await response.text();
    expect(text).not.toContain(KEY);
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ModelCall);
    const list = await app.request('GET', '/api/models/calls?limit=1');
    expect(rows).toHaveLength(Number(list.headers.get('X-Total-Count')));
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted());
  });

  test('[MO31] the budget of a day stops a replay, and is counted', async () => {
    mock.always({ text: 'more' });
    const { body: rows } = await call<ModelCallListed[]>(
      'GET',
      '/api/models/calls?outcome=answered',
    );
    await call('PATCH', '/api/models/limits', { body: { callsPerDay: 1 } });
    const { body } = await call<ModelCall>('POST', `/api/models/calls/${rows[0]?.id}/replay`);
    expect(body).toMatchObject({ failure: 'budget', sent: null });
    expect((await settings()).today.calls).toBeGreaterThan(5);
    expect((await call('PATCH', '/api/models/limits', { body: { callsPerDay: -1 } })).status).toBe(
      400,
    );
    await call('PATCH', '/api/models/limits', { body: { callsPerDay: 500 } });
  });

  test('[MO32] a model beyond this machine is locked while the workspace is isolated', async () => {
    await save({ baseUrl: 'https://models.example/v1', key: KEY });
    expect(await state()).toMatchObject({ state: 'locked', place: 'remote' });
    const { test: ended } = await testConnection();
    expect(ended.problem).toContain('isolated');
  });

  test('the endpoint is removed with its key', async () => {
    expect((await call('DELETE', '/api/models/endpoint')).status).toBe(204);
    expect((await call('DELETE', '/api/models/endpoint')).status).toBe(404);
    expect((await settings()).endpoint).toBeNull();
    expect((await call('POST', '/api/models/test')).status).toBe(404);
  });
});
