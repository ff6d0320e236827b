/**
 * Takes received records out of their spools and into the database: batch by batch, the position after the
 * commit, so that a crash brings the same records again and their fingerprints merge them. Where much waits, a
 * thread of its own reads and maps ahead.
 */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { JobContext, JobKind } from '../../../jobs/job.ts';
import { createDrain, type Drain } from './drain.ts';
import { drainedReceiverSchema, type MappedBatch } from './map-batch.ts';
import type { ReceivedAlerts } from './received-alerts.types.ts';
import { spoolKey } from './spool-frame.ts';
import { spoolFolder } from './spool-place.ts';

const inputSchema = z.object({ receivers: z.array(drainedReceiverSchema) });
export type ReceiveInput = z.infer<typeof inputSchema>;

/** It ends where nothing came for so long, and in any case: what is longer is shown as running. */
const LINGER_MS = 2_000;
const LONGEST_MS = 9_000;
const LOOK_EVERY_MS = 20;
/** So much waits for one receiver that a second thread is worth its start: some 10,000 lines. */
const AHEAD_FROM_BYTES = 2 * 1024 * 1024;

/** @param lingerMs How long it waits for more before it ends. */
export function createReceiveJob<Batch>(
  alerts: ReceivedAlerts<Batch>,
  lingerMs = LINGER_MS,
): JobKind {
  return async (rawInput, context) => {
    const { receivers } = inputSchema.parse(rawInput);
    const dataDir = dirname(context.storage.databasePath);
    const key = spoolKey(context.storage.key);
    const drains = receivers.map((receiver) =>
      createDrain({ receiver, folder: spoolFolder(dataDir, receiver.id), key, context, alerts }),
    );
    const begun = performance.now();
    const isLate = () => performance.now() - begun > LONGEST_MS;
    let [done, idleSince] = [0, begun];
    const took = (moved: number) => {
      if (moved === 0) return;
      idleSince = performance.now();
      done += moved;
      context.relieveLog();
      context.report({ done, total: null, message: null });
    };
    for (;;) {
      context.signal.throwIfAborted();
      const full = drains.find((drain) => drain.waiting() > AHEAD_FROM_BYTES);
      if (full) await drainAhead({ full, drains, context, isLate, took });
      let moved = 0;
      for (const drain of drains) moved += drain.step();
      took(moved);
      if (isLate()) return { done, hasMore: moved > 0 };
      if (performance.now() - idleSince >= lingerMs) return { done, hasMore: false };
      await sleep(moved > 0 ? 0 : LOOK_EVERY_MS);
    }
  };
}

interface Ahead<Batch> {
  readonly full: Drain<Batch>;
  readonly drains: readonly Drain<Batch>[];
  readonly context: JobContext;
  isLate(): boolean;
  took(moved: number): void;
}

/** Until that receiver has nothing waiting, or time is up; leaving the loop ends the thread. */
async function drainAhead<Batch>({ full, drains, context, isLate, took }: Ahead<Batch>) {
  const messages = context.stageAlone('map-received', full.aheadInput());
  for await (const message of messages as AsyncIterable<MappedBatch<Batch>>) {
    context.signal.throwIfAborted();
    took(full.take(message));
    for (const other of drains) if (other !== full) took(other.step());
    if (isLate()) return;
  }
}
