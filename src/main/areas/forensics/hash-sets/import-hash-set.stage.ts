/** Reads a list of hashes in a thread of its own, which a cancel ends; the job tidies up. */
import { z } from 'zod';
import type { StageFunction } from '../../../jobs/stage.ts';
import { importHashSet } from './hash-sets.ts';

export const hashSetInputSchema = z.object({
  dataDir: z.string(),
  id: z.string(),
  name: z.string(),
  verdict: z.enum(['good', 'bad']),
  now: z.number(),
});

/** Bytes between two messages. */
const TELL_EVERY = 4 * 1024 * 1024;

export const importHashSetStage: StageFunction = async (rawInput, source, send) => {
  const input = hashSetInputSchema.parse(rawInput);
  let told = 0;
  let reached = 0;
  async function* counted() {
    for await (const piece of source) {
      yield piece;
      if (reached - told < TELL_EVERY) continue;
      told = reached;
      await send({ value: { reached }, transfer: [] });
    }
  }
  const set = await importHashSet({
    ...{ ...input, bytes: counted(), signal: new AbortController().signal },
    reached: (bytes) => {
      reached = bytes;
    },
  });
  await send({ value: { reached, set }, transfer: [] });
};
