import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { bridgeCallSchema } from '../../src/main/electron/bridge-call.ts';
import type { Bridge } from '../../src/shared/bridge.ts';
import type { ServerEvent } from '../../src/shared/contract/events.ts';

const electron = vi.hoisted(() => {
  const exposed = new Map<string, unknown>();
  const listeners = new Map<string, (event: unknown, payload: unknown) => void>();
  return {
    exposed,
    listeners,
    invoke: vi.fn(async (_channel: string, _payload: unknown): Promise<unknown> => {
      return { ok: true, value: 'answer' };
    }),
  };
});

vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api),
  },
  ipcRenderer: {
    invoke: electron.invoke,
    on: (channel: string, listener: (event: unknown, payload: unknown) => void) =>
      electron.listeners.set(channel, listener),
    off: (channel: string) => electron.listeners.delete(channel),
  },
  webUtils: {
    getPathForFile(file: unknown) {
      if (!(file instanceof File)) throw new TypeError('not a File');
      return file.name === 'on-disk.json' ? '/evidence/on-disk.json' : '';
    },
  },
}));

await import('../../src/preload/preload.ts');
const bridge = electron.exposed.get('watchfloor') as Bridge;

function lastPayload(): unknown {
  return electron.invoke.mock.lastCall?.[1];
}

test('[DS1] the page gets eight functions under one name, and nothing else', () => {
  expect([...electron.exposed.keys()]).toEqual(['watchfloor']);
  const surface = Object.entries(bridge).map(([name, value]) => `${name}: ${typeof value}`);
  expect(surface.sort()).toMatchInlineSnapshot(`
    [
      "navigate: function",
      "onEvent: function",
      "pickFiles: function",
      "registerDropped: function",
      "request: function",
      "saveAs: function",
      "saveContent: function",
      "sendFile: function",
    ]
  `);
});

test('[DS2] [DS3] every function sends a call of the known form over the one channel', async () => {
  const request = { method: 'GET', path: '/api/alerts' };
  const sent: unknown[] = [];
  const calls = [
    () => bridge.request(request),
    () => bridge.pickFiles(),
    () => bridge.registerDropped([]),
    () => bridge.sendFile('handle', { method: 'POST', path: '/api/imports' }),
    () => bridge.saveAs('/api/alerts/export', 'alerts.csv'),
    () => bridge.saveContent('AAAA', 'chart.png'),
    () => bridge.navigate('/api/logout'),
    () => bridge.onEvent(() => {}),
  ];
  for (const call of calls) {
    await call();
    sent.push(lastPayload());
  }
  expect(new Set(electron.invoke.mock.calls.map(([channel]) => channel))).toEqual(
    new Set(['watchfloor:request']),
  );
  for (const payload of sent) {
    expect(bridgeCallSchema.safeParse(payload).data).toEqual(payload);
  }
});

test('a refusal becomes an error with its message alone', async () => {
  electron.invoke.mockResolvedValueOnce({ ok: false, message: 'No.' });
  await expect(bridge.pickFiles()).rejects.toThrow(/^No\.$/);
});

test('of what is dropped only files on a disk are registered', async () => {
  await bridge.registerDropped([
    new File(['a'], 'on-disk.json'),
    new File(['a'], 'made-by-a-script.json'),
    '/etc/passwd',
    { path: '/etc/passwd' },
    null,
  ]);
  expect(lastPayload()).toEqual({ type: 'register-dropped', paths: ['/evidence/on-disk.json'] });
});

test('[DS1] events arrive without anything of Electron, until the listener leaves', () => {
  const heard: unknown[][] = [];
  const stop = bridge.onEvent((...values: ServerEvent[]) => heard.push(values));
  const sender = { sender: 'ipcRenderer itself' };
  electron.listeners.get('watchfloor:event')?.(sender, { type: 'hello' });
  expect(heard).toEqual([[{ type: 'hello' }]]);
  stop();
  expect(electron.listeners.size).toBe(0);
});

test('the script fits on one screen', () => {
  const source = readFileSync(new URL('../../src/preload/preload.ts', import.meta.url), 'utf8');
  expect(source.split('\n').length).toBeLessThanOrEqual(60);
});
