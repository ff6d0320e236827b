/** How the engine came to its answer, as the workstation kept it that asked: what others show of the run. */
import { z } from 'zod';
import { isoTimeSchema } from '../../kernel/time.ts';

export const caseJournalSchema = z.object({
  startedAt: isoTimeSchema,
  endedAt: isoTimeSchema,
  steps: z
    .array(
      z.object({
        step: z.string().max(40),
        note: z.string().max(2_000),
        finishedAt: isoTimeSchema,
        ms: z.int().min(0),
      }),
    )
    .max(40),
});
export type KeptJournal = z.infer<typeof caseJournalSchema>;
