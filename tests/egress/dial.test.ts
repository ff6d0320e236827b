/** The way out for what is not HTTP, over real sockets of this machine. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/main/platform/egress/destination.ts';
import { createDial, type Dial } from '../../src/main/platform/egress/dial.ts';
import type { EgressEnd } from '../../src/main/platform/egress/ledger.types.ts';
import { EgressFailure } from '../../src/main/platform/egress-port.ts';

const servers: Server[] = [];
const accepted: Socket[] = [];
afterEach(async () => {
  for (const socket of accepted.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

async function listen(onSocket: (socket: Socket) => void = () => {}): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    accepted.push(socket);
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const REASON = { purpose: 'sync', subject: 'workspace', why: 'a test' } as const;

function openDial(more: { resolve?: Resolve } = {}) {
  const entries: ({ origin: string; purpose: string } & Partial<EgressEnd>)[] = [];
  const listeners = new Set<() => void>();
  const state = { isIsolated: false };
  const dial = createDial({
    isolation: {
      isIsolated: () => state.isIsolated,
      allowsLocalModel: () => true,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ledger: {
      begin({ purpose }, origin) {
        const entry = { origin, purpose };
        entries.push(entry);
        return (end) => Object.assign(entry, end);
      },
    },
    ...more,
  });
  const isolate = () => {
    state.isIsolated = true;
    for (const listener of listeners) listener();
  };
  return { dial, entries, isolate, listeners };
}

const failureOf = (dialled: ReturnType<Dial>) =>
  dialled.then(
    () => new Error('it was connected'),
    (error: unknown) => error,
  );
const to = (host: string, port: number) => ({ reason: REASON, host, port, connectMs: 2_000 });

describe('dialling', () => {
  it('[SY30] connects to a host that is named, and its entry says what went over the wire', async () => {
    const port = await listen((socket) => socket.on('data', () => socket.end('four')));
    const { dial, entries, listeners } = openDial();
    const { socket } = await dial(to('127.0.0.1', port));
    expect(entries).toEqual([{ origin: `postgres://127.0.0.1:${port}`, purpose: 'sync' }]);
    socket.resume();
    socket.write('sixbyt');
    await new Promise((done) => socket.once('close', done));
    expect(entries).toMatchObject([{ outcome: 'answered', bytesSent: 6, bytesReceived: 4 }]);
    expect(listeners.size).toBe(0);
  });

  it('[SY30] opens nothing and looks nothing up while the workspace is isolated', async () => {
    const port = await listen();
    let lookUps = 0;
    const { dial, entries, isolate } = openDial({
      resolve: (_name, _options, callback) => {
        lookUps += 1;
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    isolate();
    expect(await failureOf(dial(to('db.example', port)))).toMatchObject({ kind: 'isolated' });
    expect(await failureOf(dial(to('127.0.0.1', port)))).toMatchObject({ kind: 'isolated' });
    expect(lookUps).toBe(0);
    expect(accepted).toEqual([]);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['isolated', 'isolated']);
  });

  it('[SY30] an isolation cuts what is open', async () => {
    const port = await listen();
    const { dial, entries, isolate } = openDial();
    const { socket } = await dial(to('127.0.0.1', port));
    const error = new Promise((done) => socket.once('error', done));
    isolate();
    expect(await error).toMatchObject({ name: 'EgressFailure', kind: 'isolated' });
    await new Promise((done) => socket.once('close', done));
    expect(entries).toMatchObject([{ outcome: 'isolated' }]);
  });

  it.each([
    ['169.254.169.254', 'metadata of a cloud'],
    ['0.0.0.0', 'no address'],
    ['fe80::1', 'link-local'],
    ['/var/run/postgresql', 'a path'],
    ['one.example@other.example', 'two hosts'],
    ['a b', 'no host'],
    ['', 'nothing'],
  ])('[SY31] never calls %s (%s)', async (host) => {
    const { dial } = openDial();
    expect(await failureOf(dial(to(host, 5432)))).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [[{ address: '169.254.169.254', family: 4 }]],
    [
      [
        { address: '10.0.0.5', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
  ])('[SY31] a name that leads to %j is not called', async (found) => {
    const { dial, entries } = openDial({
      resolve: (_name, _options, callback) => callback(null, found),
    });
    expect(await failureOf(dial(to('db.example', 5432)))).toMatchObject({ kind: 'refused' });
    expect(entries).toMatchObject([{ outcome: 'refused', bytesSent: 0 }]);
  });

  it('[SY30] says that nothing answers, and ends on a cancel', async () => {
    const { dial, entries } = openDial();
    const failure = await failureOf(dial(to('127.0.0.1', 1)));
    expect(failure).toBeInstanceOf(EgressFailure);
    expect(failure).toMatchObject({ kind: 'unreachable' });
    const port = await listen();
    const abort = new AbortController();
    const { socket } = await dial({ ...to('127.0.0.1', port), signal: abort.signal });
    socket.on('error', () => {});
    abort.abort();
    await new Promise((done) => socket.once('close', done));
    expect(entries.map(({ outcome }) => outcome)).toEqual(['unreachable', 'cancelled']);
  });
});
