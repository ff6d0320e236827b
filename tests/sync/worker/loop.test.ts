import { afterEach, describe, expect, test } from 'vitest';
import { SyncFailure } from '../../../src/main/areas/sync/sync-server.port.ts';
import type { PushBatch } from '../../../src/main/areas/sync/wire.ts';
import { backoffMs } from '../../../src/main/areas/sync/worker/backoff.ts';
import { failedBy, mannerOf } from '../../../src/main/areas/sync/worker/failures.ts';
import { SYNC_PROBLEMS } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { AppError } from '../../../src/shared/contract/errors.ts';
import {
  createReplicaDouble,
  createServerDouble,
  openLoop,
  pageOf,
  type Rig,
  rowOf,
  until,
} from './doubles.ts';

let rigs: Rig[] = [];
afterEach(async () => {
  await Promise.all(rigs.map(({ loop }) => loop.stop()));
  rigs = [];
});

function open(change: Parameters<typeof openLoop>[2] = {}) {
  const { replica, double: here } = createReplicaDouble();
  const { server, double: there } = createServerDouble();
  const rig = openLoop(replica, () => server, change);
  rigs.push(rig);
  return { ...rig, here, there };
}

const batchOf = (through: number, ids: string[], cursor = 0): PushBatch => ({
  ...{ writes: [], conflicts: [], cursor, through },
  tables: [{ table: 'alerts', rows: ids.map((id) => rowOf(id)) }],
});
const name = (rig: Rig) => rig.loop.state().name;

describe('[SY80] the loop', () => {
  test('pulls until dry, then pushes, and rests with a state that says so', async () => {
    const rig = open();
    rig.there.head = { ...rig.there.head, head: 3 };
    rig.there.page = async (cursor) =>
      cursor === 0 ? pageOf(2, [rowOf('a'), rowOf('b')], false) : pageOf(3, [rowOf('c')], true);
    rig.here.batches.push(batchOf(7, ['x']));
    await until(() => name(rig) === 'up-to-date');
    expect(rig.there.calls).toEqual(['head', 'pull', 'pull', 'push']);
    expect(rig.here.merged.map(({ cursor }) => cursor)).toEqual([2, 3]);
    expect(rig.loop.state()).toMatchObject({
      problem: null,
      backlog: 0,
      figures: { rowsReceived: 3, rowsSent: 1 },
    });
    expect(rig.memory().lastSuccessAt).not.toBeNull();
    expect(rig.log).toEqual(['3 rows received, 1 row sent.']);
  });

  test('pulls again where others changed what it wanted to push', async () => {
    const rig = open();
    let pushes = 0;
    rig.there.outcome = () => {
      if (pushes++ > 0) return { head: 5 };
      rig.there.head = { ...rig.there.head, head: 4 };
      return { head: 4, behind: [['alerts', 'x']] };
    };
    rig.there.page = async () => pageOf(4, [rowOf('x')], true);
    rig.here.batches.push(batchOf(7, ['x']));
    await until(() => name(rig) === 'up-to-date');
    expect(rig.there.calls).toEqual(['head', 'push', 'head', 'pull', 'push']);
  });

  test('goes at once on a change that is to be sent, and on no other', async () => {
    const rig = open();
    await until(() => name(rig) === 'up-to-date');
    const calls = rig.there.calls.length;
    rig.loop.poke('change');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(rig.there.calls.length).toBe(calls);
    rig.here.batches.push(batchOf(1, ['x']));
    const asked = performance.now();
    rig.loop.poke('change');
    await until(() => rig.here.batches.length === 0);
    expect(performance.now() - asked).toBeLessThan(500);
  });

  test('goes at once on the hint of the server, and on a timer where the hint was lost', async () => {
    const rig = open({ pollMs: 300 });
    await until(() => name(rig) === 'up-to-date');
    rig.there.page = async () => pageOf(1, [rowOf('a')], true);
    rig.there.moved(1);
    await until(() => rig.here.merged.length === 1);
    rig.there.page = async () => pageOf(2, [rowOf('b')], true);
    rig.there.head = { ...rig.there.head, head: 2 };
    await until(() => rig.here.merged.length === 2);
  });
});

describe('[SY81] isolation', () => {
  test('cuts at once, in the middle of a page, and goes on after it from there', async () => {
    const rig = open();
    let letGo = () => {};
    rig.there.head = { ...rig.there.head, head: 2 };
    rig.there.page = (cursor) =>
      cursor === 0
        ? Promise.resolve(pageOf(1, [rowOf('a')], false))
        : new Promise((resolve) => {
            letGo = () => resolve(pageOf(2, [rowOf('b')], true));
          });
    await until(() => rig.here.merged.length === 1);
    rig.isolate(true);
    expect(rig.there.isClosed).toBe(true);
    letGo();
    await until(() => name(rig) === 'isolated');
    expect(rig.here.merged.length).toBe(1);
    const connects = rig.connects();
    rig.loop.poke('person');
    rig.loop.poke('network');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(rig.connects()).toBe(connects);
    rig.there.page = async () => pageOf(2, [rowOf('b')], true);
    rig.isolate(false);
    await until(() => name(rig) === 'up-to-date');
    expect(rig.here.cursor).toBe(2);
  });

  test('a pause is kept, connects nothing and ends on a word', async () => {
    const rig = open();
    await until(() => name(rig) === 'up-to-date');
    rig.loop.pause(true);
    await until(() => name(rig) === 'paused');
    expect(rig.memory().isPaused).toBe(true);
    rig.loop.poke('change');
    rig.loop.poke('network');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(name(rig)).toBe('paused');
    rig.loop.pause(false);
    await until(() => name(rig) === 'up-to-date');
  });
});

describe('[SY82] a failure', () => {
  test.each(SYNC_PROBLEMS)('%s has a cause, a cure and a wait with an end', (kind) => {
    const manner = mannerOf(kind);
    expect(manner.cure).toMatch(/^[A-Z].*\.$/);
    expect(manner.capMs).toBeLessThanOrEqual(3_600_000);
    for (const failures of [1, 5, 1_000])
      expect(backoffMs(failures, manner.capMs, () => 1)).toBeLessThanOrEqual(manner.capMs);
  });

  test('waits anywhere up to a bound that doubles', () => {
    expect([1, 2, 3, 4].map((n) => backoffMs(n, 60_000, () => 1))).toEqual([
      1000, 2000, 4000, 8000,
    ]);
    expect(backoffMs(4, 60_000, () => 0)).toBe(0);
    expect(backoffMs(99, 60_000, () => 0.5)).toBe(30_000);
  });

  test('shows no message that is not meant for a person', () => {
    expect(failedBy(new Error('SELECT secret FROM /etc/passwd')).cause).not.toMatch(
      /secret|passwd/,
    );
    expect(failedBy(new AppError('storage-full', 'x')).kind).toBe('storage-full');
    expect(failedBy(new SyncFailure('busy', 'x'.repeat(2_000))).cause.length).toBe(500);
  });

  test.each([
    ['unreachable', 'waiting'],
    ['certificate', 'problem'],
    ['revoked', 'revoked'],
    ['read-only', 'waiting'],
    ['malformed', 'problem'],
  ] as const)(
    '%s becomes the state %s, keeps the backlog and connects anew',
    async (kind, state) => {
      const rig = open({ random: () => 1 });
      rig.here.batches.push(batchOf(1, ['x']));
      rig.there.failures.set('head', new SyncFailure(kind, 'It said so.'));
      await until(() => name(rig) === state && rig.log.length > 0);
      expect(rig.loop.state()).toMatchObject({
        backlog: 1,
        problem: { kind, cause: 'It said so.', cure: mannerOf(kind).cure },
      });
      expect(rig.loop.state().nextTryAt).toBeGreaterThan(Date.now());
      expect(rig.log).toEqual(['It said so.']);
      rig.loop.poke('change');
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(rig.connects()).toBe(1);
      rig.loop.poke('network');
      await until(() => name(rig) === 'up-to-date');
      expect(rig.connects()).toBe(2);
      expect(rig.log.at(-1)).toBe('1 row sent.');
      expect(rig.loop.state().problem).toBeNull();
    },
  );

  test('full disk here stops the reading before anything is taken over', async () => {
    let isFull = true;
    const rig = open({
      random: () => 1,
      assertRoom: () => {
        if (isFull) throw new AppError('storage-full', 'x');
      },
    });
    rig.there.head = { ...rig.there.head, head: 1 };
    rig.there.page = async () => pageOf(1, [rowOf('a')], true);
    await until(() => name(rig) === 'problem');
    expect(rig.loop.state().problem?.kind).toBe('storage-full');
    expect(rig.here.merged).toEqual([]);
    isFull = false;
    rig.loop.poke('person');
    await until(() => name(rig) === 'up-to-date');
  });
});
