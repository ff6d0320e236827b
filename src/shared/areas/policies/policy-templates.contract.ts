/** Templates of policies, and what their placeholders stand for in this workspace. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { POLICY_CATEGORIES } from './policies.rules.ts';
import { KEPT_PLACEHOLDERS, PLACEHOLDER_VALUE_MAX } from './policy-texts.rules.ts';

export const policyTemplateSchema = z.object({
  key: z.string(),
  title: z.string(),
  category: z.enum(POLICY_CATEGORIES),
  summary: z.string(),
  reviewMonths: z.number().int(),
  words: z.number().int(),
});
export type PolicyTemplate = z.infer<typeof policyTemplateSchema>;

/** A control that the template suggests; `id` where the workspace has it. */
const suggestedControlSchema = z.object({
  /** Of the pack, and the identifier in it. */
  framework: z.string(),
  controlId: z.string(),
  id: z.string().nullable(),
  title: z.string().nullable(),
});
export type SuggestedControl = z.infer<typeof suggestedControlSchema>;

export const policyTemplateDetailSchema = policyTemplateSchema.extend({
  /** Markdown with its placeholders. */
  content: z.string(),
  controls: z.array(suggestedControlSchema),
  /** Of every placeholder in it, in its order. Null: not known here. */
  values: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      note: z.string(),
      isKept: z.boolean(),
      value: z.string().nullable(),
    }),
  ),
});
export type PolicyTemplateDetail = z.infer<typeof policyTemplateDetailSchema>;

const policyValuesSchema = z.partialRecord(
  z.enum(KEPT_PLACEHOLDERS, { error: `Only ${KEPT_PLACEHOLDERS.join(' and ')} are kept` }),
  z
    .string({ error: 'A value must be text' })
    .trim()
    .max(PLACEHOLDER_VALUE_MAX, `A value must be less than ${PLACEHOLDER_VALUE_MAX} characters`),
);
export type PolicyValues = z.output<typeof policyValuesSchema>;

export const policyTemplateCalls = {
  templates: endpoint({
    method: 'GET',
    path: '/api/policy-templates',
    summary: 'Templates of policies, by title',
    permission: 'policies.read',
    response: z.array(policyTemplateSchema),
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/policy-templates/{key}',
    summary: 'One template with what its placeholders stand for here',
    permission: 'policies.read',
    params: z.object({ key: z.string().min(1).max(100) }),
    response: policyTemplateDetailSchema,
  }),
  keepValues: endpoint({
    method: 'PUT',
    path: '/api/policy-values',
    summary: 'Keep what placeholders stand for, for the next template; empty forgets it',
    permission: 'policies.write',
    body: z.object({ values: policyValuesSchema }),
    response: policyValuesSchema,
  }),
};
