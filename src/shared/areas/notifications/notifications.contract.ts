import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';

/** What is told. `other` stands for a kind that a newer Watchfloor wrote. */
export const NOTIFICATION_KINDS = [
  'critical-alert',
  'job-done',
  'job-failed',
  'evidence-expiring',
  'evidence-expired',
  'review-due',
  'mention',
  'watched-alert',
  'sync-conflict',
  'other',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
const kindSchema = z.enum(NOTIFICATION_KINDS, {
  error: `Kind must be of ${NOTIFICATION_KINDS.join(', ')}`,
});

export const NOTIFICATION_TITLE_MAX = 200;
export const NOTIFICATION_BODY_MAX = 500;

/**
 * One notification as the signed-in account has it. `title` and `body` may hold text of others
 * (names of alerts and files); `link` is a path of this page, or null.
 */
export const notificationSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  title: z.string(),
  body: z.string().nullable(),
  link: z.string().nullable(),
  readAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof notificationSchema>;

const kindsFilter = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(kindSchema));

export const notificationQuerySchema = pageQuerySchema.extend({
  unread: z.enum(['true', 'false'], { error: 'unread must be true or false' }).optional(),
  kind: kindsFilter.optional(),
});
export type NotificationQuery = z.output<typeof notificationQuerySchema>;

/** `upTo` is the newest one that was seen: what came in since stays unread. */
export const readAllSchema = z.object({
  upTo: z.string().min(1).max(100).optional(),
  kind: z.array(kindSchema).max(NOTIFICATION_KINDS.length).optional(),
});
export type ReadAll = z.output<typeof readAllSchema>;

export const notificationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Notifications of the signed-in account, newest first',
    permission: 'session',
    query: notificationQuerySchema,
    response: z.array(notificationSchema),
    list: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/notifications/{id}',
    summary: 'Mark a notification read or unread, for this account only',
    permission: 'session',
    params: idParamSchema,
    body: z.object({ read: z.boolean({ error: 'read must be true or false' }) }),
    response: notificationSchema,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Mark all notifications read, for this account only',
    permission: 'session',
    body: readAllSchema,
    response: z.object({ changed: z.number().int() }),
  }),
};
