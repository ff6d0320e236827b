/** The fields of a risk as forms and calls give them; messages of the specification, section 5. */
import { z } from 'zod';
import { optionalDay } from '../../kernel/day.ts';
import { RISK_CATEGORIES, RISK_LIMITS, RISK_STATUSES } from './risks.rules.ts';

const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`);

const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be less than ${max} characters`)
    .nullable()
    .transform((text) => text || null);

/** 1 to 5; forms send text. */
const scale = (label: string) => {
  const error = `${label} must be a whole number from 1 to 5`;
  return z
    .union([z.number({ error }), z.string({ error }).trim().regex(/^\d$/, error)], { error })
    .transform(Number)
    .pipe(z.number({ error }).int(error).min(1, error).max(5, error));
};

const account = z
  .string({ error: 'Owner must be an account' })
  .max(100)
  .nullable()
  .transform((id) => id || null);

export const riskReasonSchema = requiredText('Reason', RISK_LIMITS.reason);

const MONTHS_ERROR = 'Review cadence must be a whole number of months from 1 to 36, or nothing';

export const riskFields = {
  title: requiredText('Title', RISK_LIMITS.title),
  description: optionalText('Description', RISK_LIMITS.text),
  category: z.enum(RISK_CATEGORIES, {
    error: ({ input }) =>
      input === undefined || input === null || input === ''
        ? 'Category is required'
        : `Category must be one of ${RISK_CATEGORIES.join(', ')}`,
  }),
  status: z.enum(RISK_STATUSES, { error: `Status must be one of ${RISK_STATUSES.join(', ')}` }),
  likelihood: scale('Likelihood'),
  impact: scale('Impact'),
  owner: account,
  mitigationPlan: optionalText('Mitigation plan', RISK_LIMITS.text),
  targetDate: optionalDay('Target date'),
  reviewMonths: z
    .number({ error: MONTHS_ERROR })
    .int(MONTHS_ERROR)
    .min(1, MONTHS_ERROR)
    .max(36, MONTHS_ERROR)
    .nullable(),
  nextReview: optionalDay('Next review'),
  expiresOn: optionalDay('Expiry'),
  transferredTo: optionalText('Transferred to', RISK_LIMITS.party),
};

export const taskFields = {
  title: requiredText('Title', RISK_LIMITS.task),
  owner: account,
  due: optionalDay('Due date'),
};

export const reviewNoteSchema = requiredText('Note', RISK_LIMITS.text);
