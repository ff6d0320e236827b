/** How one sync begins: clocks, epochs, what each side believes the other has. */
import { describe, expect, test } from 'vitest';
import { SyncFailure } from '../../../src/main/areas/sync/sync-server.port.ts';
import type { LoopMemory } from '../../../src/main/areas/sync/worker/loop.types.ts';
import { aheadBy, clockNote } from '../../../src/main/areas/sync/worker/sync-clock.ts';
import { runSync } from '../../../src/main/areas/sync/worker/sync-run.ts';
import {
  createReplicaDouble,
  createServerDouble,
  NODE,
  pageOf,
  rowOf,
  stampAt,
} from './doubles.ts';

const DAY_MS = 86_400_000;

function open() {
  const { replica, double: here } = createReplicaDouble();
  const { server, double: there } = createServerDouble();
  let memory: LoopMemory = {
    ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, clockOffsetMs: 0 },
    comparedAt: null,
  };
  const purged: string[] = [];
  const remember = (kept: Partial<LoopMemory>) => {
    memory = { ...memory, ...kept };
  };
  const run = () =>
    runSync({
      ...{ replica, server, clock: { now: Date.now }, signal: new AbortController().signal },
      memory: () => memory,
      remember,
      purge: (ids) => {
        purged.push(...ids, `cursor ${here.cursor}`);
      },
      assertRoom: () => {},
      progress: () => {},
    });
  return { here, there, run, purged, remember, memory: () => memory };
}

describe('[SY84] the clock of this machine', () => {
  test('ahead: what is not sent yet is stamped anew', async () => {
    const { here, there, run } = open();
    there.head = { ...there.head, now: there.head.now - 2 * DAY_MS };
    await run();
    expect(here.calls.length).toBe(1);
    const ahead = Number(here.calls[0]?.split(' ')[1]);
    expect(Math.abs(ahead - 2 * DAY_MS)).toBeLessThan(1_000);
  });

  test('behind: it is corrected from now on', async () => {
    const { here, there, run, memory } = open();
    there.head = { ...there.head, now: there.head.now + 3_600_000 };
    await run();
    expect(here.calls).toEqual([]);
    expect(Math.abs(memory().clockOffsetMs - 3_600_000)).toBeLessThan(1_000);
    expect(clockNote(memory().clockOffsetMs)).toMatch(/is 60 minutes behind the server's/);
    await run();
    expect(Math.abs(memory().clockOffsetMs - 3_600_000)).toBeLessThan(1_000);
  });

  test('a slow answer alone is no wrong clock', () => {
    expect([clockNote(3), clockNote(-29_999)]).toEqual([null, null]);
    expect(aheadBy({ serverNow: 0, asked: 0, answered: 59_000 })).toBe(0);
    expect(aheadBy({ serverNow: 0, asked: 29_000, answered: 29_000 })).toBe(0);
    expect(aheadBy({ serverNow: 0, asked: 31_000, answered: 31_000 })).toBe(31_000);
    expect(() => aheadBy({ serverNow: Number.NaN, asked: 0, answered: 0 })).toThrow(SyncFailure);
  });

  test('a stamp that the server refuses is made anew once, then sent', async () => {
    const { here, there, run } = open();
    const now = Date.now();
    here.last = stampAt(now + 300_000);
    here.batches.push({
      ...{ writes: [], conflicts: [], cursor: 0, through: 1 },
      tables: [{ table: 'alerts', rows: [rowOf('x')] }],
    });
    there.failures.set('push', new SyncFailure('clock', 'Ahead.', { serverNow: now }));
    await run();
    expect(here.calls).toEqual(['restamp 0']);
    expect(there.calls.filter((call) => call === 'push').length).toBe(2);
    expect(here.batches).toEqual([]);
  });
});

describe('[SY85] what each side believes the other has', () => {
  test('an answer that was lost is made up for', async () => {
    const { here, there, run } = open();
    here.acknowledged = 5;
    here.stamps.set(9, stampAt(500));
    here.last = stampAt(500);
    there.head = { ...there.head, acknowledged: 9, lastStamp: stampAt(500) };
    await run();
    expect(here.calls).toEqual(['acknowledge 9']);
  });

  test('writes that this database does not know: it was put back, and gets a new node', async () => {
    const { here, there, run } = open();
    here.last = stampAt(400);
    there.head = { ...there.head, acknowledged: 9, lastStamp: stampAt(500) };
    await run();
    expect(here.calls).toEqual([`renewNode ${stampAt(500)}`]);
  });

  test('[SY186] a backup that was restored gets a new node before the server is asked, and no new epoch', async () => {
    const { here, there, run, remember, memory } = open();
    here.acknowledged = 8;
    here.stamps.set(8, stampAt(300));
    here.last = stampAt(950);
    remember({ isPutBack: true });
    const batch = { writes: [], tables: [], conflicts: [], cursor: 0, through: 9, from: 8 };
    here.batches.push(batch);
    const sent: unknown[] = [];
    there.outcome = (given) => {
      sent.push(given.from);
      return { head: 0 };
    };
    await run();
    expect(here.calls).toEqual([`renewNode ${stampAt(300)}`]);
    expect(there.calls.filter((call) => call.startsWith('recover'))).toEqual([]);
    // The server has nothing of the new node yet.
    expect(sent).toEqual([0]);
    expect(memory()).toMatchObject({ isPutBack: false, isNodeNew: true });
    there.head = { ...there.head, acknowledged: 9, lastStamp: stampAt(950) };
    await run();
    expect(memory().isNodeNew).toBe(false);
  });

  test('[SY263] put back with a clock that is behind: the number of its pushes tells, where no stamp does', async () => {
    const { here, there, run, remember, memory } = open();
    here.acknowledged = 8;
    here.stamps.set(8, stampAt(300)).set(9, stampAt(500));
    here.last = stampAt(500);
    remember({ pushes: 3 });
    there.head = { ...there.head, acknowledged: 9, lastStamp: stampAt(500), pushes: 4 };
    await run();
    expect(here.calls).toEqual([`renewNode ${stampAt(300)}`]);
    expect(here.acknowledged).toBe(8);
    expect(memory()).toMatchObject({ pushes: 4, isNodeNew: true });
  });

  test('[SY263] as many pushes as the server heard of: nothing was put back', async () => {
    const { here, there, run, remember } = open();
    here.acknowledged = 8;
    here.stamps.set(9, stampAt(500));
    here.last = stampAt(500);
    remember({ pushes: 4 });
    there.head = { ...there.head, acknowledged: 9, lastStamp: stampAt(500), pushes: 4 };
    await run();
    expect(here.calls).toEqual(['acknowledge 9']);
  });

  test('put back and written to since: the stamp at that place tells', async () => {
    const { here, there, run } = open();
    here.acknowledged = 8;
    here.stamps.set(15, stampAt(900));
    here.last = stampAt(950);
    there.head = { ...there.head, acknowledged: 15, lastStamp: stampAt(500) };
    await run();
    expect(here.calls).toEqual([`renewNode ${stampAt(500)}`]);
    expect(here.acknowledged).toBe(8);
  });

  test('what it has of an earlier node says nothing of this one', async () => {
    const { here, there, run } = open();
    here.acknowledged = 3;
    there.head = { ...there.head, acknowledged: 1, lastStamp: stampAt(500, `${NODE}old`) };
    await run();
    expect(here.calls).toEqual([]);
  });

  test('less than it had said: a new epoch, the outbox again, and all tables compared', async () => {
    const { here, there, run, memory } = open();
    here.acknowledged = 9;
    here.cursor = 40;
    here.last = stampAt(900);
    there.head = { ...there.head, head: 40, acknowledged: 4, lastStamp: stampAt(300) };
    await run();
    expect(there.calls.slice(0, 2)).toEqual(['head', 'recover 40']);
    expect(here.calls).toEqual(['acknowledge 4', 'enterEpoch 2 0']);
    expect(there.calls).toContain('digests');
    expect(memory().isCompareDue).toBe(false);
  });

  test('a head before the cursor: a new epoch, read again from where it began', async () => {
    const { here, there, run } = open();
    here.cursor = 100;
    there.head = { ...there.head, head: 60, epochFrom: 60 };
    await run();
    expect(there.calls.slice(0, 2)).toEqual(['head', 'recover 100']);
    expect(here.calls[0]).toBe('enterEpoch 2 60');
  });

  test('[SY185] a cursor before purged deletions asks which rows they took, before it sends', async () => {
    const { here, there, run, memory } = open();
    here.cursor = 10;
    here.digests = [{ bucket: 3, rows: 2, sum: '9' }];
    there.digests = [{ bucket: 3, rows: 1, sum: '5' }];
    there.ids = ['kept'];
    there.head = { ...there.head, head: 60, watermark: 20 };
    there.page = async () => pageOf(60, [], true);
    await run();
    expect(here.calls).toEqual(['dropAbsent alerts 3 kept']);
    expect(memory().isPurgeDue).toBe(false);
  });

  test('[SY185] so does a page from below deletions that were purged while it was read', async () => {
    const { here, there, run } = open();
    here.cursor = 10;
    here.digests = [{ bucket: 3, rows: 2, sum: '9' }];
    there.head = { ...there.head, head: 60 };
    there.page = async () => ({ ...pageOf(60, [], true), watermark: 30 });
    await run();
    expect(here.calls).toEqual(['dropAbsent alerts 3 ']);
  });
});

describe('[SY86] tables that differ after a new epoch', () => {
  const part = (bucket: number, sum: string) => ({ bucket, rows: 1, sum });

  test('mark what the server lacks, and read all again before anything is sent', async () => {
    const { here, there, run, memory } = open();
    here.cursor = 10;
    there.head = { ...there.head, head: 10, epoch: 2, epochFrom: 10 };
    here.digests = [part(1, '5'), part(2, '7')];
    there.digests = [part(1, '5'), part(3, '9')];
    there.page = async () => {
      there.digests = here.digests;
      return pageOf(10, [], true);
    };
    await run();
    expect(here.calls).toEqual(['enterEpoch 2 10', 'sendAgain alerts 2,3', 'enterEpoch 2 0']);
    expect(memory().isCompareDue).toBe(false);
  });

  test('are looked for once a day, since who only reads has no other proof', async () => {
    const { here, there, run, remember } = open();
    here.cursor = 5;
    there.head = { ...there.head, head: 5 };
    remember({ comparedAt: Date.now() - DAY_MS / 2 });
    await run();
    expect(there.calls).not.toContain('digests');
    remember({ comparedAt: Date.now() - 2 * DAY_MS });
    await run();
    expect(there.calls.filter((call) => call === 'digests').length).toBe(1);
    await run();
    expect(there.calls.filter((call) => call === 'digests').length).toBe(1);
  });

  test('a row that is refused for good begins one new epoch a day, not one each time', async () => {
    const { here, there, run } = open();
    here.batches.push({
      ...{ writes: [], conflicts: [], cursor: 0, through: 1 },
      tables: [{ table: 'alerts', rows: [rowOf('x')] }],
    });
    const refuse = () => there.failures.set('push', new SyncFailure('refused', 'Not this.'));
    refuse();
    await run();
    expect(there.calls).toContain('recover 0');
    here.batches.push({
      ...{ writes: [], conflicts: [], cursor: 0, through: 2 },
      tables: [{ table: 'alerts', rows: [rowOf('y')] }],
    });
    refuse();
    const { epoch, acknowledged } = here;
    there.head = { ...there.head, epoch, acknowledged };
    there.calls.length = 0;
    await expect(run()).rejects.toThrow('Not this.');
    expect(there.calls).not.toContain('recover 0');
  });

  test('cut off in between, the comparison is due at the next start', async () => {
    const { here, there, run, memory } = open();
    there.head = { ...there.head, epoch: 2 };
    there.failures.set('digests', new SyncFailure('unreachable', 'Gone.'));
    await expect(run()).rejects.toThrow('Gone.');
    expect(memory().isCompareDue).toBe(true);
    expect(here.epoch).toBe(2);
    await run();
    expect(memory().isCompareDue).toBe(false);
  });
});

describe('[SY87] an investigation that this workstation may not have any longer', () => {
  test('is purged before the cursor moves past that word', async () => {
    const { here, there, run, purged } = open();
    there.head = { ...there.head, head: 3 };
    there.page = async () => ({
      ...pageOf(3, [rowOf('a')], true),
      access: [
        { investigation: 'secret', allowed: false },
        { investigation: 'ours', allowed: true },
      ],
    });
    await run();
    expect(purged).toEqual(['secret', 'cursor 0']);
    expect(here.cursor).toBe(3);
  });
});
