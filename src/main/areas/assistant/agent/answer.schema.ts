/** What a model is asked to write, and how it is read: whatever does not fit is asked for once more, then given up. */
import { z } from 'zod';
import { CASE_VERDICTS } from '../../../../shared/areas/assistant/agent.types.ts';
import { PROPOSAL_IDS } from './proposals.ts';

const TEXT_MAX = 400;
/** A model's answer is never parsed beyond this. */
const ANSWER_MAX = 60_000;

const claimSchema = z.object({
  text: z.string().max(TEXT_MAX),
  evidence: z
    .array(
      z.object({ id: z.string().max(40), quote: z.string().max(600).nullable().default(null) }),
    )
    .max(6),
});

const plannedHypothesisSchema = z.object({
  text: z.string().max(TEXT_MAX),
  wouldSupport: z.string().max(TEXT_MAX).default(''),
  wouldRefute: z.string().max(TEXT_MAX).default(''),
});

export const planSchema = z.object({ hypotheses: z.array(plannedHypothesisSchema).max(3) });

export const answerSchema = z.object({
  verdict: z.enum(CASE_VERDICTS),
  summary: z.array(claimSchema).max(4),
  claims: z.array(claimSchema).max(12).default([]),
  hypotheses: z
    .array(
      z.object({
        text: z.string().max(TEXT_MAX),
        standing: z.enum(['supported', 'refuted', 'open']),
        supports: z.array(claimSchema).max(4).default([]),
        refutes: z.array(claimSchema).max(4).default([]),
      }),
    )
    .max(3)
    .default([]),
  proposals: z
    .array(
      z.object({
        action: z.enum(PROPOSAL_IDS),
        entity: z.string().max(300).nullable().default(null),
      }),
    )
    .max(5)
    .default([]),
  couldNotCheck: z.array(z.string().max(200)).max(5).default([]),
});
export type ModelAnswer = z.infer<typeof answerSchema>;

export const PLAN_JSON = z.toJSONSchema(planSchema, { io: 'input' });
export const ANSWER_JSON = z.toJSONSchema(answerSchema, { io: 'input' });

/** Of JSON that may stand in a fence or between words; a text that holds none has a problem in words. */
export function parseAnswer<T>(
  text: string,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly problem: string } {
  if (text.length > ANSWER_MAX) return { problem: 'The answer is too long.' };
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (start < 0 || end < start) return { problem: 'The answer holds no JSON object.' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(start, end + 1));
  } catch {
    return { problem: 'The answer is not valid JSON.' };
  }
  const checked = schema.safeParse(parsed);
  if (checked.success) return { value: checked.data };
  const issues = checked.error.issues.slice(0, 5);
  return { problem: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
}
