/** The preview of another strictness, beside the core. */
import { z } from 'zod';
import type { JobFunction } from '../../jobs/job.ts';
import { readStrictness } from './linking.store.ts';
import { type PreviewSketch, sketchPreview } from './preview.ts';
import { readWholeInput } from './whole-input.ts';

const inputSchema = z.object({ strictness: z.number().int() });

export const previewLinkingJob: JobFunction = async (raw, { db }): Promise<PreviewSketch> => {
  const { strictness } = inputSchema.parse(raw);
  const input = await readWholeInput(db.read('incidents.input', (reader) => reader));
  return sketchPreview(input, { now: db.read('incidents.strictness', readStrictness), strictness });
};
