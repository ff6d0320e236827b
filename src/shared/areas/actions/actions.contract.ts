import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { jobSchema } from '../../contract/jobs.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import {
  ALERT_NOTE_MAX,
  ALERT_STATUSES,
  alertFilterSchema,
  alertUpdateSchema,
} from '../alerts/alerts.contract.ts';

/** RUNNING, UNDOING and REDOING are under way; CANCELLED was put back half-way and cannot be redone. */
const ACTION_STATES = ['RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'REDOING', 'CANCELLED'] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/**
 * Why rows stayed as they were: somebody changed them since (`byName`), they are gone, they were so
 * already, or the change does not apply to them.
 */
const KEPT_REASONS = ['changed', 'gone', 'same', 'refused'] as const;

const keptSchema = z.object({
  reason: z.enum(KEPT_REASONS),
  byName: z.string().nullable(),
  n: z.number().int(),
});
export type Kept = z.infer<typeof keptSchema>;

/** One time that the action was done in bulk, undone or done again. `resumedAt`: completed after a restart. */
const actionRunSchema = z.object({
  direction: z.enum(['DO', 'UNDO', 'REDO']),
  state: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
  actorName: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  resumedAt: z.string().nullable(),
  /** It puts back a run that was cancelled. */
  isCancelling: z.boolean(),
  total: z.number().int(),
  done: z.number().int(),
  kept: z.array(keptSchema),
  jobId: z.string().nullable(),
});
export type ActionRun = z.infer<typeof actionRunSchema>;

/** Something done at the desk. `rowCount`: rows it changed. `runs`: oldest first; none for what was done at once. */
export const deskActionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  actor: z.string().nullable(),
  actorName: z.string(),
  at: z.string(),
  summary: z.string(),
  note: z.string().nullable(),
  rowCount: z.number().int(),
  state: z.enum(ACTION_STATES),
  changedAt: z.string().nullable(),
  changedByName: z.string().nullable(),
  runs: z.array(actionRunSchema),
  /** It cannot be undone: Watchfloor ended a rule whose time was over. */
  isFinal: z.boolean(),
});
export type DeskAction = z.infer<typeof deskActionSchema>;

/** `job` does the work where it is long; else the action is as it is afterwards. */
const startedActionSchema = z.object({
  actionId: z.string(),
  action: deskActionSchema.nullable(),
  job: jobSchema.nullable(),
});
export type StartedAction = z.infer<typeof startedActionSchema>;

const BULK_IDS_MAX = 10_000;

const update = alertUpdateSchema.shape;
const NOTHING_TO_CHANGE = 'Nothing to change: give status, a verdict, assignedTo or escalated';

const bulkChangeSchema = z
  .strictObject({
    status: update.status,
    verdict: update.verdict,
    reasonCode: update.reasonCode,
    evidence: update.evidence,
    assignedTo: update.assignedTo,
    escalated: update.escalated,
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    NOTHING_TO_CHANGE,
  );

const bulkFields = {
  filter: alertFilterSchema.strict().optional(),
  ids: z
    .array(z.string().min(1).max(100))
    .min(1, 'Choose at least one alert')
    .max(BULK_IDS_MAX, `At most ${BULK_IDS_MAX} alerts by id; use a filter for more`)
    .optional(),
  change: bulkChangeSchema,
  investigateFirst: z.boolean().default(false),
  /** The newest so many of the filter. */
  limit: z.number().int().min(1).optional(),
};
const FILTER_OR_IDS = 'Give either a filter or ids';
const hasOneSet = ({ filter, ids }: { filter?: unknown; ids?: unknown }) =>
  (filter === undefined) !== (ids === undefined);

export const bulkPreviewRequestSchema = z.object(bulkFields).refine(hasOneSet, FILTER_OR_IDS);
export type BulkPreviewRequest = z.output<typeof bulkPreviewRequestSchema>;

export const bulkRequestSchema = z
  .object({
    ...bulkFields,
    note: z
      .string({ error: 'Note must be text' })
      .trim()
      .max(ALERT_NOTE_MAX, `Note must be at most ${ALERT_NOTE_MAX} characters`)
      .optional(),
  })
  .refine(hasOneSet, FILTER_OR_IDS);
export type BulkRequest = z.output<typeof bulkRequestSchema>;
export type BulkRequestInput = z.input<typeof bulkRequestSchema>;

/**
 * What a bulk action would meet now. `applies`: alerts it can change; `open`: further ones that it could,
 * were they investigated first.
 */
const bulkPreviewSchema = z.object({
  total: z.number().int(),
  applies: z.number().int(),
  open: z.number().int(),
  byStatus: z.record(z.enum(ALERT_STATUSES), z.number().int()),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

/** An action's id, or `last`: the caller's own newest that can be undone or done again. */
export const LAST_ACTION = 'last';

export const actionsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/actions',
    summary: 'What was done at the desk, newest first',
    permission: 'alerts.read',
    query: pageQuerySchema.extend({ mine: z.enum(['true', 'false']).default('false') }),
    response: z.array(deskActionSchema),
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/actions/{id}',
    summary: 'One action, with what became of it',
    permission: 'alerts.read',
    params: idParamSchema,
    response: deskActionSchema,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/actions/{id}/undo',
    summary: 'Undo an action (id, or last); rows that somebody changed since stay, and are counted',
    permission: 'alerts.write',
    params: idParamSchema,
    response: startedActionSchema,
  }),
  redo: endpoint({
    method: 'POST',
    path: '/api/actions/{id}/redo',
    summary: 'Do an undone action (id, or last) again',
    permission: 'alerts.write',
    params: idParamSchema,
    response: startedActionSchema,
  }),
  previewBulk: endpoint({
    method: 'POST',
    path: '/api/alerts/bulk/preview',
    summary: 'How many alerts a bulk action would change, exactly',
    permission: 'alerts.write',
    body: bulkPreviewRequestSchema,
    response: bulkPreviewSchema,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/alerts/bulk',
    summary: 'One change of all alerts of a filter, or of these ids; long ones as a job',
    permission: 'alerts.write',
    body: bulkRequestSchema,
    response: startedActionSchema,
  }),
};
