/** Collection schedule: recurring tasks, their runs, and the calendar file. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { CADENCES, COLLECTORS, RUN_OUTCOMES, TASK_STATES } from './collection.rules.ts';
import { EVIDENCE_TYPES } from './evidence.rules.ts';

const evidenceTypeSchema = z.enum(EVIDENCE_TYPES, { error: 'Choose what is collected' });
const TITLE_MAX = 200;
const TEXT_MAX = 2000;
const CONTROLS_MAX = 200;
const TASK_VALIDITY_MAX = 3650;

const daySchema = z
  .string({ error: 'A day is needed' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written like 2026-11-20')
  .refine((day) => !Number.isNaN(Date.parse(day)), 'There is no such day');

const validityMessage = `Validity must be a whole number of days from 1 to ${TASK_VALIDITY_MAX.toLocaleString('en')}, or nothing`;

export const collectionRunSchema = z.object({
  id: z.string(),
  due: z.string(),
  ranAt: z.string(),
  outcome: z.enum(RUN_OUTCOMES),
  evidenceId: z.string().nullable(),
  evidenceTitle: z.string().nullable(),
  actorName: z.string(),
  message: z.string().nullable(),
});
export type CollectionRun = z.infer<typeof collectionRunSchema>;

export const collectionTaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  type: evidenceTypeSchema,
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  cadence: z.enum(CADENCES),
  startsOn: z.string(),
  nextDue: z.string(),
  collector: z.enum(COLLECTORS),
  validityDays: z.number().int().nullable(),
  isActive: z.boolean(),
  state: z.enum(TASK_STATES),
  controls: z.array(
    z.object({ id: z.string(), controlId: z.string(), title: z.string(), framework: z.string() }),
  ),
  lastRun: collectionRunSchema.nullable(),
});
export type CollectionTask = z.infer<typeof collectionTaskSchema>;

export const newCollectionTaskSchema = z.object({
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .min(1, 'Title is required')
    .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`),
  description: z
    .string()
    .trim()
    .max(TEXT_MAX, `Description must be at most ${TEXT_MAX} characters`)
    .default(''),
  type: evidenceTypeSchema,
  owner: z.string().min(1).max(100).nullable().default(null),
  cadence: z.enum(CADENCES, { error: 'Choose how often it is collected' }),
  startsOn: daySchema,
  collector: z.enum(COLLECTORS).default('manual'),
  validityDays: z
    .number({ error: validityMessage })
    .int(validityMessage)
    .min(1, validityMessage)
    .max(TASK_VALIDITY_MAX, validityMessage)
    .nullable()
    .default(null),
  controlIds: z
    .array(z.string().min(1).max(100))
    .max(CONTROLS_MAX, `At most ${CONTROLS_MAX} controls`)
    .default([]),
});
export type NewCollectionTask = z.output<typeof newCollectionTaskSchema>;
export type NewCollectionTaskInput = z.input<typeof newCollectionTaskSchema>;

const taskPatchSchema = z
  .object({
    ...newCollectionTaskSchema.shape,
    description: newCollectionTaskSchema.shape.description.unwrap(),
    owner: newCollectionTaskSchema.shape.owner.unwrap(),
    collector: newCollectionTaskSchema.shape.collector.unwrap(),
    validityDays: newCollectionTaskSchema.shape.validityDays.unwrap(),
    controlIds: newCollectionTaskSchema.shape.controlIds.unwrap(),
    isActive: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');
export type CollectionTaskPatch = z.infer<typeof taskPatchSchema>;

const reason = z
  .string({ error: 'A reason is required' })
  .trim()
  .min(1, 'A reason is required')
  .max(1000, 'A reason has at most 1000 characters');

export const collectionContract = {
  tasks: endpoint({
    method: 'GET',
    path: '/api/evidence/collection/tasks',
    summary: 'Collection tasks, the one that is due first at the head',
    permission: 'evidence.read',
    query: pageQuerySchema.extend({ q: z.string().max(200).optional() }),
    response: z.array(collectionTaskSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/evidence/collection/tasks',
    summary: 'Add a recurring task',
    permission: 'evidence.write',
    body: newCollectionTaskSchema,
    response: collectionTaskSchema,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/evidence/collection/tasks/{id}',
    summary: 'Change, pause or resume a task',
    permission: 'evidence.write',
    params: idParamSchema,
    body: taskPatchSchema,
    response: collectionTaskSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/evidence/collection/tasks/{id}',
    summary: 'Delete a task; what it collected stays',
    permission: 'evidence.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/evidence/collection/tasks/{id}/runs',
    summary: 'What a task collected, newest first',
    permission: 'evidence.read',
    params: idParamSchema,
    response: z.array(collectionRunSchema),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/evidence/collection/tasks/{id}/run',
    summary: 'Have an automatic collector collect now',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({}),
    response: collectionTaskSchema,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/evidence/collection/tasks/{id}/complete',
    summary: 'Answer a task with evidence that is there; it is linked to the controls of the task',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({ evidenceId: z.string({ error: 'Choose evidence' }).min(1).max(100) }),
    response: collectionTaskSchema,
  }),
  skip: endpoint({
    method: 'POST',
    path: '/api/evidence/collection/tasks/{id}/skip',
    summary: 'Pass over the due day, with a reason',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({ reason }),
    response: collectionTaskSchema,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/evidence/collection/calendar.ics',
    summary: 'Due days and expiries with reminders 30, 7 and 1 days ahead, as iCalendar (RFC 5545)',
    permission: 'evidence.read',
    response: 'bytes',
  }),
};
