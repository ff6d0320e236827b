/** The switch over the port, what is held back, and the ledger under both, on a real database. */
import { afterEach, expect, it } from 'vitest';
import { createHeldBack } from '../../src/main/areas/isolation/held-back.ts';
import { createHeldItemStore } from '../../src/main/areas/isolation/held-items.store.ts';
import { createIsolationService } from '../../src/main/areas/isolation/isolation.service.ts';
import { createLedgerStore } from '../../src/main/areas/isolation/ledger.store.ts';
import { createEgressLedger } from '../../src/main/db/egress-ledger.ts';
import { createEgress } from '../../src/main/platform/egress/create-egress.ts';
import {
  createIsolationMemory,
  createSharedIsolation,
} from '../../src/main/platform/egress/shared-isolation.ts';
import type { NewHeldItem } from '../../src/main/platform/held-back-port.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { openTestDb } from '../helpers/open-test-db.ts';
import { ask, failureOf, openPort, type Served, serve, textOf } from './egress-servers.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function served(listener: Parameters<typeof serve>[0]): Promise<Served> {
  const server = await serve(listener);
  closing.push(server.close);
  return server;
}
const open = { isIsolated: false, allowsLocalModel: true };
const shut = { isIsolated: true, allowsLocalModel: true };
const item: NewHeldItem = {
  ...{ kind: 'connector-run', key: 'i1', what: 'Sync of X', destination: 'https://x.example.com' },
  ...{ account: null, sizeBytes: null, redo: { integrationId: 'i1' } },
};

it('[IS7] nothing is opened or looked up while isolated; the refusal is an entry', async () => {
  const server = await served((_request, response) => response.end('here'));
  const { egress, entries, setIsolated } = openPort({ resolve: () => expect.unreachable() });
  setIsolated(true);
  for (const url of [
    server.origin,
    'https://siem.example.com/',
    `http://localhost:${server.port}/`,
  ])
    expect(await failureOf(egress(ask(url)))).toMatchObject({ kind: 'isolated' });
  expect(server.asked).toEqual([]);
  expect(entries.map(({ outcome, bytesSent }) => [outcome, bytesSent])).toEqual([
    ...[
      ['isolated', 0],
      ['isolated', 0],
      ['isolated', 0],
    ],
  ]);
});

it('[IS10] a model at a loopback address is called while isolated where that is allowed', async () => {
  const server = await served((_request, response) => response.end('here'));
  const reason = { purpose: 'model', subject: 'm', why: 'a call' } as const;
  const allowed = openPort({ allowsLocalModel: true });
  allowed.setIsolated(true);
  expect(await textOf(await allowed.egress(ask(server.origin, { reason })))).toBe('here');
  const not = openPort({ allowsLocalModel: false });
  not.setIsolated(true);
  expect(await failureOf(not.egress(ask(server.origin, { reason })))).toMatchObject({
    kind: 'isolated',
  });
});

it('[IS8] what is open is cut the moment the workspace is isolated, in every thread that shares it', async () => {
  const server = await served((_request, response) => void response.writeHead(200).write('x'));
  const memory = createIsolationMemory();
  const core = createSharedIsolation(memory);
  core.set(open);
  // As another thread holds it: hears of the change by the memory alone.
  const worker = createSharedIsolation(memory);
  const failures = [core, worker].map(async (isolation) => {
    const egress = createEgress({ isolation, ledger: { begin: () => () => {} } });
    return failureOf(Promise.resolve(await egress(ask(server.origin))));
  });
  await expect.poll(server.connections).toBe(2);
  core.set(shut);
  for (const failure of failures) expect(await failure).toMatchObject({ kind: 'isolated' });
  await expect.poll(server.connections).toBe(0);
});

it('[IS7] memory is born shut, and a setting that cannot be read is isolated', () => {
  const shared = createSharedIsolation(createIsolationMemory());
  expect(shared.isIsolated()).toBe(true);
  const { db, close } = openTestDb();
  closing.push(close);
  const held = createHeldItemStore(db, newUuid);
  const deps = { shared, held, changeSetting: () => {}, announce: () => {} };
  const readSetting = () => open;
  createIsolationService({ ...deps, isForced: false, readSetting }).follow();
  expect(shared.isIsolated()).toBe(false);
  const broken = () => {
    throw new Error('no database');
  };
  createIsolationService({ ...deps, isForced: false, readSetting: broken }).follow();
  expect([shared.isIsolated(), shared.allowsLocalModel()]).toEqual([true, false]);
  const forced = createIsolationService({ ...deps, isForced: true, readSetting });
  forced.follow();
  expect(shared.isIsolated()).toBe(true);
  expect(() => forced.change('a', { isIsolated: false })).toThrow(/started isolated/);
  expect(shared.isIsolated()).toBe(true);
});

it('[IS11] what is held back leaves one by one, on a word, and only when connected', async () => {
  const { db, close } = openTestDb();
  closing.push(close);
  const shared = createSharedIsolation(createIsolationMemory());
  const store = createHeldItemStore(db, newUuid);
  const heldBack = createHeldBack(store, shared);
  const done: unknown[] = [];
  heldBack.onRelease('connector-run', (one) => void done.push(one));
  heldBack.onRelease('push', () => {
    throw new Error('the vendor is gone');
  });
  heldBack.hold(item);
  heldBack.hold(item);
  heldBack.hold({ ...item, kind: 'push', key: 'p1', what: 'Alert', sizeBytes: 812 });
  const [run, push] = store.list();
  expect(run).toMatchObject({ what: 'Sync of X', times: 2, account: null });
  await expect(heldBack.release(run?.id ?? '', 'somebody')).rejects.toThrow(/is isolated/);
  shared.set(open);
  // Nothing leaves by itself.
  expect(done).toEqual([]);
  await heldBack.release(run?.id ?? '', 'somebody');
  expect(done).toEqual([{ redo: { integrationId: 'i1' }, actor: 'somebody' }]);
  await expect(heldBack.release(run?.id ?? '', 'somebody')).rejects.toThrow(/no longer/);
  await expect(heldBack.release(push?.id ?? '', 'somebody')).rejects.toThrow('vendor is gone');
  expect(store.list().map(({ id }) => id)).toEqual([push?.id]);
  heldBack.drop(push?.id ?? '', 'somebody');
  expect(store.count()).toBe(0);
});

it('[IS9] an entry is there before its connection, is bounded, and names the end of a crash', () => {
  const { db, close } = openTestDb();
  closing.push(close);
  const ledger = createEgressLedger(db);
  const store = createLedgerStore(db);
  const reason = { purpose: 'connector', subject: 'i1', why: 'w'.repeat(999) } as const;
  const end = ledger.begin(reason, 'https://x.example.com');
  const list = () => store.list({ limit: 10, cursor: undefined } as never, null);
  expect(list().rows[0]).toMatchObject({ outcome: null, durationMs: null });
  expect(list().rows[0]?.why).toHaveLength(300);
  end({ outcome: 'answered', status: 200, bytesSent: 10, bytesReceived: 20 });
  ledger.begin(reason, 'https://y.example.com');
  store.closeOpen();
  expect(list().rows.map(({ outcome }) => outcome)).toEqual(['interrupted', 'answered']);
  expect(store.destinations()).toMatchObject([
    { origin: 'https://x.example.com', connections: 1, bytesSent: 10, bytesReceived: 20 },
    { origin: 'https://y.example.com', connections: 1 },
  ]);
  expect(store.all({ q: '%' })).toEqual([]);
});
