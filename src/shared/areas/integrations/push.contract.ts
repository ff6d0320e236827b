/** What was sent to a connected system, on a person's word. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

const PUSH_KINDS = ['alert', 'incident'] as const;

const pushSchema = z.object({
  id: z.string(),
  integrationId: z.string(),
  integrationName: z.string(),
  kind: z.enum(PUSH_KINDS),
  itemId: z.string(),
  title: z.string(),
  state: z.enum(['SENT', 'FAILED']),
  /** What it is called there. */
  reference: z.string().nullable(),
  url: z.string().nullable(),
  error: z.string().nullable(),
  by: z.string(),
  at: z.string(),
});
export type Push = z.infer<typeof pushSchema>;

export const pushContract = {
  push: endpoint({
    method: 'POST',
    path: '/api/integrations/{id}/push',
    summary: 'Send an alert or incident to a connected system',
    permission: 'integrations.send',
    params: idParamSchema,
    body: z.object({ kind: z.enum(PUSH_KINDS), itemId: z.string().min(1).max(100) }).strict(),
    response: pushSchema,
  }),
  pushes: endpoint({
    method: 'GET',
    path: '/api/integrations/pushes',
    summary: 'What was sent, newest first; of one alert or incident',
    permission: 'integrations.read',
    query: z.object({
      itemId: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(pushSchema),
    list: true,
  }),
};
