/** Nothing leaves for another address before a person has looked at it; several endpoints, one in use. Over real HTTP. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ModelEndpoint,
  ModelSettings,
  ModelStateAnswer,
} from '../../src/shared/areas/models/models.contract.ts';
import type { LastPreview } from '../../src/shared/areas/models/redaction.contract.ts';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { openTestApp, type RequestOptions, type TestApp } from '../helpers/open-test-app.ts';

/** An address of this machine that is not its loopback: to the product, another machine. */
const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

let app: TestApp;
let mock: MockModel;
let here: MockModel;

async function call<T>(method: string, path: string, options: RequestOptions = {}) {
  const response = await app.request(method, path, options);
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as T };
}
const settings = async () => (await call<ModelSettings>('GET', '/api/models/settings')).body;
const state = async () => (await call<ModelStateAnswer>('GET', '/api/models/state')).body;
const input = (baseUrl: string, extra: object = {}) => ({
  ...{ name: 'Mock', preset: 'compatible', baseUrl, model: 'mock-large', isInsecureAllowed: true },
  ...extra,
});
const tested = () =>
  expect
    .poll(async () => (await settings()).test.isRunning, { timeout: 20_000, interval: 40 })
    .toBe(false);
const draft = (token?: string) =>
  call<{ text: string; message: string }>('POST', '/api/models/drafts', {
    body: { kind: 'risk', recordId: null, title: 'Loss of fs-odin-9.corp.local', current: '' },
    ...(token ? { token } : {}),
  });
const last = (task: string, token?: string) =>
  call<LastPreview>('GET', `/api/models/previews/${task}`, token ? { token } : {});

beforeAll(async () => {
  mock = await startMockModel({ listenOn: '0.0.0.0' });
  here = await startMockModel();
  app = await openTestApp({ as: 'Administrator' });
  await call('PATCH', '/api/settings', { body: { models: { isIsolated: false } } });
}, 60_000);
afterAll(async () => {
  await app.close();
  await mock.close();
  await here.close();
});

// Skipped where the machine has no address besides its loopback's: nothing then looks like another machine.
describe.skipIf(!OUTSIDE)('a model at another address', () => {
  const outside = () => mock.baseUrl.replace('127.0.0.1', OUTSIDE ?? '');

  it('[MO35] is sent nothing before a person has looked at exactly that', async () => {
    await call('PUT', '/api/models/endpoint', { body: input(outside()) });
    await call('POST', '/api/models/test');
    await tested();
    expect((await state()).tasks['risk-description']).toBe('tools');
    expect((await state()).unseen).toContain('risk-description');
    const before = mock.seen.length;
    mock.always({ text: 'The loss of HOST_1 stops work.' });
    const held = await draft();
    expect(held.status).toBe(409);
    expect(held.body.message).toBe('Nothing was sent: look at what would leave first.');
    expect(mock.seen.length).toBe(before);

    const shown = (await last('risk-description')).body;
    expect(shown).toMatchObject({ isHeld: true, isWhole: true, model: 'mock-large' });
    expect(shown.host).toContain(OUTSIDE);
    expect(shown.body).not.toContain('fs-odin-9');
    expect(shown.pseudonyms).toContainEqual(
      expect.objectContaining({ name: 'HOST_1', value: 'fs-odin-9' }),
    );
    const agree = (receipt: string | null, task = 'risk-description') =>
      call('POST', '/api/models/previews', { body: { task, receipt } });
    expect((await agree('something else')).status).toBe(409);
    expect((await agree(shown.receipt, 'chat')).status).toBe(409);
    expect((await agree(shown.receipt)).status).toBe(204);
    expect((await agree(shown.receipt)).status).toBe(409);
    expect((await state()).unseen).not.toContain('risk-description');

    expect((await draft()).status).toBe(200);
    // What left is, byte for byte, what was looked at.
    expect(mock.chats.at(-1)?.text).toBe(shown.body);
    expect((await last('risk-description')).body).toMatchObject({ isHeld: false, receipt: null });
    const { previews } = await settings();
    expect(previews).toEqual([
      expect.objectContaining({ task: 'risk-description', by: expect.anything() }),
    ]);
  });

  it('[MO35] asks anew for another kind of use, for less that is hidden, and after a restart as before', async () => {
    expect((await state()).unseen).toContain('chat');
    await call('PATCH', '/api/settings', { body: { models: { hidesExternal: true } } });
    // Seen with others' addresses shown covers what leaves with them hidden.
    expect((await state()).unseen).not.toContain('risk-description');
    const asked = await call<{ answer?: unknown }>('POST', '/api/chat/query', {
      body: { query: 'Tell me in a poem what fs-odin-9 means' },
    });
    expect(asked.status).toBe(200);
    const chat = (await last('chat')).body;
    expect(chat.isHeld).toBe(true);
    expect(JSON.stringify(asked.body)).toContain('Nothing was sent: nobody has looked');
    await call('POST', '/api/models/previews', { body: { task: 'chat', receipt: chat.receipt } });
    expect((await state()).unseen).not.toContain('chat');
    await call('PATCH', '/api/settings', { body: { models: { hidesExternal: false } } });
    expect((await state()).unseen).toContain('chat');
    expect((await state()).unseen).not.toContain('risk-description');
  });

  it('[MO35] shows an auditor what would leave, and does not let them release it', async () => {
    const token = await app.tokenFor('Auditor');
    await call('POST', '/api/chat/query', { body: { query: 'Tell me in a poem' }, token });
    const shown = (await last('chat', token)).body;
    expect(shown).toMatchObject({ isHeld: true, receipt: null });
    const body = { task: 'chat', receipt: 'x' };
    expect((await call('POST', '/api/models/previews', { body, token })).status).toBe(403);
    // Nobody else is shown it.
    expect((await last('risk-description', token)).status).toBe(404);
  });

  it('[MO34] is switched from only where the test of the other finds a model that helps', async () => {
    const add = async (baseUrl: string, name: string) =>
      (
        await call<ModelEndpoint>('POST', '/api/models/endpoints', {
          body: input(baseUrl, { name }),
        })
      ).body;
    const local = await add(here.baseUrl, 'Local');
    const nobody = await add('http://127.0.0.1:9/v1', 'Nobody');
    expect((await settings()).endpoints.map(({ name, isInUse }) => [name, isInUse])).toEqual([
      ['Local', false],
      ['Mock', true],
      ['Nobody', false],
    ]);
    await call('POST', `/api/models/endpoints/${nobody.id}/use`);
    await tested();
    expect((await settings()).test.problem).toContain('It was not switched to');
    expect((await settings()).endpoint?.name).toBe('Mock');
    await call('POST', `/api/models/endpoints/${local.id}/use`);
    await tested();
    expect((await settings()).endpoint).toMatchObject({ name: 'Local', isInUse: true });
    expect((await settings()).endpoints.filter(({ isInUse }) => isInUse)).toHaveLength(1);
    expect((await call('DELETE', `/api/models/endpoints/${nobody.id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/models/endpoints/${nobody.id}`)).status).toBe(404);
  });

  it('[MO36] on this machine is asked at once, and shows what left all the same', async () => {
    here.always({ text: 'The loss of HOST_1 stops work.' });
    expect((await state()).unseen).toEqual([]);
    expect((await draft()).status).toBe(200);
    const shown = (await last('risk-description')).body;
    expect(shown.isHeld).toBe(false);
    expect(here.chats.at(-1)?.text).toBe(shown.body);
  });
});
