import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const CODE = `
  const { getPriority } = require('node:os');
  const { parentPort } = require('node:worker_threads');
  import(process.argv[2]).then(({ standBack }) => {
    standBack();
    parentPort.postMessage(getPriority(0));
  });`;

// Skipped where the system has no priority for a single thread.
test.skipIf(process.platform !== 'linux')(
  '[SY253] a thread that stands back does so alone: the one that answers people is as quick as before',
  async () => {
    const before = getPriority(0);
    const module = new URL('./thread-priority.ts', import.meta.url).href;
    const worker = new Worker(CODE, { eval: true, argv: [module] });
    const [priority] = (await once(worker, 'message')) as [number];
    await worker.terminate();
    expect(priority).toBeGreaterThan(before);
    expect(getPriority(0)).toBe(before);
  },
);
