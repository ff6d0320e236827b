import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ThreadWishes, WorkerPool } from './worker-pool.ts';
import { READER_LIMITS, WORKER_LIMITS } from './worker-protocol.ts';

/** Answers each start with the number of its thread. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, resourceLimits, threadId } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message.type === 'cancel')
        parentPort.postMessage({ type: 'failed', jobId: message.jobId, code: 'cancelled' });
      if (message.type === 'start' && message.kind !== 'endless')
        parentPort.postMessage({ type: 'done', jobId: message.jobId,
          result: message.kind === 'room' ? resourceLimits.maxYoungGenerationSizeMb : threadId });
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
      if (message.type === 'failed') waiting.get(message.jobId)?.(message.code);
    },
    onCrash: (jobIds) => crashed.push(...jobIds),
  });
  const run = (jobId: string, { kind = 'x', ...wishes }: { kind?: string } & ThreadWishes = {}) =>
    new Promise<unknown>((resolve) => {
      waiting.set(jobId, resolve);
      const start = {
        type: 'start',
        kind,
        startedBy: null,
        input: null,
        source: null,
      } as const;
      pool.start({ ...start, jobId }, wishes);
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

test('beside a thread that works for long an idle one goes', async () => {
  const { pool, run, crashed } = openPool(IDLE_MS);
  try {
    void run('long', { kind: 'endless' });
    const idle = await run('a');
    expect(await run('b')).toBe(idle);
    await sleep(10 * IDLE_MS);
    expect(await run('c')).not.toBe(idle);
    expect(crashed).toEqual([]);
  } finally {
    await pool.close();
  }
});

test('a thread whose job is cut off goes soon where another one works, and stays where none does', async () => {
  const { pool, run, crashed } = openPool(60_000);
  try {
    const alone = await run('a');
    const first = run('long', { kind: 'endless' });
    const cut = await run('b');
    const resting = run('rests', { kind: 'endless' });
    pool.cancel('rests');
    expect(await resting).toBe('cancelled');
    await sleep(1_500);
    const next = await run('c');
    expect([alone, cut]).not.toContain(next);
    pool.cancel('long');
    expect(await first).toBe('cancelled');
    await sleep(1_500);
    expect(new Set(await Promise.all([run('d'), run('e')]))).toEqual(new Set([alone, next]));
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

test('a job that parses much gets a thread with room for that, which goes once it is idle', async () => {
  const { pool, run, crashed } = openPool(IDLE_MS);
  try {
    const [usual] = await Promise.all([run('a', { kind: 'room' }), run('b')]);
    // Both threads are there and idle: one makes way.
    const reading = { kind: 'room', readsMuch: true };
    const roomy = await run('c', reading);
    expect([usual, roomy]).toEqual([
      WORKER_LIMITS.maxYoungGenerationSizeMb,
      READER_LIMITS.maxYoungGenerationSizeMb,
    ]);
    await sleep(10 * IDLE_MS);
    expect(await run('d', { kind: 'room' })).toBe(usual);
    expect(crashed).toEqual([]);
  } finally {
    await pool.close();
  }
});

test('where only a thread for parsing is idle another job takes it, and none is lost', async () => {
  const { pool, run, crashed } = openPool(60_000);
  try {
    const reader = await run('a', { readsMuch: true });
    expect(await run('b')).toBe(reader);
    const both = await Promise.all([run('c'), run('d', { readsMuch: true }), run('e')]);
    expect(new Set(both).size).toBe(2);
    expect(crashed).toEqual([]);
  } finally {
    await pool.close();
  }
});

test('a job goes to the thread of one that has just been told to end, unless another is idle', async () => {
  const { pool, run } = openPool(60_000);
  try {
    const first = await run('a');
    void run('resting', { kind: 'endless' });
    expect(await run('b', { ending: new Set(['resting']) })).toBe(first);
    const other = await run('c');
    expect(other).not.toBe(first);
    expect(await run('d', { ending: new Set(['resting']) })).toBe(other);
  } finally {
    await pool.close();
  }
});
