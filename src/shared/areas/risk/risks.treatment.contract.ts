/** Treatment of a risk: tasks, reviews, linked controls. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { CONTROL_WEIGHTS } from './residual.rules.ts';
import { reviewNoteSchema, riskFields, riskReasonSchema, taskFields } from './risks.fields.ts';

const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  due: z.string().nullable(),
  isOverdue: z.boolean(),
  doneOn: z.string().nullable(),
  doneByName: z.string().nullable(),
});
export type RiskTask = z.infer<typeof taskSchema>;

/** A task among those of all risks. */
const openTaskSchema = taskSchema.extend({ risk: z.object({ id: z.string(), title: z.string() }) });
export type OpenRiskTask = z.infer<typeof openTaskSchema>;

const reviewSchema = z.object({
  id: z.string(),
  reviewedOn: z.string(),
  reviewedByName: z.string().nullable(),
  note: z.string().nullable(),
  /** As they were then. */
  riskScore: z.string().nullable(),
  residualRisk: z.string().nullable(),
  nextReview: z.string().nullable(),
});
export type RiskReview = z.infer<typeof reviewSchema>;

const riskControlSchema = z.object({
  id: z.string(),
  ref: z.string(),
  title: z.string(),
  framework: z.string(),
});
export type RiskControl = z.infer<typeof riskControlSchema>;

const linkedControlSchema = riskControlSchema.extend({
  status: z.string(),
  weight: z.number().int(),
  addedAt: z.string(),
});
export type LinkedRiskControl = z.infer<typeof linkedControlSchema>;

/** What one risk has beside its own fields. */
export const riskParts = {
  tasks: z.array(taskSchema),
  reviews: z.array(reviewSchema),
  controls: z.array(linkedControlSchema),
};
const partsSchema = z.object(riskParts);

const dueReviewSchema = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  residualRisk: z.string(),
  lastReview: z.string().nullable(),
  nextReview: z.string(),
  isOverdue: z.boolean(),
});
export type DueRiskReview = z.infer<typeof dueReviewSchema>;

const WEIGHT_ERROR = `Weight must be one of ${CONTROL_WEIGHTS.join(', ')}`;
const controlParams = idParamSchema.extend({ controlId: z.string().min(1).max(100) });

/** `done`: true says it is done today, false that it is not after all. */
export const taskUpdateSchema = z
  .object({ ...taskFields, done: z.boolean() })
  .partial()
  .refine((update) => Object.keys(update).length > 0, 'Nothing to change');
export type RiskTaskUpdate = z.output<typeof taskUpdateSchema>;

export const newTaskSchema = z.object({
  title: taskFields.title,
  owner: taskFields.owner.default(null),
  due: taskFields.due.default(null),
});
export type NewRiskTask = z.output<typeof newTaskSchema>;

/** Without `nextReview` the risk's cadence decides. */
export const newReviewSchema = z.object({
  note: reviewNoteSchema,
  nextReview: riskFields.nextReview.optional(),
});
export type NewRiskReview = z.output<typeof newReviewSchema>;

export const risksTreatmentContract = {
  tasks: endpoint({
    method: 'GET',
    path: '/api/risks/tasks',
    summary: 'Open treatment tasks of all risks, the earliest due first',
    permission: 'risk.read',
    query: pageQuerySchema,
    response: z.array(openTaskSchema),
    list: true,
  }),
  dueReviews: endpoint({
    method: 'GET',
    path: '/api/risks/due-reviews',
    summary: 'Risks whose review is over or due within 30 days, the earliest first',
    permission: 'risk.read',
    query: pageQuerySchema,
    response: z.array(dueReviewSchema),
    list: true,
  }),
  controlChoices: endpoint({
    method: 'GET',
    path: '/api/risks/control-choices',
    summary: 'Controls to link, by what is typed; at most 20',
    permission: 'risk.read',
    query: z.object({ q: z.string().max(200).default('') }),
    response: z.array(riskControlSchema),
  }),
  addTask: endpoint({
    method: 'POST',
    path: '/api/risks/{id}/tasks',
    summary: 'Add a treatment task',
    permission: 'risk.write',
    params: idParamSchema,
    body: newTaskSchema,
    response: partsSchema,
    status: 201,
  }),
  updateTask: endpoint({
    method: 'PATCH',
    path: '/api/risk-tasks/{id}',
    summary: 'Change a treatment task, or say that it is done',
    permission: 'risk.write',
    params: idParamSchema,
    body: taskUpdateSchema,
    response: partsSchema,
  }),
  removeTask: endpoint({
    method: 'DELETE',
    path: '/api/risk-tasks/{id}',
    summary: 'Take a treatment task away',
    permission: 'risk.write',
    params: idParamSchema,
    body: z.object({ reason: riskReasonSchema }),
    response: partsSchema,
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/risks/{id}/reviews',
    summary: 'Record a review of today; the next one follows by the cadence',
    permission: 'risk.write',
    params: idParamSchema,
    body: newReviewSchema,
    response: partsSchema,
    status: 201,
  }),
  linkControl: endpoint({
    method: 'PUT',
    path: '/api/risks/{id}/controls/{controlId}',
    summary: 'Link a control, or change its weight; the residual follows',
    permission: 'risk.write',
    params: controlParams,
    body: z.object({
      weight: z.literal(CONTROL_WEIGHTS, { error: WEIGHT_ERROR }).default(2),
    }),
    response: partsSchema,
  }),
  unlinkControl: endpoint({
    method: 'DELETE',
    path: '/api/risks/{id}/controls/{controlId}',
    summary: 'Take a control off a risk; the residual follows',
    permission: 'risk.write',
    params: controlParams,
    body: z.object({ reason: riskReasonSchema }),
    response: partsSchema,
  }),
};
