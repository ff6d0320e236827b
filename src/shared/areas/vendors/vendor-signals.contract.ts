/** Reassessments: what alerts and indicators say about vendors. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { REASSESSMENT_STATES } from './reassessments.rules.ts';
import { SIGNAL_KINDS } from './vendor-signals.rules.ts';

const REASON_MAX = 1000;
const reasonSchema = z
  .string({ error: 'A reason is required' })
  .trim()
  .min(1, 'A reason is required')
  .max(REASON_MAX, `A reason has at most ${REASON_MAX} characters`);

const signalSchema = z.object({
  id: z.string(),
  thing: z.enum(['alert', 'indicator']),
  thingId: z.string(),
  /** Of the alert or the indicator: attackers write it. Null where it is no longer there. */
  title: z.string().nullable(),
  severity: severitySchema,
  status: z.string().nullable(),
  kind: z.enum(SIGNAL_KINDS),
  /** The vendor's own term, what touched it, and where that stood. */
  term: z.string(),
  found: z.string(),
  field: z.string(),
  at: isoTimeSchema,
});
export type VendorSignal = z.infer<typeof signalSchema>;

const taskShape = {
  id: z.string(),
  vendorId: z.string(),
  vendorName: z.string(),
  vendorStatus: z.string(),
  vendorTier: severitySchema,
  state: z.enum(REASSESSMENT_STATES),
  priority: severitySchema,
  /** All that touched the vendor, and how many of them are listed. */
  signalCount: z.number(),
  keptCount: z.number(),
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  due: z.string().nullable(),
  isOverdue: z.boolean(),
  outcome: z.string().nullable(),
  closedByName: z.string().nullable(),
  closedAt: isoTimeSchema.nullable(),
  lastSignalAt: isoTimeSchema,
  createdAt: isoTimeSchema,
  revision: revisionSchema,
};
const taskSchema = z.object(taskShape);
export type Reassessment = z.infer<typeof taskSchema>;

const taskDetailSchema = z.object({
  ...taskShape,
  signals: z.array(signalSchema),
  merged: mergedSchema.optional(),
});
export type ReassessmentDetail = z.infer<typeof taskDetailSchema>;

const taskPatchSchema = z
  .object({
    owner: z.string().min(1).max(100).nullable(),
    due: optionalDay('Due'),
    baseRevision: revisionSchema,
  })
  .partial();
export type ReassessmentPatch = z.output<typeof taskPatchSchema>;

const listQuerySchema = pageQuerySchema.extend({
  vendorId: z.string().max(100).optional(),
  state: z
    .string()
    .max(100)
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(z.enum(REASSESSMENT_STATES)))
    .optional(),
});
export type ReassessmentQuery = z.output<typeof listQuerySchema>;

const BASE = '/api/vendor-reassessments';

export const vendorSignalCalls = {
  reassessments: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Reassessments that alerts and indicators asked for, newest first',
    permission: 'vendors.read',
    query: listQuerySchema,
    response: z.array(taskSchema),
    list: true,
  }),
  reassessmentCounts: endpoint({
    method: 'GET',
    path: `${BASE}/counts`,
    summary: 'Reassessments by state',
    permission: 'vendors.read',
    response: z.record(z.enum(REASSESSMENT_STATES), z.number()),
  }),
  reassessment: endpoint({
    method: 'GET',
    path: `${BASE}/{id}`,
    summary: 'A reassessment with the alerts and indicators that asked for it',
    permission: 'vendors.read',
    params: idParamSchema,
    response: taskDetailSchema,
  }),
  updateReassessment: endpoint({
    method: 'PATCH',
    path: `${BASE}/{id}`,
    summary: 'Set owner and due day',
    permission: 'vendors.write',
    params: idParamSchema,
    body: taskPatchSchema,
    response: taskDetailSchema,
  }),
  startReassessment: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/start`,
    summary: 'Begin it: an active vendor goes under review',
    permission: 'vendors.write',
    params: idParamSchema,
    body: z.object({}),
    response: taskDetailSchema,
  }),
  finishReassessment: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/done`,
    summary: 'Close it with what was found',
    permission: 'vendors.write',
    params: idParamSchema,
    body: z.object({ reason: reasonSchema }),
    response: taskDetailSchema,
  }),
  dismissReassessment: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/dismiss`,
    summary: 'Close it without a reassessment, with the reason',
    permission: 'vendors.write',
    params: idParamSchema,
    body: z.object({ reason: reasonSchema }),
    response: taskDetailSchema,
  }),
};
