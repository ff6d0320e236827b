import { setTimeout as sleep } from 'node:timers/promises';
import type { JobContext, JobKinds } from '../../src/main/jobs/job.ts';
import { isStageThread, runStage, type StageKinds } from '../../src/main/jobs/stage.ts';
import { runWorker } from '../../src/main/jobs/worker-loop.ts';
import { AppError } from '../../src/shared/contract/errors.ts';

/** Jobs that do what jobs of the product do only by accident. */
const WRITER = { actor: null, origin: 'job', action: 'test.write' } as const;

function note(context: JobContext, key: string, value: string): void {
  context.db.write(WRITER, (tx) =>
    tx.run(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    ),
  );
}

/** Keeps the thread busy: what a long transaction does. */
function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const STAGES: StageKinds = {
  /** How large each chunk was, one message each. */
  async sizes(_input, source, send) {
    for await (const chunk of source) await send({ value: chunk.byteLength, transfer: [] });
  },
  async refuse() {
    throw new AppError('unsupported-media', 'The stage cannot read this');
  },
  async die() {
    process.exit(4);
  },
};

const JOBS: JobKinds = {
  /** Reports each step until it is told to stop. */
  async steps(input, context) {
    const { steps, pause } = input as { steps: number; pause: number };
    for (let done = 1; done <= steps; done++) {
      context.signal.throwIfAborted();
      context.report({ done, total: steps, message: `step ${done}` });
      await sleep(pause);
    }
    return { steps };
  },
  async refuse() {
    throw new AppError('bad-input', 'This file is not for us');
  },
  async fail() {
    throw new Error('secret detail of /etc/passwd');
  },
  async bytes(input, context) {
    let size = 0;
    for await (const chunk of context.stage(input === null ? 'sizes' : String(input), null)) {
      size += Number(chunk);
    }
    return size;
  },
  async firstBytes(_input, context) {
    for await (const chunk of context.stage('sizes', null)) return chunk;
    return 0;
  },
  async lazy() {
    return 'without reading';
  },
  async die() {
    process.exit(3);
  },
  /** Ends its thread in the middle of a transaction, while it holds the write gate. */
  async dieWriting(_input, context) {
    context.db.write(WRITER, (tx) => {
      tx.run("INSERT INTO meta (key, value) VALUES ('half', 'written')");
      spin(300);
      process.exit(3);
    });
  },
  /** Commits one batch after another, each as long as a batch may be. */
  async batches(input, context) {
    const { ms } = input as { ms: number };
    const until = performance.now() + ms;
    let batches = 0;
    while (performance.now() < until) {
      context.db.write(WRITER, (tx) => {
        tx.run(
          "INSERT INTO meta (key, value) VALUES ('batches', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
          String(++batches),
        );
        spin(30);
      });
      await sleep(0);
    }
    return batches;
  },
  async write(input, context) {
    note(context, 'written-by-job', String(input));
  },
};

if (isStageThread()) await runStage(STAGES);
else runWorker(new URL(import.meta.url), JOBS);
