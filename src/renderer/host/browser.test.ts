import { expect, test } from 'vitest';
import type { ServerEvent } from '../../shared/contract/events.ts';
import { type BrowserDeps, createBrowserHost, type EventStream } from './browser.ts';

class FakeStream implements EventStream {
  readyState = 1;
  onopen: EventStream['onopen'] = null;
  onmessage: EventStream['onmessage'] = null;
  onerror: EventStream['onerror'] = null;
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }

  send(data: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.(new Event('error'));
  }
}

function openHost(answer: () => Response = () => new Response('{}'), chosen: File[] = []) {
  const calls: { path: string; init: RequestInit }[] = [];
  const did: string[] = [];
  const streams: FakeStream[] = [];
  const timers: { run: () => void; delayMs: number }[] = [];
  const deps: BrowserDeps = {
    fetch: async (path, init) => {
      calls.push({ path, init });
      return answer();
    },
    openEvents: (path) => {
      did.push(`open ${path}`);
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    chooseFiles: async () => chosen,
    downloadContent: (content, name) => did.push(`save ${content.byteLength} bytes as ${name}`),
    download: (path, name) => did.push(`save ${path} as ${name}`),
    go: (path) => did.push(`go ${path}`),
    later: (run, delayMs) => {
      const timer = { run, delayMs };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  };
  return { host: createBrowserHost(deps), calls, did, streams, timers };
}

test('a read sends no body and no content type; the answer comes with lower-case headers', async () => {
  const { host, calls } = openHost(
    () => new Response('[]', { status: 200, headers: { 'X-Total-Count': '7' } }),
  );
  const response = await host.request({ method: 'GET', path: '/api/alerts?limit=5' });
  expect(calls).toMatchObject([
    { path: '/api/alerts?limit=5', init: { method: 'GET', credentials: 'same-origin' } },
  ]);
  expect(calls[0]?.init.body).toBeUndefined();
  expect(calls[0]?.init.headers).toBeUndefined();
  expect(response).toMatchObject({ status: 200, body: '[]' });
  expect(response.headers['x-total-count']).toBe('7');
});

test('a write sends JSON; a refusal is an answer, not a rejection', async () => {
  const { host, calls } = openHost(() => new Response('{"message":"Forbidden"}', { status: 403 }));
  const response = await host.request({ method: 'PATCH', path: '/api/alerts/1', body: '{"a":1}' });
  expect(calls[0]?.init).toMatchObject({
    method: 'PATCH',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(response).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
});

test('a chosen file is sent as bytes, or only its head', async () => {
  const { host, calls } = openHost(undefined, [new File(['0123456789'], 'eve.json')]);
  const [file] = await host.pickFiles();
  if (!file) throw new Error('no file');
  expect(file).toMatchObject({ name: 'eve.json', size: 10 });
  await host.sendFile(file, { method: 'POST', path: '/api/imports' });
  await host.sendFile(file, { method: 'POST', path: '/api/imports/preview' }, 4);
  const bodies = calls.map((call) => call.init.body as Blob);
  expect(await Promise.all(bodies.map((body) => body.text()))).toEqual(['0123456789', '0123']);
  expect(calls[0]?.init.headers).toEqual({ 'content-type': 'application/octet-stream' });
});

test('of what is dropped only files are taken; a file of another window is refused', async () => {
  const { host, calls } = openHost();
  const taken = await host.takeDropped([new File(['x'], 'a.ndjson'), 'text', null]);
  expect(taken.map((file) => file.name)).toEqual(['a.ndjson']);
  const foreign = { name: 'b', size: 1, ref: 'handle-1' };
  await expect(async () =>
    host.sendFile(foreign, { method: 'POST', path: '/api/imports' }),
  ).rejects.toThrow('not chosen in this window');
  expect(calls).toEqual([]);
});

test('saving and leaving are left to the browser', async () => {
  const { host, did } = openHost();
  expect(await host.saveAs('/api/alerts/export?format=csv', 'alerts.csv')).toBe(true);
  expect(await host.saveContent(new Uint8Array(5), 'chart.png')).toBe(true);
  host.navigate('/api/login');
  expect(did).toEqual([
    'save /api/alerts/export?format=csv as alerts.csv',
    'save 5 bytes as chart.png',
    'go /api/login',
  ]);
});

test('known events are passed on, unknown and broken ones are passed over', () => {
  const { host, streams } = openHost();
  const heard: ServerEvent[] = [];
  host.subscribe((event) => heard.push(event));
  streams[0]?.send('{"type":"hello"}');
  streams[0]?.send('{"type":"later-invention"}');
  streams[0]?.send('{"type":');
  streams[0]?.send('{"type":"changed","resource":"alerts","ids":["1"]}');
  expect(heard).toEqual([{ type: 'hello' }, { type: 'changed', resource: 'alerts', ids: ['1'] }]);
});

test('a stream that was given up is opened anew, ever less often, and says when it is back', () => {
  const { host, streams, timers } = openHost();
  const states: boolean[] = [];
  host.subscribe(
    () => undefined,
    (isConnected) => states.push(isConnected),
  );
  streams[0]?.onopen?.(new Event('open'));
  streams[0]?.fail(0);
  expect(timers).toHaveLength(0);
  const delays: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    streams.at(-1)?.fail(2);
    const timer = timers.pop();
    delays.push(timer?.delayMs ?? 0);
    timer?.run();
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  streams.at(-1)?.onopen?.(new Event('open'));
  expect(states.at(0)).toBe(true);
  expect(states.slice(1, -1).every((state) => !state)).toBe(true);
  expect(states.at(-1)).toBe(true);
});

test('unsubscribing closes the stream and calls off a coming attempt', () => {
  const { host, streams, timers } = openHost();
  const stop = host.subscribe(() => undefined);
  stop();
  expect(streams[0]?.isClosed).toBe(true);
  const stopWaiting = host.subscribe(() => undefined);
  streams[1]?.fail(2);
  expect(timers).toHaveLength(1);
  stopWaiting();
  expect(timers).toHaveLength(0);
});
