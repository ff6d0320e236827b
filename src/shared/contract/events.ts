import { z } from 'zod';
import { isPageLink } from '../areas/notifications/notifications.rules.ts';
import { jobSchema } from './jobs.ts';

/**
 * What the core announces over `GET /api/events` (browser) or the bridge (desktop).
 * `changed.resource` is the word with which the page's query keys begin; `changed.ids` is absent
 * when many rows changed at once.
 */
export const serverEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({
    type: z.literal('changed'),
    resource: z.string(),
    ids: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('job'), job: jobSchema }),
  /** The desktop's window asks its page to show one of its screens: a notification was clicked. */
  z.object({ type: z.literal('open'), link: z.string().refine(isPageLink) }),
]);
export type ServerEvent = z.infer<typeof serverEventSchema>;
