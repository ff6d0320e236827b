import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyMigrated } from '../../../tests/helpers/migrated-database.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { type OpenedStorage, openStorage } from '../db/open.ts';
import { createGateMemory, WriteGate } from '../db/write-gate.ts';
import { systemClock } from '../platform/clock.ts';
import { createIsolationMemory } from '../platform/egress/shared-isolation.ts';
import { newUuid } from '../platform/ids.ts';
import { silentLog } from '../platform/log.ts';
import { JobRunner, type StartedJob } from './job-runner.ts';
import { createJobStore, type JobStore } from './jobs.store.ts';

const WORKER = new URL('../../../tests/helpers/test-jobs.worker.ts', import.meta.url);
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'resources', 'migrations', 'sqlite');
const CALLER = { actor: null, origin: 'user', action: 'test.click' } as const;

let folder: string;
let storage: OpenedStorage;
let db: Database;
let store: JobStore;
let runner: JobRunner;
let events: ServerEvent[];

function openWorld(): void {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-jobs-'));
  const key = new Uint8Array(32).fill(7);
  copyMigrated(folder, key);
  storage = openStorage({ dataDir: folder, migrationsDir: MIGRATIONS, key, newId: newUuid });
  events = [];
  const emit = (event: ServerEvent) => events.push(event);
  const gate = createGateMemory();
  db = createDatabase({
    connection: storage.connection,
    gate: new WriteGate(gate, 1, 'interactive', 600),
    clock: systemClock,
    log: silentLog,
    emit,
  });
  store = createJobStore(db);
  runner = new JobRunner({
    workerEntry: WORKER,
    setup: { databasePath: storage.databasePath, key, gate, isolation: createIsolationMemory() },
    store,
    emit,
    clock: systemClock,
    newId: newUuid,
    log: silentLog,
  });
}

async function closeWorld(): Promise<void> {
  await runner.close();
  storage.close();
  rmSync(folder, { recursive: true });
}

function start(
  kind: string,
  input: unknown = null,
  source?: AsyncIterable<Uint8Array>,
): StartedJob {
  const request = {
    kind,
    title: `Test ${kind}`,
    unit: 'steps',
    total: null,
    startedBy: null,
    input,
  };
  return runner.start(source ? { ...request, source } : request);
}

async function refusalOf(started: StartedJob): Promise<AppError> {
  const error = await started.finished.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`The job did not refuse: ${String(error)}`);
  return error;
}

const jobEvents = () => events.flatMap((event) => (event.type === 'job' ? [event.job] : []));
const metaValue = (key: string) =>
  db.read(
    'test',
    (reader) => reader.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value,
  );

function click(value: string): void {
  db.write(CALLER, (tx) =>
    tx.run(
      "INSERT INTO meta (key, value) VALUES ('click', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      value,
    ),
  );
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('It did not happen within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a job', () => {
  // One world for all: a thread takes a moment to start.
  beforeAll(openWorld);
  afterAll(closeWorld);
  beforeEach(() => {
    events.length = 0;
  });

  test('[ST6] tells its beginning, its progress and its end, and gives its result', async () => {
    const started = start('steps', { steps: 5, pause: 110 });
    expect(started.job).toMatchObject({
      state: 'RUNNING',
      done: 0,
      kind: 'steps',
      finishedAt: null,
    });
    expect(runner.isBusy).toBe(true);
    expect(await started.finished).toEqual({ steps: 5 });
    expect(runner.isBusy).toBe(false);
    const told = jobEvents();
    expect(told[0]).toEqual(started.job);
    const progress = told.slice(1, -1);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.map((job) => job.done)).toEqual(
      progress.map((job) => job.done).toSorted((a, b) => a - b),
    );
    expect(
      progress.every((job) => job.state === 'RUNNING' && job.message === `step ${job.done}`),
    ).toBe(true);
    const end = told.at(-1) as Job;
    expect(end).toMatchObject({
      id: started.job.id,
      state: 'DONE',
      done: 5,
      total: 5,
      message: null,
    });
    expect(end.finishedAt).not.toBeNull();
    expect(runner.find(started.job.id)).toEqual(end);
    expect(store.find(started.job.id)).toEqual(end);
  });

  test('[ST6] stops when it is cancelled, and is told so', async () => {
    const started = start('steps', { steps: 1000, pause: 20 });
    await until(() => jobEvents().length > 1);
    expect(runner.cancel(started.job.id).id).toBe(started.job.id);
    expect((await refusalOf(started)).code).toBe('conflict');
    expect(runner.find(started.job.id)).toMatchObject({ state: 'CANCELLED', message: 'Cancelled' });
    expect(() => runner.cancel(started.job.id)).toThrow('This job has ended already');
    expect(() => runner.cancel('nothing')).toThrow('There is no such job');
  });

  test('that refuses its input says why', async () => {
    const started = start('refuse');
    expect(await refusalOf(started)).toMatchObject({
      code: 'bad-input',
      message: 'This file is not for us',
    });
    expect(runner.find(started.job.id)).toMatchObject({
      state: 'FAILED',
      message: 'This file is not for us',
    });
  });

  test('[HT11] that fails inside keeps its innards to the log', async () => {
    for (const kind of ['fail', 'no-such-kind']) {
      const started = start(kind);
      const error = await refusalOf(started);
      expect(error.code).toBe('internal');
      const job = runner.find(started.job.id);
      expect(job.state).toBe('FAILED');
      expect(`${error.message} ${job.message}`).not.toMatch(/passwd|no-such-kind|\.ts/);
    }
  });

  test('reads its bytes whole, however many chunks they come in', async () => {
    async function* chunks() {
      for (let i = 0; i < 200; i++) yield new Uint8Array(10_000);
    }
    expect(await start('bytes', null, chunks()).finished).toBe(2_000_000);
  });

  test('that does not read its bytes ends all the same', async () => {
    async function* endless() {
      for (;;) yield new Uint8Array(1_000_000);
    }
    expect(await start('lazy', null, endless()).finished).toBe('without reading');
  });

  test('may leave off in the middle of its bytes', async () => {
    async function* endless() {
      for (;;) yield new Uint8Array(1_000);
    }
    expect(await start('firstBytes', null, endless()).finished).toBe(1_000);
  });

  test('hears of its reading stage what went wrong there', async () => {
    const file = () => (async function* () {})();
    expect(await refusalOf(start('bytes', 'refuse', file()))).toMatchObject({
      code: 'unsupported-media',
      message: 'The stage cannot read this',
    });
    expect((await refusalOf(start('bytes', 'die', file()))).code).toBe('internal');
    expect((await refusalOf(start('bytes', 'no-such-stage', file()))).code).toBe('internal');
    expect((await refusalOf(start('bytes'))).code).toBe('internal');
  });

  test('that Watchfloor began itself makes way, one of a person does not', async () => {
    const input = { steps: 10_000, pause: 5 };
    const request = { unit: 'steps', total: null, startedBy: null, input, kind: 'steps' };
    const own = runner.start({ ...request, title: 'Own', givesWay: true });
    await until(() => jobEvents().some(({ id, done }) => id === own.job.id && done > 0));
    expect(await runner.makeWay()).toBeNull();
    expect(runner.find(own.job.id).state).toBe('CANCELLED');
    const asked = runner.start({ ...request, title: 'Asked for' });
    expect(await runner.makeWay()).toBe('Asked for');
    expect(runner.find(asked.job.id).state).toBe('RUNNING');
    runner.cancel(asked.job.id);
    await refusalOf(asked);
  });

  test('that Watchfloor began itself rests while one runs that writes much', async () => {
    const input = { steps: 10_000, pause: 5 };
    const request = { unit: 'steps', total: null, startedBy: null, input, kind: 'steps' };
    const own = runner.start({ ...request, title: 'Own', rests: true });
    const other = runner.start({ ...request, title: 'Not in the way' });
    await until(() => jobEvents().some(({ id, done }) => id === own.job.id && done > 0));
    const few = { ...request, input: { steps: 2, pause: 5 } };
    await runner.start({ ...few, title: 'An export' }).finished;
    expect(runner.find(own.job.id).state).toBe('RUNNING');
    expect(runner.isWritingMuch).toBe(false);
    const writing = runner.start({ ...few, title: 'An import', writesMuch: true });
    expect(runner.isWritingMuch).toBe(true);
    await writing.finished;
    expect(runner.isWritingMuch).toBe(false);
    await refusalOf(own);
    expect(runner.find(own.job.id)).toMatchObject({
      state: 'CANCELLED',
      message: 'Goes on after "An import"',
    });
    expect(runner.find(other.job.id).state).toBe('RUNNING');
    runner.cancel(other.job.id);
    await refusalOf(other);
  });

  test('[SY232] that Watchfloor began itself rests while a thread that is no job writes much', async () => {
    const input = { steps: 10_000, pause: 5 };
    const request = { unit: 'steps', total: null, startedBy: null, input, kind: 'steps' };
    const own = runner.start({ ...request, title: 'Own', rests: true });
    await until(() => jobEvents().some(({ id, done }) => id === own.job.id && done > 0));
    runner.writesBeside = 'Another thread';
    expect(runner.isWritingMuch).toBe(true);
    await refusalOf(own);
    expect(runner.find(own.job.id)).toMatchObject({
      state: 'CANCELLED',
      message: 'Goes on after "Another thread"',
    });
    runner.writesBeside = null;
    expect(runner.isWritingMuch).toBe(false);
  });

  test('[ST6] that waits for bytes stops when it is cancelled', async () => {
    let isLeft = false;
    async function* slow() {
      try {
        for (;;) {
          yield new Uint8Array(10);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        isLeft = true;
      }
    }
    const started = start('bytes', null, slow());
    await new Promise((resolve) => setTimeout(resolve, 300));
    runner.cancel(started.job.id);
    expect((await refusalOf(started)).code).toBe('conflict');
    await until(() => isLeft);
    expect(runner.find(started.job.id).state).toBe('CANCELLED');
  });

  test('whose bytes break off fails with a sentence', async () => {
    async function* broken() {
      yield new Uint8Array(10);
      throw new Error('ECONNRESET at socket 5');
    }
    expect((await refusalOf(start('bytes', null, broken()))).message).toBe(
      'The transfer of the file broke off',
    );
  });

  test('two run side by side, and a third one is not lost', async () => {
    const started = [1, 2, 3].map(() => start('steps', { steps: 3, pause: 10 }));
    expect(await Promise.all(started.map((one) => one.finished))).toEqual(
      Array(3).fill({ steps: 3 }),
    );
  });
});

describe('[ST7] a worker that dies', () => {
  beforeEach(openWorld);
  afterEach(closeWorld);

  test('fails its jobs and no others, and the next job gets a new thread', async () => {
    const long = start('steps', { steps: 20, pause: 20 });
    const dead = start('die');
    const error = await refusalOf(dead);
    expect(error.message).toBe(
      'The worker that ran this ended unexpectedly. What it had saved is kept; start it again.',
    );
    expect(runner.find(dead.job.id)).toMatchObject({ state: 'FAILED', message: error.message });
    expect(await long.finished).toEqual({ steps: 20 });
    expect(await start('bytes', null, (async function* () {})()).finished).toBe(0);
  });

  test('in the middle of a write leaves nothing of it, and frees the gate and the database', async () => {
    const dead = start('dieWriting');
    await refusalOf(dead);
    expect(metaValue('half')).toBeUndefined();
    click('after');
    expect(metaValue('click')).toBe('after');
    await start('write', 7).finished;
    expect(metaValue('written-by-job')).toBe('7');
  });

  test('does not stop a click that waited for its write: that one is told to try again', async () => {
    const dead = start('dieWriting');
    // The thread needs a moment to start; then it holds the gate for 300 ms and ends without giving it back.
    let refused: unknown;
    let tries = 0;
    const end = performance.now() + 5_000;
    while (refused === undefined && performance.now() < end) {
      try {
        click(String(++tries));
      } catch (error) {
        refused = error;
      }
      if (runner.find(dead.job.id).state !== 'RUNNING') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: 'The database is busy. Try again in a moment.',
    });
    await refusalOf(dead);
    click('again');
    expect(metaValue('click')).toBe('again');
    expect(metaValue('half')).toBeUndefined();
  });
});

describe('the end of the core', () => {
  beforeEach(openWorld);
  afterEach(closeWorld);

  test('[ST6] stops what runs and marks it as interrupted', async () => {
    const started = start('steps', { steps: 1000, pause: 20 });
    await until(() => jobEvents().length > 1);
    await runner.close();
    expect((await refusalOf(started)).message).toBe('Watchfloor was closed');
    expect(store.find(started.job.id)).toMatchObject({
      state: 'INTERRUPTED',
      message: 'Watchfloor was closed',
    });
  });

  test('[ST6] what a crash cut off is marked at the next start', () => {
    const job: Job = { ...start('lazy').job, id: 'cut-off', state: 'RUNNING' };
    store.save(job);
    store.save({ ...job, id: 'queued', state: 'QUEUED' });
    store.save({ ...job, id: 'ended', state: 'DONE', finishedAt: job.createdAt });
    store.markInterrupted();
    expect(store.find('cut-off')).toMatchObject({
      state: 'INTERRUPTED',
      message: 'Watchfloor ended while this ran',
    });
    expect(store.find('cut-off')?.finishedAt).not.toBeNull();
    expect(store.find('queued')?.state).toBe('INTERRUPTED');
    expect(store.find('ended')).toMatchObject({ state: 'DONE', message: null });
  });
});

describe('[ST8] clicks and jobs', () => {
  beforeAll(openWorld);
  afterAll(closeWorld);
  beforeEach(() => {
    events.length = 0;
  });

  test('a click waits for at most the batch that runs, however many follow', async () => {
    const job = start('batches', { ms: 900 });
    await until(() => metaValue('batches') !== undefined);
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const asked = performance.now();
      click(String(i));
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await job.finished).toBeGreaterThan(5);
    expect(waits.toSorted((a, b) => a - b)[9], waits.map(Math.round).join(' ')).toBeLessThan(100);
  });

  test('[ST4] an end that cannot be written down is told all the same', async () => {
    const started = start('steps', { steps: 3, pause: 60 });
    await until(() => jobEvents().length > 1);
    storage.connection.pragma('query_only = ON');
    expect(await started.finished).toEqual({ steps: 3 });
    storage.connection.pragma('query_only = OFF');
    expect(store.find(started.job.id)?.state).toBe('RUNNING');
    store.markInterrupted();
    expect(store.find(started.job.id)?.state).toBe('INTERRUPTED');
    expect(jobEvents().at(-1)).toMatchObject({ id: started.job.id, state: 'DONE' });
    expect(runner.isBusy).toBe(false);
  });
});
