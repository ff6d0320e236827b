import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { AUDIT_FRAMEWORKS, AUDIT_STATUSES, AUDIT_TYPES } from './audits.rules.ts';

const AUDIT_TITLE_MAX = 255;
const AUDIT_TEXT_MAX = 4000;
const AUDIT_NAME_MAX = 255;
const AUDIT_REASON_MAX = 1000;
const SCOPE_FRAMEWORKS_MAX = 100;

const typeSchema = z.enum(AUDIT_TYPES, {
  error: `Type must be one of ${AUDIT_TYPES.join(', ')}`,
});
const statusSchema = z.enum(AUDIT_STATUSES, {
  error: `Status must be one of ${AUDIT_STATUSES.join(', ')}`,
});

/** Text that may be missing: empty is null. */
export const auditText = (label: string, max = AUDIT_TEXT_MAX) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .nullable()
    .transform((value) => (value ? value : null));

export const requiredAuditText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);

/** A day, or a time whose day (UTC) counts; empty is null. */
export const auditDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .trim()
    .nullable()
    .transform((value, context) => {
      if (!value) return null;
      const day = dayOf(value);
      if (day !== null) return day;
      context.addIssue({ code: 'custom', message: `${label} must be a date like 2026-11-20` });
      return z.NEVER;
    });

function dayOf(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(value)) return null;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return null;
  const day = new Date(at).toISOString().slice(0, 10);
  // 31 February is none: the parser would make it a day of March.
  return value.length === 10 && day !== value ? null : day;
}

const frameworkField = z
  .union([z.literal(''), z.enum(AUDIT_FRAMEWORKS)], {
    error: `Framework must be one of ${AUDIT_FRAMEWORKS.join(', ')}`,
  })
  .nullable()
  .transform((value) => (value === '' ? null : value));

const fields = {
  title: requiredAuditText('Title', AUDIT_TITLE_MAX),
  description: auditText('Description'),
  type: typeSchema,
  framework: frameworkField,
  auditor: auditText('Auditor', AUDIT_NAME_MAX),
  startDate: auditDay('Start date'),
  endDate: auditDay('End date'),
  reportDate: auditDay('Report date'),
  /** First and last day examined. */
  periodStart: auditDay('First day of the period'),
  periodEnd: auditDay('Last day of the period'),
  scope: auditText('Scope'),
  recommendations: auditText('Recommendations'),
  assignedTo: z.string().max(100).nullable(),
  frameworkIds: z
    .array(z.string().min(1).max(100))
    .max(SCOPE_FRAMEWORKS_MAX, `At most ${SCOPE_FRAMEWORKS_MAX} frameworks are in scope`),
};

interface Dates {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  readonly reportDate?: string | null | undefined;
  readonly periodStart?: string | null | undefined;
  readonly periodEnd?: string | null | undefined;
}

export interface DateIssue {
  readonly path: keyof Dates;
  readonly message: string;
}

/** What is wrong with the order of dates; days compare as text. */
export function dateIssues(dates: Dates): DateIssue[] {
  const issues: DateIssue[] = [];
  const check = (first: keyof Dates, second: keyof Dates, message: string) => {
    const from = dates[first];
    const to = dates[second];
    if (from && to && to < from) issues.push({ path: second, message });
  };
  check('startDate', 'endDate', 'End date must not be before the start date');
  check('startDate', 'reportDate', 'Report date must not be before the start date');
  check('periodStart', 'periodEnd', 'The period must not end before it begins');
  return issues;
}

export const newAuditSchema = z
  .object({
    title: fields.title,
    description: fields.description.default(null),
    type: fields.type.default('INTERNAL'),
    framework: fields.framework.default(null),
    auditor: fields.auditor.default(null),
    status: statusSchema.default('PLANNED'),
    startDate: fields.startDate.default(null),
    endDate: fields.endDate.default(null),
    reportDate: fields.reportDate.default(null),
    periodStart: fields.periodStart.default(null),
    periodEnd: fields.periodEnd.default(null),
    scope: fields.scope.default(null),
    assignedTo: fields.assignedTo.default(null),
    frameworkIds: fields.frameworkIds.default([]),
  })
  .superRefine((audit, context) => {
    for (const { path, message } of dateIssues(audit))
      context.addIssue({ code: 'custom', path: [path], message });
  });
export type NewAudit = z.output<typeof newAuditSchema>;
export type NewAuditInput = z.input<typeof newAuditSchema>;

export const auditUpdateSchema = z
  .object({
    ...fields,
    status: statusSchema,
    reason: requiredAuditText('Reason', AUDIT_REASON_MAX),
    /** Completes an audit although requests or critical findings are open; needs a reason. */
    acknowledgeOpen: z.boolean(),
  })
  .partial()
  .refine((update) => {
    const { reason, acknowledgeOpen, ...changes } = update;
    return Object.values(changes).some((value) => value !== undefined);
  }, 'Nothing to change');
export type AuditUpdate = z.output<typeof auditUpdateSchema>;
export type AuditUpdateInput = z.input<typeof auditUpdateSchema>;

/** Of an audit's work; `overdue` counts what is late now. */
const progressSchema = z.object({
  requests: z.object({
    total: z.number().int(),
    /** Not provided yet, or returned. */
    missing: z.number().int(),
    provided: z.number().int(),
    accepted: z.number().int(),
    overdue: z.number().int(),
  }),
  samples: z.object({
    total: z.number().int(),
    items: z.number().int(),
    tested: z.number().int(),
    exceptions: z.number().int(),
  }),
  findings: z.object({
    total: z.number().int(),
    open: z.number().int(),
    openCritical: z.number().int(),
    overdue: z.number().int(),
  }),
});
export type AuditProgress = z.infer<typeof progressSchema>;

/** Days are 'YYYY-MM-DD' (UTC), times ISO 8601. `findings`: of the register, or as the audit itself told them. */
export const auditSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  type: typeSchema,
  framework: z.enum(AUDIT_FRAMEWORKS).nullable(),
  auditor: z.string().nullable(),
  status: statusSchema,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  reportDate: z.string().nullable(),
  findings: z.unknown(),
  recommendations: z.string().nullable(),
  assignedTo: z.string().nullable(),
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  scope: z.string().nullable(),
  frameworks: z.array(
    z.object({ id: z.string(), name: z.string(), version: z.string().nullable() }),
  ),
  progress: progressSchema,
  preparationStartedAt: z.string().nullable(),
  packageReadyAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Audit = z.infer<typeof auditSchema>;

/** One step of a record: who did what when, and why. */
export const auditStepSchema = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  action: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type AuditStep = z.infer<typeof auditStepSchema>;

export const auditsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/audits',
    summary: 'Audits, newest first',
    permission: 'audits.read',
    query: pageQuerySchema,
    response: z.array(auditSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/audits',
    summary: 'Schedule an audit',
    permission: 'audits.write',
    body: newAuditSchema,
    response: auditSchema,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/audits/{id}',
    summary: 'One audit',
    permission: 'audits.read',
    params: idParamSchema,
    response: auditSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/audits/{id}',
    summary: 'Change an audit: its data, scope, period or status',
    permission: 'audits.write',
    params: idParamSchema,
    body: auditUpdateSchema,
    response: auditSchema,
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/preparation',
    summary: 'Start preparation: the time to the finished package counts from here',
    permission: 'audits.write',
    params: idParamSchema,
    response: auditSchema,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/history',
    summary: 'Who did what to this audit, newest first',
    permission: 'audits.read',
    params: idParamSchema,
    response: z.array(auditStepSchema),
  }),
};
