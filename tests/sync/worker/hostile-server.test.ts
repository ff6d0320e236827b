/** A server that lies: nothing of it is taken over, nothing loops or freezes, and it is said plainly. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PullPage } from '../../../src/main/areas/sync/wire.ts';
import {
  createReplicaDouble,
  createServerDouble,
  openLoop,
  pageOf,
  type Rig,
  rowOf,
  stampAt,
  until,
} from './doubles.ts';

let rigs: Rig[] = [];
afterEach(async () => {
  await Promise.all(rigs.map(({ loop }) => loop.stop()));
  rigs = [];
});

function open() {
  const { replica, double: here } = createReplicaDouble();
  const { server, double: there } = createServerDouble();
  there.head = { ...there.head, head: 100 };
  here.cursor = 50;
  const rig = openLoop(replica, () => server, { random: () => 1 });
  rigs.push(rig);
  return { ...rig, here, there };
}

const many = (count: number) => Array.from({ length: count }, (_, i) => rowOf(`r${i}`));
const YEAR_MS = 365 * 86_400_000;

const LIES: readonly (readonly [string, PullPage, RegExp])[] = [
  ['a cursor that goes back', pageOf(49, [], true), /cursor went back/],
  ['a cursor that stands still', pageOf(50, [], false), /cursor does not move/],
  ['a cursor beyond its head', pageOf(2 ** 52, [], true), /beyond its own head/],
  ['more rows than the cursor moved', pageOf(51, many(2), true), /more rows than its cursor/],
  [
    'a row of next year, which would win for ever',
    pageOf(51, [rowOf('a', stampAt(Date.now() + YEAR_MS))], true),
    /from the future/,
  ],
  [
    'a field of next year',
    pageOf(51, [{ ...rowOf('a'), f: { title: stampAt(Date.now() + YEAR_MS) } }], true),
    /from the future/,
  ],
];

describe('[SY83] a hostile server', () => {
  test.each(LIES)('with %s is refused whole', async (_name, page, words) => {
    const rig = open();
    rig.there.page = async () => page;
    await until(() => rig.log.length > 0);
    expect(rig.loop.state()).toMatchObject({ name: 'problem', problem: { kind: 'malformed' } });
    expect(rig.log[0]).toMatch(words);
    expect(rig.here.merged).toEqual([]);
    expect(rig.here.cursor).toBe(50);
  });

  test('with pages that never bring anything is left after a thousand of them', async () => {
    const rig = open();
    rig.there.head = { ...rig.there.head, head: 2 ** 52 };
    rig.there.page = async (cursor) => pageOf(cursor + 1, [], false);
    await until(() => rig.log.length > 0);
    expect(rig.log[0]).toMatch(/1001 pages in a row were empty/);
  });

  test('that always says "behind" is asked a bounded number of times', async () => {
    const rig = open();
    rig.here.cursor = 100;
    rig.here.batches.push({
      ...{ writes: [], conflicts: [], cursor: 100, through: 1 },
      tables: [{ table: 'alerts', rows: [rowOf('x')] }],
    });
    rig.there.outcome = () => ({ head: 100, behind: [['alerts', 'x']] });
    await until(() => rig.loop.state().problem?.kind === 'busy');
    expect(rig.there.calls.filter((call) => call === 'push').length).toBe(50);
    expect(rig.loop.state().backlog).toBe(1);
  });

  test('that takes the same rows and never has them is asked a bounded number of times', async () => {
    const rig = open();
    rig.here.cursor = 100;
    const batch = {
      ...{ writes: [], conflicts: [], cursor: 100, through: 1 },
      tables: [{ table: 'alerts', rows: [rowOf('x')] }],
    };
    rig.here.batches.push(...Array.from({ length: 20 }, () => batch));
    rig.there.outcome = () => ({ head: 100 });
    await until(() => rig.log.length > 0);
    expect(rig.log[0]).toMatch(/the same rows again and again/);
  });

  test('that names rows which were not sent to it is not believed', async () => {
    const rig = open();
    rig.here.cursor = 100;
    rig.here.batches.push({
      ...{ writes: [], conflicts: [], cursor: 100, through: 1 },
      tables: [{ table: 'alerts', rows: [rowOf('x')] }],
    });
    rig.there.outcome = () => ({ head: 101, sameAs: [['users', 'me', 'attacker']] });
    await until(() => rig.log.length > 0);
    expect(rig.log[0]).toMatch(/a row of users that was not sent/);
    expect(rig.here.batches.length).toBe(1);
  });

  test('that hints without end costs some syncs a second', async () => {
    const rig = open();
    rig.here.cursor = 100;
    await until(() => rig.loop.state().name === 'up-to-date');
    const before = rig.there.calls.length;
    const flood = setInterval(() => {
      for (let i = 0; i < 1_000; i++) rig.there.moved(101 + i);
    }, 1);
    rig.there.page = async (cursor) => pageOf(cursor, [], true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    clearInterval(flood);
    // A sync is two calls here.
    expect(rig.there.calls.length - before).toBeLessThan(2 * 7);
  });

  test('whose clock is of another age changes nothing here', async () => {
    const rig = open();
    rig.there.head = { ...rig.there.head, now: rig.there.head.now + 20 * YEAR_MS };
    await until(() => rig.log.length > 0);
    expect(rig.loop.state().problem).toMatchObject({ kind: 'clock' });
    expect(rig.memory().clockOffsetMs).toBe(0);
    expect(rig.here.calls).toEqual([]);
  });
});
