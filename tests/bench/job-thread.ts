/**
 * Runs work as the product reads evidence: in a thread with the limits of such jobs. A thread of a bench has a heap of
 * its own; the process's main thread has a larger young generation and all else that a bench loads,
 * and the collector's helpers there made the same code's figures swing by two and a half times.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { READER_LIMITS } from '../../src/main/jobs/worker-protocol.ts';

/** @param entry A file that calls `answerInThread`. @returns what it answers to `input` */
export function inJobThread<Output>(entry: URL, input: unknown): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry, { workerData: input, resourceLimits: READER_LIMITS });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread ended without an answer')));
  });
}

export async function answerInThread<Input>(
  work: (input: Input) => unknown | Promise<unknown>,
): Promise<void> {
  parentPort?.postMessage(await work(workerData as Input));
}
