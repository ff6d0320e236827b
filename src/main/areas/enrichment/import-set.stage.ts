/** Reads a stranger's file in a thread of its own, which a cancel ends; the job tidies up. */
import type { StageFunction } from '../../jobs/stage.ts';
import { buildInputSchema, buildSet } from './build-set.ts';

/** Bytes between two messages. */
const TELL_EVERY = 4 * 1024 * 1024;

export const importEnrichmentStage: StageFunction = async (rawInput, source, send) => {
  const input = buildInputSchema.parse(rawInput);
  let [told, reached] = [0, 0];
  async function* counted() {
    for await (const piece of source) {
      yield piece;
      reached += piece.length;
      if (reached - told < TELL_EVERY) continue;
      told = reached;
      await send({ value: { reached }, transfer: [] });
    }
  }
  const set = await buildSet(input, counted());
  await send({ value: { reached, set }, transfer: [] });
};
