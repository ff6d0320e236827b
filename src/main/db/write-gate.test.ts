import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { createGateMemory, releaseGateOf, WriteGate } from './write-gate.ts';

const GATE = new URL('./write-gate.ts', import.meta.url).href;

/** A thread that takes the gate, says so, and holds it for a while, over and over. */
function startHolder(
  memory: SharedArrayBuffer,
  options: { holdMs: number; times: number },
): Worker {
  return new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     import(${JSON.stringify(GATE)}).then(({ WriteGate }) => {
       const gate = new WriteGate(workerData.memory, 2, 'bulk');
       const wait = new Int32Array(new SharedArrayBuffer(4));
       for (let i = 0; i < workerData.times; i++) {
         gate.run(() => {
           parentPort.postMessage(i);
           Atomics.wait(wait, 0, 0, workerData.holdMs);
         });
       }
     });`,
    { eval: true, workerData: { memory, ...options } },
  );
}

const nextMessage = (worker: Worker) => new Promise((resolve) => worker.once('message', resolve));

describe('the write gate', () => {
  test('gives back what the writer gives, and frees itself when it throws', () => {
    const gate = new WriteGate(createGateMemory(), 1, 'interactive');
    expect(gate.run(() => 7)).toBe(7);
    expect(() =>
      gate.run(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(gate.run(() => 8)).toBe(8);
  });

  test('[ST8] a write inside a write is an error, not a standstill', () => {
    const gate = new WriteGate(createGateMemory(), 1, 'interactive');
    expect(() => gate.run(() => gate.run(() => 1))).toThrow('A write inside a write');
    expect(gate.run(() => 2)).toBe(2);
  });

  test('[ST8] somebody who clicks goes before the next batch of a job', async () => {
    const memory = createGateMemory();
    const worker = startHolder(memory, { holdMs: 100, times: 50 });
    await nextMessage(worker);
    const gate = new WriteGate(memory, 1, 'interactive');
    const waits: number[] = [];
    for (let click = 0; click < 7; click++) {
      const asked = performance.now();
      gate.run(() => waits.push(performance.now() - asked));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await worker.terminate();
    // The batch that runs; without the gate's order it is also the one after it.
    expect(waits.toSorted((a, b) => a - b)[3], waits.join(' ')).toBeLessThan(150);
  });

  test('[ST8] the gate of a thread that died can be freed, and only that of the dead', () => {
    const memory = createGateMemory();
    const words = new Int32Array(memory);
    Atomics.store(words, 0, 7);
    releaseGateOf(memory, 8);
    expect(Atomics.load(words, 0)).toBe(7);
    releaseGateOf(memory, 7);
    expect(new WriteGate(memory, 1, 'interactive').run(() => 'free')).toBe('free');
  });

  test('[ST8] somebody who clicks is not kept waiting for ever by a gate that nobody opens', () => {
    const memory = createGateMemory();
    Atomics.store(new Int32Array(memory), 0, 9);
    const gate = new WriteGate(memory, 1, 'interactive', 200);
    const started = performance.now();
    expect(() => gate.run(() => 1)).toThrow(AppError);
    expect(performance.now() - started).toBeLessThan(3_000);
    releaseGateOf(memory, 9);
    expect(gate.run(() => 'free')).toBe('free');
  });

  test('a click that gave up does not hold the jobs back', async () => {
    const memory = createGateMemory();
    Atomics.store(new Int32Array(memory), 0, 9);
    const gate = new WriteGate(memory, 1, 'interactive', 50);
    expect(() => gate.run(() => 1)).toThrow(AppError);
    releaseGateOf(memory, 9);
    const worker = startHolder(memory, { holdMs: 1, times: 1 });
    expect(await nextMessage(worker)).toBe(0);
    await worker.terminate();
  });
});
