/** Fields of the requests about policies. */
import { z } from 'zod';
import { optionalDay } from '../../kernel/day.ts';
import {
  POLICY_CATEGORIES,
  POLICY_CONTENT_MAX,
  POLICY_DESCRIPTION_MAX,
  POLICY_REASON_MAX,
  POLICY_STATUSES,
  POLICY_TITLE_MAX,
  VERSION_PATTERN,
} from './policies.rules.ts';

export const policyStatusSchema = z.enum(POLICY_STATUSES, {
  error: `Status must be one of ${POLICY_STATUSES.join(', ')}`,
});
export const policyCategorySchema = z.enum(POLICY_CATEGORIES, {
  error: `Category must be one of ${POLICY_CATEGORIES.join(', ')}`,
});

/** Text that may be missing: empty is null. */
const policyText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be less than ${max} characters`)
    .nullable()
    .transform((value) => (value ? value : null));

const MONTHS_MESSAGE = 'Months between reviews must be a whole number from 1 to 120';

/** Written by `note` is what is new in the version. `owner` is the id of an account. */
export const policyFields = {
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .min(1, 'Title is required')
    .max(POLICY_TITLE_MAX, `Title must be less than ${POLICY_TITLE_MAX} characters`),
  description: policyText('Description', POLICY_DESCRIPTION_MAX),
  /** Kept as it is, to the last space: its hash is what is approved. */
  content: z
    .string({ error: 'Content must be text' })
    .max(POLICY_CONTENT_MAX, `Content must be less than ${POLICY_CONTENT_MAX} characters`)
    .nullable()
    .transform((value) => value ?? ''),
  version: z
    .string({ error: 'Version must be text' })
    .trim()
    .regex(VERSION_PATTERN, 'Version must be like 1.0'),
  category: z
    .union([z.literal(''), policyCategorySchema], {
      error: `Category must be one of ${POLICY_CATEGORIES.join(', ')}`,
    })
    .nullable()
    .transform((value) => (value === '' ? null : value)),
  owner: z
    .string({ error: 'Owner must be an account' })
    .trim()
    .max(100, 'Owner must be an account')
    .nullable()
    .transform((value) => (value ? value : null)),
  effectiveDate: optionalDay('Effective date'),
  reviewDate: optionalDay('Review date'),
  nextReviewDate: optionalDay('Next review date'),
  reviewMonths: z
    .number({ error: MONTHS_MESSAGE })
    .int(MONTHS_MESSAGE)
    .min(1, MONTHS_MESSAGE)
    .max(120, MONTHS_MESSAGE),
  note: policyText('Note', POLICY_REASON_MAX),
};

export const policyReason = z
  .string({ error: 'A reason is required' })
  .trim()
  .min(1, 'A reason is required')
  .max(POLICY_REASON_MAX, `Reason must be less than ${POLICY_REASON_MAX} characters`);

/** Of a text, in lower-case hexadecimal. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits');
