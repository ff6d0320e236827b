/** Receivers in a whole core: added, connected, counted, isolated (docs/spec/receivers.md). */
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Integration } from '../../src/shared/areas/integrations/integrations.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let folder = '';
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-watched-'));
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await app.request(method, path, body === undefined ? {} : { body });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

const find = async (id: string): Promise<Integration> => {
  const all = await call<Integration[]>('GET', '/api/integrations');
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error('The integration is gone');
  return found;
};

async function until(id: string, holds: (one: Integration) => boolean): Promise<Integration> {
  const begun = performance.now();
  for (;;) {
    const found = await find(id);
    if (holds(found)) return found;
    if (performance.now() - begun > 25_000) throw new Error(JSON.stringify(found.receiver));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const send = (port: number, text: string) =>
  new Promise<void>((resolve) => {
    const socket = createSocket('udp4');
    socket.send(text, port, '127.0.0.1', () => socket.close(() => resolve()));
  });

describe('receivers in the core', () => {
  test('[RC15] nothing listens before somebody connects it, and nothing after it is disconnected', async () => {
    const port = await freePort();
    const made = await call<Integration>('POST', '/api/integrations', {
      connector: 'syslog',
      name: 'Firewalls',
      settings: { address: '127.0.0.1', port, transport: 'udp', plain: 'none' },
    });
    expect(made).toMatchObject({ kind: 'receiver', status: 'DISCONNECTED', receiver: null });
    await call('PATCH', `/api/integrations/${made.id}`, { status: 'CONNECTED' });
    const on = await until(made.id, ({ receiver }) => receiver?.state === 'LISTENING');
    expect(on.receiver?.bound).toEqual([`UDP 127.0.0.1:${port}`]);
    await send(port, '<134>fw CEF:0|Example|Guard|1|7|Worm stopped|9|src=192.0.2.1 dvchost=fw-1');
    const kept = await until(made.id, ({ receiver }) => receiver?.kept === 1);
    expect(kept.receiver).toMatchObject({ received: 1, waiting: 0, lost: 0 });
    const alerts = await call<{ id: string; title: string; sourceHost: string }[]>(
      'GET',
      '/api/alerts',
    );
    expect(alerts[0]).toMatchObject({ title: 'Worm stopped', sourceHost: 'fw-1' });
    await call('PATCH', `/api/integrations/${made.id}`, { status: 'DISCONNECTED' });
    await until(made.id, ({ receiver }) => receiver === null);
  }, 60_000);

  test('[RC6] isolation of the workspace closes what is reached from the network', async () => {
    const port = await freePort();
    // A new workspace is isolated until somebody connects it.
    await call('PATCH', '/api/isolation', { isIsolated: false });
    const { id } = await call<Integration>('POST', '/api/integrations', {
      connector: 'syslog',
      settings: { address: '0.0.0.0', port, transport: 'tcp' },
    });
    await call('PATCH', `/api/integrations/${id}`, { status: 'CONNECTED' });
    await until(id, ({ receiver }) => receiver?.state === 'LISTENING');
    await call('PATCH', '/api/isolation', { isIsolated: true });
    await until(
      id,
      ({ receiver }) => receiver?.state === 'ISOLATED' && receiver.bound.length === 0,
    );
    await call('PATCH', '/api/isolation', { isIsolated: false });
    await until(id, ({ receiver }) => receiver?.state === 'LISTENING');
    await app.request('DELETE', `/api/integrations/${id}`);
  }, 60_000);

  test('[RC13] a file in a watched folder is imported with a receipt of its own', async () => {
    writeFileSync(
      join(folder, 'alerts.csv'),
      'title,severity,time\nOdd thing,high,2026-02-01T10:00:00Z\n',
    );
    const { id } = await call<Integration>('POST', '/api/integrations', {
      connector: 'watched-folder',
      settings: { folder },
    });
    await call('PATCH', `/api/integrations/${id}`, { status: 'CONNECTED' });
    const begun = performance.now();
    let imports: { fileName: string; state: string; added: number }[] = [];
    while (imports[0]?.state !== 'DONE' && performance.now() - begun < 25_000) {
      imports = await call('GET', '/api/imports');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(imports).toHaveLength(1);
    expect(imports[0]).toMatchObject({ fileName: 'alerts.csv', state: 'DONE', added: 1 });
    await until(id, ({ receiver }) => receiver?.received === 1);
  }, 60_000);
});
