/** What can be added, and the test of settings before and after. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  kind: z.enum(['text', 'url', 'secret', 'number', 'switch', 'choice', 'lines']),
  isRequired: z.boolean(),
  choices: z.array(z.tuple([z.string(), z.string()])),
  initial: scalarSchema.nullable(),
});
export type ShownField = z.infer<typeof fieldSchema>;

const offerSchema = z.object({
  id: z.string(),
  name: z.string(),
  vendor: z.string(),
  type: z.string(),
  summary: z.string(),
  /** `receiver`: waits for what is sent here, instead of asking. */
  kind: z.enum(['connector', 'receiver']),
  delivers: z.enum(['alerts', 'indicators']),
  canPush: z.boolean(),
  fields: z.array(fieldSchema),
});
export type Offer = z.infer<typeof offerSchema>;

export const testAnswerSchema = z.object({
  isGood: z.boolean(),
  /** What was found, or what is wrong and what to do. */
  text: z.string(),
  version: z.string().nullable(),
  ms: z.number(),
});
export type TestAnswer = z.infer<typeof testAnswerSchema>;

export const marketplaceContract = {
  marketplace: endpoint({
    method: 'GET',
    path: '/api/integrations/marketplace',
    summary: 'Connectors and receivers that can be added',
    permission: 'integrations.read',
    response: z.array(offerSchema),
    list: true,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/integrations/test',
    summary: 'Ask the vendor whether settings and rights are enough; changes nothing',
    permission: 'integrations.manage',
    body: z
      .object({
        /** Of one that exists: its settings and secrets, where no others are given. */
        id: z.string().optional(),
        connector: z.string().max(60).optional(),
        settings: z.record(z.string(), z.unknown()).optional(),
        secrets: z.record(z.string(), z.string().max(20_000).nullable()).optional(),
      })
      .strict()
      .refine(({ id, connector }) => id !== undefined || connector !== undefined, {
        error: 'Name an integration or a connector',
      }),
    response: testAnswerSchema,
  }),
};
