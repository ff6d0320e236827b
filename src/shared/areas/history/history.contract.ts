import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { isoTimeSchema } from '../../kernel/time.ts';

/** What has a history of its own; each is answered only to who may read such records. */
export const HISTORY_RESOURCES = [
  'risks',
  'policies',
  'vendors',
  'evidence',
  'audits',
  'findings',
  'controls',
  'compliance_frameworks',
  'collection_tasks',
  'alerts',
  'suppression_rules',
  'entity_marks',
  'handovers',
  'incident_records',
  'forensic_investigations',
  'indicators',
  'automation_policy',
  'automation_patterns',
  'assets',
] as const;
export type HistoryResource = (typeof HISTORY_RESOURCES)[number];

const recordStepSchema = z.object({
  id: z.string(),
  at: isoTimeSchema,
  actor: z.string().nullable(),
  actorName: z.string(),
  /** `risks.accept` */
  action: z.string(),
  /** The table that was written. */
  resource: z.string(),
  /** What the row is called, where it belongs to the record (a task, a link); null for the record. */
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** The installation where it was done; null where it is this one. */
  installation: z.string().nullable(),
});
export type RecordStep = z.infer<typeof recordStepSchema>;

const recordHistorySchema = z.object({
  /** Newest first. */
  steps: z.array(recordStepSchema),
  /** Other installations that wrote to the record, with who did last. */
  elsewhere: z.array(
    z.object({ installation: z.string(), actorName: z.string(), at: isoTimeSchema }),
  ),
  nextCursor: z.string().nullable(),
});
export type RecordHistoryAnswer = z.infer<typeof recordHistorySchema>;

export const historyContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/history/{resource}/{id}',
    summary: 'Who did what to a record and when, what changed and why, newest first',
    permission: 'session',
    params: z.object({
      resource: z.enum(HISTORY_RESOURCES, { error: 'There is no history of this kind' }),
      id: z.string().min(1).max(100),
    }),
    query: pageQuerySchema.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: recordHistorySchema,
  }),
};
