import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { jobSchema } from '../../contract/jobs.ts';

/** In a query, where nothing cannot be said: kept for ever. */
export const FOR_EVER = 'never';

const daysQuery = z
  .string()
  .regex(/^(?:never|[1-9]\d{0,3})$/, `Days must be a whole number from 1 to 3650, or '${FOR_EVER}'`)
  .transform((text) => (text === FOR_EVER ? null : Number(text)))
  .refine((days) => days === null || days <= 3650, 'Days must be at most 3650')
  .optional();

export const retentionPreviewQuerySchema = z.object({
  alertsDays: daysQuery,
  jobsDays: daysQuery,
  notificationsDays: daysQuery,
  chatDays: daysQuery,
  actionsDays: daysQuery,
});

/** How many rows a retention would delete now. Open alerts are never among them. */
export const retentionCountsSchema = z.object({
  alerts: z.number().int(),
  jobs: z.number().int(),
  notifications: z.number().int(),
  chatMessages: z.number().int(),
  /** Actions of the desk with the rows that they changed. */
  actions: z.number().int().default(0),
});
export type RetentionCounts = z.infer<typeof retentionCountsSchema>;

export const retentionStatusSchema = z.object({
  /** When it last deleted what was due, and how much; null before the first time. */
  last: z.object({ at: z.string(), deleted: retentionCountsSchema }).nullable(),
  /** What the settings as they are would delete now. */
  due: retentionCountsSchema,
});
export type RetentionStatus = z.infer<typeof retentionStatusSchema>;

export const retentionContract = {
  status: endpoint({
    method: 'GET',
    path: '/api/retention',
    summary: 'What the retention of this workspace deleted last, and would delete now',
    permission: 'workspace.manage',
    response: retentionStatusSchema,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/retention/preview',
    summary: 'What other settings would delete now; a setting left out is as it is saved',
    permission: 'workspace.manage',
    query: retentionPreviewQuerySchema,
    response: retentionCountsSchema,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/retention',
    summary: 'Delete now what the settings of this workspace keep no longer',
    permission: 'workspace.manage',
    response: z.object({
      /** Null where nothing is due. */
      job: jobSchema.nullable(),
    }),
  }),
};
