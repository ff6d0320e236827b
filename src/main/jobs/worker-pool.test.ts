import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WorkerPool } from './worker-pool.ts';

/** Answers each start with the number of its thread. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message.type === 'start')
        parentPort.postMessage({ type: 'done', jobId: message.jobId, result: threadId });
    });`)}`,
);
const IDLE_MS = 60;

function openPool(idleMs: number) {
  const waiting = new Map<string, (thread: unknown) => void>();
  const crashed: string[] = [];
  const memory = new SharedArrayBuffer(16);
  const setup = { databasePath: '', key: new Uint8Array(32), gate: memory, isolation: memory };
  const pool = new WorkerPool({
    entry: WORKER,
    size: 2,
    setup,
    idleMs,
    onMessage: (message) => {
      if (message.type === 'done') waiting.get(message.jobId)?.(message.result);
    },
    onCrash: (jobIds) => crashed.push(...jobIds),
  });
  const run = (jobId: string) =>
    new Promise<unknown>((resolve) => {
      waiting.set(jobId, resolve);
      const start = {
        type: 'start',
        kind: 'x',
        startedBy: null,
        input: null,
        source: null,
      } as const;
      pool.start({ ...start, jobId });
    });
  return { pool, run, crashed };
}

test('of threads that have nothing to do one stays, and new ones start when they are needed', async () => {
  const { pool, run, crashed } = openPool(IDLE_MS);
  try {
    const first = await Promise.all([run('a'), run('b')]);
    expect(new Set(first).size).toBe(2);
    await sleep(10 * IDLE_MS);
    const then = await Promise.all([run('c'), run('d')]);
    expect(new Set([...first, ...then]).size).toBe(3);
    expect(crashed).toEqual([]);
  } finally {
    await pool.close();
  }
});

test('a thread that is given work again stays', async () => {
  const { pool, run } = openPool(60_000);
  try {
    const first = await Promise.all([run('a'), run('b')]);
    const then = await Promise.all([run('c'), run('d')]);
    expect(new Set([...first, ...then]).size).toBe(2);
  } finally {
    await pool.close();
  }
});
