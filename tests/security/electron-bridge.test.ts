import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebFrameMain } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bridgeCallSchema } from '../../src/main/electron/bridge-call.ts';
import {
  type BridgeActions,
  createBridgeCallHandler,
} from '../../src/main/electron/bridge-calls.ts';
import { answerBridgeCall, type BridgeCallHandler } from '../../src/main/electron/ipc.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { BridgeFile } from '../../src/shared/bridge.ts';
import { AppError } from '../../src/shared/contract/errors.ts';

const FRAME = { url: 'app://watchfloor/', origin: 'app://watchfloor' } as WebFrameMain;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-bridge-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function openBridge(options: { actions?: Partial<BridgeActions>; answer?: Response } = {}) {
  const requests: Request[] = [];
  const navigations: string[] = [];
  const handle = createBridgeCallHandler({
    files: createFileHandles(),
    async fetch(request) {
      requests.push(request);
      return options.answer ?? Response.json({ ok: true }, { headers: { 'X-Total-Count': '7' } });
    },
    actions: {
      chooseFiles: async () => [],
      chooseTarget: async () => undefined,
      startEvents: () => {},
      navigate: (path) => navigations.push(path),
      ...options.actions,
    },
  });
  const send = (payload: unknown, sender: WebFrameMain | null = FRAME) =>
    answerBridgeCall({ mainFrame: () => FRAME, handle, log: silentLog }, sender, payload);
  return { requests, navigations, send };
}

describe('what is heard', () => {
  test('[DS2] a call of a foreign frame does nothing', async () => {
    const { send, requests } = openBridge();
    const call = { type: 'request', request: { method: 'GET', path: '/api/alerts' } };
    expect(await send(call, { ...FRAME } as WebFrameMain)).toEqual({
      ok: false,
      message: 'This page may not use Watchfloor.',
    });
    expect(await send(call, null)).toMatchObject({ ok: false });
    expect(requests).toEqual([]);
  });

  test.each([
    undefined,
    null,
    'request',
    {},
    { type: 'eval', code: '1' },
    { type: '__proto__' },
    { type: 'request' },
    { type: 'request', request: { method: 'GET' } },
    { type: 'request', request: { method: 'TRACE', path: '/api/alerts' } },
    { type: 'request', request: { method: 'GET', path: '/api/alerts', body: '{}' } },
    { type: 'request', request: { method: 'POST', path: '/api/alerts', body: { a: 1 } } },
    { type: 'request', request: { method: 'GET', path: '/api/alerts', headers: { cookie: 'x' } } },
    { type: 'pick-files', paths: ['/etc/passwd'] },
    { type: 'register-dropped', paths: [''] },
    { type: 'register-dropped', paths: [{}] },
    { type: 'send-file', handle: 7, request: { method: 'POST', path: '/api/imports' } },
    { type: 'save-as', path: '/api/alerts/export', suggestedName: '' },
    { type: 'save-content', content: 'no base64!', suggestedName: 'chart.svg' },
    { type: 'save-content', content: [1, 2], suggestedName: 'chart.svg' },
    { type: 'save-content', content: 'AAAA', suggestedName: '' },
    { type: 'navigate', path: 'https://evil.example/' },
    { type: 'navigate', path: '/alerts' },
  ])('[DS3] the malformed call %j is refused', async (payload) => {
    const { send, requests, navigations } = openBridge();
    expect(await send(payload)).toEqual({
      ok: false,
      message: 'Watchfloor did not understand this call.',
    });
    expect(requests).toEqual([]);
    expect(navigations).toEqual([]);
  });

  test.each([
    '/',
    '/alerts',
    'api/alerts',
    'https://evil.example/api/',
    '//evil.example/api/',
    '/api/../etc/passwd',
    '/api/%2e%2e/etc',
    '/api/./../../etc',
    '/api/alerts\r\nHost: evil.example',
    '/api/alérts',
    `/api/${'a'.repeat(100_001)}`,
  ])('[DS4] the path %s is refused', (path) => {
    const call = { type: 'request', request: { method: 'GET', path } };
    expect(bridgeCallSchema.safeParse(call).success).toBe(false);
  });

  test('[DS4] a name to save under loses everything that could name a folder', () => {
    const nameOf = (suggestedName: string) => {
      const call = bridgeCallSchema.parse({ type: 'save-as', path: '/api/x', suggestedName });
      return call.type === 'save-as' ? call.suggestedName : undefined;
    };
    expect(nameOf('alerts.ndjson')).toBe('alerts.ndjson');
    expect(nameOf('../../.bashrc')).toBe('__.._.bashrc');
    expect(nameOf('C:\\Windows\\x\u0000.csv')).toBe('C__Windows_x_.csv');
  });
});

describe('what is answered', () => {
  test('a request reaches the core on our origin, as JSON', async () => {
    const { send, requests } = openBridge();
    const request = { method: 'POST', path: '/api/alerts?x=1', body: '{"title":"a"}' };
    const answer = await send({ type: 'request', request });
    expect(answer).toEqual({
      ok: true,
      value: {
        status: 200,
        statusText: 'OK',
        headers: { 'content-type': 'application/json', 'x-total-count': '7' },
        body: '{"ok":true}',
      },
    });
    expect(requests[0]?.url).toBe('app://watchfloor/api/alerts?x=1');
    expect(requests[0]?.headers.get('origin')).toBe('app://watchfloor');
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(await requests[0]?.text()).toBe('{"title":"a"}');
  });

  test('a chosen file is named by a handle that says nothing of its path', async () => {
    const path = join(folder, 'eve.json');
    await writeFile(path, '{}\n');
    const { send, requests } = openBridge({ actions: { chooseFiles: async () => [path] } });
    const picked = await send({ type: 'pick-files' });
    const [file] = (picked as { value: BridgeFile[] }).value;
    expect(file).toMatchObject({ name: 'eve.json', size: 3 });
    expect(JSON.stringify(file)).not.toContain(folder);

    const request = { method: 'POST', path: '/api/imports?name=eve.json' };
    expect(await send({ type: 'send-file', handle: file?.ref, request })).toMatchObject({
      ok: true,
    });
    const sent = new URL(requests[0]?.url ?? '');
    expect(sent.pathname).toBe('/api/imports');
    expect(sent.searchParams.get('name')).toBe('eve.json');
    expect(sent.searchParams.get('handle')).toBe(file?.ref);
  });

  test('a handle that was not given out is refused', async () => {
    const { send, requests } = openBridge();
    const request = { method: 'POST', path: '/api/imports' };
    expect(await send({ type: 'send-file', handle: 'made up', request })).toEqual({
      ok: false,
      message: 'This file is no longer known. Choose it again.',
    });
    expect(requests).toEqual([]);
  });

  test('a folder among the dropped files is refused by its name, not its path', async () => {
    const { send } = openBridge();
    const answer = await send({ type: 'register-dropped', paths: [folder] });
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).not.toContain(tmpdir());
  });

  test('a failure inside tells the page nothing of it', async () => {
    const fail: BridgeCallHandler = () => Promise.reject(new Error('SELECT secret FROM /home/ana'));
    const deps = { mainFrame: () => FRAME, handle: fail, log: silentLog };
    expect(await answerBridgeCall(deps, FRAME, { type: 'subscribe' })).toEqual({
      ok: false,
      message: 'Something failed inside Watchfloor. It is in the log.',
    });
    const handle: BridgeCallHandler = () =>
      Promise.reject(new AppError('conflict', 'For the user'));
    expect(await answerBridgeCall({ ...deps, handle }, FRAME, { type: 'subscribe' })).toEqual({
      ok: false,
      message: 'For the user',
    });
  });
});

describe('saving', () => {
  const call = { type: 'save-as', path: '/api/alerts/export', suggestedName: 'alerts.csv' };

  test('the answer is written where the user chose', async () => {
    const target = join(folder, 'alerts.csv');
    const { send } = openBridge({
      actions: { chooseTarget: async () => target },
      answer: new Response('a,b\n1,2\n'),
    });
    expect(await send(call)).toEqual({ ok: true, value: true });
    expect(await readFile(target, 'utf8')).toBe('a,b\n1,2\n');
  });

  test('what the page made is written where the user chose', async () => {
    const target = join(folder, 'chart.svg');
    const { send, requests } = openBridge({ actions: { chooseTarget: async () => target } });
    const content = Buffer.from('<svg>é</svg>').toString('base64');
    const made = { type: 'save-content', content, suggestedName: 'chart.svg' };
    expect(await send(made)).toEqual({ ok: true, value: true });
    expect(await readFile(target, 'utf8')).toBe('<svg>é</svg>');
    expect(requests).toEqual([]);
  });

  test('dismissed, nothing is asked of the core', async () => {
    const { send, requests } = openBridge();
    expect(await send(call)).toEqual({ ok: true, value: false });
    expect(requests).toEqual([]);
  });

  test('[DS16] a refusal of the core leaves the old file', async () => {
    const target = join(folder, 'alerts.csv');
    await writeFile(target, 'old');
    const { send } = openBridge({
      actions: { chooseTarget: async () => target },
      answer: new Response('{"message":"Forbidden"}', { status: 403 }),
    });
    expect(await send(call)).toEqual({ ok: false, message: '403: {"message":"Forbidden"}' });
    expect(await readFile(target, 'utf8')).toBe('old');
  });

  test('[DS16] an answer that breaks off leaves the old file and no draft', async () => {
    const target = join(folder, 'alerts.csv');
    await writeFile(target, 'old');
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
      pull: (controller) => controller.error(new Error('gone')),
    });
    const { send } = openBridge({
      actions: { chooseTarget: async () => target },
      answer: new Response(broken),
    });
    expect(await send(call)).toMatchObject({ ok: false });
    expect(await readFile(target, 'utf8')).toBe('old');
    await expect(readFile(`${target}.part`)).rejects.toThrow('ENOENT');
  });
});
