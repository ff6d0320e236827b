/** The connection that files cross over, as it is left: by itself after a while, and at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBlobCalls } from '../../../src/main/areas/sync/server/blob-calls.store.ts';

const unhandled: unknown[] = [];
const hear = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', hear);
});
afterEach(() => {
  process.off('unhandledRejection', hear);
});

/** Of a connection that answers; what becomes of it when it is ended is the test's. */
function openOver(end: () => Promise<void>) {
  const ended: number[] = [];
  let opened = 0;
  const client = {
    query: async () => ({ rows: [{ v: null }] }),
    end() {
      ended.push(opened);
      return end();
    },
  };
  const connect = async () => {
    opened += 1;
    return client as unknown as pg.Client;
  };
  return { calls: createBlobCalls({ connect, idleMs: 5 }), ended };
}

const ENDS: readonly (readonly [string, () => Promise<void>])[] = [
  ['ends', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('The connection was cut.'))],
  [
    'throws',
    () => {
      throw new Error('The connection was cut.');
    },
  ],
];

test.each(ENDS)(
  '[SY264] left after a while by a connection that %s then, it disturbs nobody, and the next chunk has another',
  async (_, end) => {
    const { calls, ended } = openOver(end);
    expect(await calls.getChunk('ab', 0)).toBeNull();
    await expect.poll(() => ended).toEqual([1]);
    expect(await calls.getChunk('ab', 1)).toBeNull();
    await expect.poll(() => ended).toEqual([1, 2]);
    await calls.close();
    await expect(calls.getChunk('ab', 2)).rejects.toMatchObject({ kind: 'unreachable' });
    // Told after the turn in which nobody took it.
    await sleep(20);
    expect(unhandled).toEqual([]);
  },
);

test('[SY264] the end does not fail where the connection does', async () => {
  const { calls, ended } = openOver(() => {
    throw new Error('The connection was cut.');
  });
  await calls.getChunk('ab', 0);
  await calls.close();
  expect(ended.length).toBe(1);
});
