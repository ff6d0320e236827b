/** Runs of integrations and what Configuration sets for all of them. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

export const RUN_STATES = [
  'RUNNING',
  'DONE',
  'FAILED',
  /** The workspace is isolated: nothing was asked. */
  'HELD',
  'CANCELLED',
  /** The process ended in the middle; the next run goes on after the last page that was kept. */
  'INTERRUPTED',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A receipt: read = kept + merged + skipped + rejected. */
export const runSchema = z.object({
  id: z.string(),
  integrationId: z.string(),
  state: z.enum(RUN_STATES),
  cause: z.enum(['schedule', 'person', 'more']),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  pages: z.number().int(),
  bytes: z.number().int(),
  read: z.number().int(),
  kept: z.number().int(),
  merged: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  /** The source has more than this run took. */
  hasMore: z.boolean(),
  failure: z.object({ kind: z.string(), message: z.string() }).nullable(),
  notes: z.array(z.string()),
  unknownFields: z.array(z.object({ field: z.string(), count: z.number().int() })),
  /** The first ones, with why. */
  rejections: z.array(z.object({ reason: z.string(), excerpt: z.string() })),
});
export type Run = z.infer<typeof runSchema>;

/** The fixed values of the specification's Configuration tab are what it begins with. */
export const DEFAULT_SYNC_SETTINGS = {
  isStreaming: true,
  retentionDays: 90,
  isRateLimited: true,
  everyMinutes: 5,
  batchSize: 1_000,
} as const;

export const syncSettingsSchema = z
  .object({
    isStreaming: z.boolean(),
    retentionDays: z
      .number()
      .int()
      .min(1, 'Data retention is at least one day')
      .max(3_650, 'Data retention is at most 3,650 days'),
    isRateLimited: z.boolean(),
    everyMinutes: z
      .number()
      .int()
      .min(1, 'Sync at most once a minute')
      .max(1_440, 'Sync at least once a day'),
    batchSize: z
      .number()
      .int()
      .min(10, 'A batch has at least 10 records')
      .max(10_000, 'A batch has at most 10,000 records'),
  })
  .strict();
export type SyncSettings = z.infer<typeof syncSettingsSchema>;

export const runsContract = {
  sync: endpoint({
    method: 'POST',
    path: '/api/integrations/{id}/sync',
    summary: 'Sync an integration now',
    permission: 'integrations.manage',
    params: idParamSchema,
    response: runSchema,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/integrations/{id}/runs',
    summary: 'Runs of an integration with their receipts, newest first',
    permission: 'integrations.read',
    params: idParamSchema,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.array(runSchema),
    list: true,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/integrations/settings',
    summary: 'How integrations are synced',
    permission: 'integrations.read',
    response: syncSettingsSchema,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/integrations/settings',
    summary: 'Change how integrations are synced',
    permission: 'integrations.manage',
    body: syncSettingsSchema,
    response: syncSettingsSchema,
  }),
};
