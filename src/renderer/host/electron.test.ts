import { expect, test } from 'vitest';
import type { Bridge } from '../../shared/bridge.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import { createElectronHost } from './electron.ts';

const ANSWER = { status: 200, statusText: 'OK', headers: {}, body: '{}' };

function openHost() {
  const calls: unknown[] = [];
  let emit: (event: ServerEvent) => void = () => undefined;
  const bridge: Bridge = {
    request: async (request) => {
      calls.push(request);
      return ANSWER;
    },
    onEvent: (listener) => {
      emit = listener;
      return () => calls.push('stopped');
    },
    pickFiles: async () => [{ name: 'eve.json', size: 3, ref: 'handle-1' }],
    registerDropped: async () => [{ name: 'drop.json', size: 4, ref: 'handle-2' }],
    sendFile: async (handle, request) => {
      calls.push([handle, request]);
      return ANSWER;
    },
    saveAs: async () => false,
    saveContent: async (content, name) => {
      calls.push([atob(content).length, name]);
      return true;
    },
    navigate: (path) => {
      calls.push(path);
    },
  };
  return { host: createElectronHost(bridge), calls, emit: (event: ServerEvent) => emit(event) };
}

test('files are named to the core by their handle', async () => {
  const { host, calls } = openHost();
  const [file] = await host.pickFiles();
  if (!file) throw new Error('no file');
  const request = { method: 'POST', path: '/api/imports' };
  await host.sendFile(file, request);
  expect(calls).toEqual([['handle-1', request]]);
});

test('what the page made goes over the bridge as bytes', async () => {
  const { host, calls } = openHost();
  expect(await host.saveContent(new Uint8Array(20_000), 'chart.png')).toBe(true);
  expect(calls).toEqual([[20_000, 'chart.png']]);
});

test('a file that has no handle is refused', async () => {
  const { host, calls } = openHost();
  const file = { name: 'x', size: 1, ref: new Blob() };
  await expect(host.sendFile(file, { method: 'POST', path: '/api/imports' })).rejects.toThrow(
    'not chosen in this window',
  );
  expect(calls).toEqual([]);
});

test('hello means connected; events pass until unsubscribed', () => {
  const { host, calls, emit } = openHost();
  const heard: unknown[] = [];
  const stop = host.subscribe(
    (event) => heard.push(event.type),
    (isConnected) => heard.push(isConnected),
  );
  emit({ type: 'hello' });
  emit({ type: 'changed', resource: 'alerts' });
  expect(heard).toEqual([true, 'hello', 'changed']);
  stop();
  expect(calls).toEqual(['stopped']);
});
