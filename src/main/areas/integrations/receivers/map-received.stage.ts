/**
 * Reads a spool and maps what is in it ahead of the thread that writes, where much waits: the two cost about the
 * same. It only reads; the position is kept by the writer, after its commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { StageFunction } from '../../../jobs/stage.ts';
import { createBatchMapper, drainedReceiverSchema } from './map-batch.ts';
import type { ReceivedAlerts } from './received-alerts.types.ts';

const inputSchema = z.object({
  receiver: drainedReceiverSchema,
  folder: z.string(),
  key: z.instanceof(Uint8Array),
  segment: z.int(),
  offset: z.int(),
  now: z.number(),
  rules: z.unknown(),
});
export type MapReceivedInput = Omit<z.infer<typeof inputSchema>, 'key'> & {
  readonly key: Uint8Array;
};

/** It ends where nothing came for so long; what comes slowly is mapped by the writer itself. */
const LINGER_MS = 1_500;
const LOOK_EVERY_MS = 25;

export const createMapReceivedStage =
  <Batch>(alerts: ReceivedAlerts<Batch>): StageFunction =>
  async (rawInput, _, send) => {
    const { receiver, folder, key, rules, ...input } = inputSchema.parse(rawInput);
    const begun = performance.now();
    const mapFrom = createBatchMapper({
      ...{ receiver, folder, key: Buffer.from(key), alerts, rules: () => rules },
      now: () => Math.round(input.now + performance.now() - begun),
    });
    let from: { segment: number; offset: number } = input;
    for (let idle = 0; idle < LINGER_MS; ) {
      const mapped = mapFrom(from);
      if (mapped === null) {
        await sleep(LOOK_EVERY_MS);
        idle += LOOK_EVERY_MS;
        continue;
      }
      idle = 0;
      from = mapped;
      const transfer = mapped.batch === null ? [] : alerts.movable(mapped.batch);
      await send({ value: mapped, transfer });
    }
  };
