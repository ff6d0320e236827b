import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES, severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { DECISIONS } from '../assistant/explanation.ts';
import { EVIDENCE_TICKS_MAX, findReason, isEvidenceTick, VERDICTS } from './dispositions.rules.ts';

export const ALERT_STATUSES = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];
const alertStatusSchema = z.enum(ALERT_STATUSES, {
  error: 'Status must be one of OPEN, IN_PROGRESS, RESOLVED, FALSE_POSITIVE',
});

const ALERT_TITLE_MAX = 100;
export const ALERT_TITLE_STORED_MAX = 255;
const ALERT_DESCRIPTION_MAX = 500;
export const ALERT_DEFAULT_SOURCE = 'Manual';
export const ALERT_REASON_MAX = 1000;
const ALERT_TEXT_MAX = 1000;
export const ALERT_NOTE_MAX = 2000;

const verdictSchema = z.enum(VERDICTS, { error: `Verdict must be one of ${VERDICTS.join(', ')}` });

/**
 * How the time of an alert came about: written with its zone by the source, read as UTC because
 * the source wrote none, read in the zone a person chose, or the moment of receipt.
 */
export const TIME_BASES = ['recorded', 'assumed-utc', 'chosen-zone', 'received'] as const;
export type TimeBasis = (typeof TIME_BASES)[number];

/** What is said around an alert, as a row of the list shows it; `checks` of the checklist that is furthest. */
const alertMarksSchema = z.object({
  comments: z.number().int(),
  checks: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
});
export type AlertMarks = z.infer<typeof alertMarksSchema>;

/** What the queue shows of the engine's decision; absent where it has not come to the alert yet. */
const alertEngineSchema = z.object({
  suspicion: z.number().int(),
  decision: z.enum(DECISIONS),
});
export type AlertEngine = z.infer<typeof alertEngineSchema>;

/**
 * One detection. `createdAt` is when it happened by its source, `receivedAt` when it came here.
 * `destIp`, `techniques`, `detector`, `category` are what the source said, never guessed.
 */
export const alertSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(SEVERITIES),
  status: alertStatusSchema,
  source: z.string(),
  sourceHost: z.string().nullable(),
  sourceUser: z.string().nullable(),
  sourceIp: z.string().nullable(),
  destIp: z.string().nullable(),
  detector: z.string().nullable(),
  category: z.string().nullable(),
  techniques: z.array(z.string()),
  aiInvestigation: z.unknown().nullable(),
  assignedTo: z.string().nullable(),
  escalated: z.boolean(),
  falsePositive: z.boolean(),
  /** How it was closed; all null while it is open or in progress. */
  verdict: verdictSchema.nullable(),
  reasonCode: z.string().nullable(),
  closingNote: z.string().nullable(),
  /** Names of fields, and records as `alert:<id>`. */
  closingEvidence: z.array(z.string()),
  /** Who gave the verdict that stands: an account. */
  closedBy: z.string().nullable(),
  timeBasis: z.enum(TIME_BASES),
  importId: z.string().nullable(),
  createdAt: z.string(),
  receivedAt: z.string(),
  updatedAt: z.string(),
  resolvedAt: z.string().nullable(),
  /** When somebody, or something, first acted on it. */
  firstActionAt: z.string().nullable(),
  /** The rule of suppression that hides it. */
  suppressedBy: z.string().nullable(),
  /** Absent where there is nothing to say. */
  marks: alertMarksSchema.optional(),
  engine: alertEngineSchema.optional(),
});
export type Alert = z.infer<typeof alertSchema>;

const optionalText = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(ALERT_TEXT_MAX, `${label} must be at most ${ALERT_TEXT_MAX} characters`)
    .nullish()
    .transform((value) => (value ? value : null));

const requiredText = (required: string, max: number, tooLong: string) =>
  z.string({ error: required }).trim().min(1, required).max(max, tooLong);

export const newAlertSchema = z.object({
  title: requiredText(
    'Title is required',
    ALERT_TITLE_MAX,
    'Title must be less than 100 characters',
  ),
  description: requiredText(
    'Description is required',
    ALERT_DESCRIPTION_MAX,
    'Description must be less than 500 characters',
  ),
  severity: severitySchema,
  source: requiredText(
    'Source is required',
    ALERT_TEXT_MAX,
    `Source must be at most ${ALERT_TEXT_MAX} characters`,
  ),
  sourceHost: optionalText('Source host'),
  sourceUser: optionalText('Source user'),
  sourceIp: optionalText('Source IP'),
});
export type NewAlert = z.output<typeof newAlertSchema>;
export type NewAlertInput = z.input<typeof newAlertSchema>;

const EVIDENCE_MESSAGE = 'Evidence must be fields of the alert, or records as kind:id';

/**
 * A change of one alert. `verdict`, `reasonCode`, `note` and `evidence` come with a closing, or alone
 * to amend one. `seen` is the alert's `updatedAt` as the caller knew it: with it, a change that was
 * made meanwhile is a conflict.
 */
export const alertUpdateSchema = z
  .object({
    status: alertStatusSchema.optional(),
    verdict: verdictSchema.optional(),
    reasonCode: z
      .string({ error: 'Reason code must be text' })
      .refine((code) => findReason(code) !== undefined, 'There is no such reason code')
      .nullable()
      .optional(),
    note: z
      .string({ error: 'Note must be text' })
      .trim()
      .max(ALERT_NOTE_MAX, `Note must be at most ${ALERT_NOTE_MAX} characters`)
      .nullable()
      .optional(),
    evidence: z
      .array(z.string({ error: EVIDENCE_MESSAGE }).refine(isEvidenceTick, EVIDENCE_MESSAGE))
      .max(EVIDENCE_TICKS_MAX, `At most ${EVIDENCE_TICKS_MAX} pieces of evidence`)
      .optional(),
    seen: isoTimeSchema.optional(),
    reason: z
      .string()
      .trim()
      .max(ALERT_REASON_MAX, `Reason must be at most ${ALERT_REASON_MAX} characters`)
      .optional(),
    assignedTo: z.string().min(1).max(100).nullable().optional(),
    escalated: z.boolean().optional(),
  })
  .refine(
    ({ reason: _, seen: __, ...changes }) =>
      Object.values(changes).some((value) => value !== undefined),
    'Nothing to change: give status, assignedTo or escalated',
  );
export type AlertUpdate = z.infer<typeof alertUpdateSchema>;

/** The alert after a change, with the desk action that undoes it; null where nothing changed. */
const changedAlertSchema = alertSchema.extend({ actionId: z.string().nullable() });
export type ChangedAlert = z.infer<typeof changedAlertSchema>;

/** One or several values, comma-separated or repeated: `severity=HIGH,CRITICAL`. */
const severityFilter = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(SEVERITIES, { error: `Severity must be of ${SEVERITIES.join(', ')}` })));
const statusFilter = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(alertStatusSchema));

/**
 * What was done about an alert, as the dashboard's figures count it: `waiting` is open without a first
 * action; the others lie at or after `since`. What was closed automatically and overturned is `overturned` only.
 */
export const ALERT_HANDLINGS = [
  'waiting',
  'acted-on',
  'closed',
  'closed-automatically',
  'overturned',
] as const;
export type AlertHandling = (typeof ALERT_HANDLINGS)[number];

/**
 * What rules of suppression hide: `only` these, or `with` the others. Where neither is said they are left
 * out; but for what was handled (`handling` other than `waiting`), which is counted hidden or not.
 */
export const SUPPRESSED_CHOICES = ['only', 'with'] as const;

/** Groups that one filter may name. */
export const GROUPS_MAX = 5_000;

/** `suspicion`: of what waits and no rule hides, the most suspicious first. */
const ALERT_SORTS = ['suspicion'] as const;

export const alertFilterSchema = z.object({
  q: z.string().max(500).optional(),
  /** In the query language (src/shared/areas/views/query-language.ts); combines with all others. */
  query: z.string().max(24_000).optional(),
  /** Of any of these groups of repeats: their keys, comma-separated. */
  groups: z
    .string()
    .max(GROUPS_MAX * 33, `At most ${GROUPS_MAX} groups; use a filter for more`)
    .regex(/^[\da-f]{32}(?:,[\da-f]{32})*$/, 'Groups must be keys of groups, comma-separated')
    .optional(),
  /** IANA name of the zone that days in `query` are read in; UTC where none is given. */
  zone: z.string().max(64).optional(),
  severity: severityFilter.optional(),
  status: statusFilter.optional(),
  source: z.string().max(ALERT_TEXT_MAX).optional(),
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  handling: z
    .enum(ALERT_HANDLINGS, { error: `Handling must be one of ${ALERT_HANDLINGS.join(', ')}` })
    .optional(),
  since: isoTimeSchema.optional(),
  suppressed: z
    .enum(SUPPRESSED_CHOICES, {
      error: `Suppressed must be one of ${SUPPRESSED_CHOICES.join(', ')}`,
    })
    .optional(),
  /** Of one rule of suppression: its id. */
  suppressedBy: z.string().min(1).max(100).optional(),
  /** The order of the list; newest first where none is given. With it comes what the list is of. */
  sort: z.enum(ALERT_SORTS, { error: `Sort must be one of ${ALERT_SORTS.join(', ')}` }).optional(),
});
export type AlertFilter = z.infer<typeof alertFilterSchema>;

export const alertQuerySchema = alertFilterSchema.extend(pageQuerySchema.shape);
export type AlertQuery = z.infer<typeof alertQuerySchema>;

const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
const alertExportQuerySchema = alertFilterSchema.extend({
  format: z.enum(EXPORT_FORMATS).default('ndjson'),
});

/** One entry of a record's history: who did what when, which fields changed, and why. */
export const historyEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The record as its source wrote it. `encoding` is base64 where it is not valid UTF-8. */
export const rawRecordSchema = z.object({
  format: z.string(),
  encoding: z.enum(['utf-8', 'base64']),
  bytes: z.number().int(),
  content: z.string(),
  truncated: z.boolean(),
});
export type RawRecord = z.infer<typeof rawRecordSchema>;

/** Beyond so many related alerts of one entity, `total` says only that there are as many or more. */
export const RELATED_COUNT_MAX = 1000;

/** Related alerts share the named entity; at most 20 a kind, newest first. */
export const relatedAlertsSchema = z.array(
  z.object({
    by: z.enum(['host', 'user', 'address']),
    value: z.string(),
    total: z.number().int(),
    alerts: z.array(alertSchema),
  }),
);
export type RelatedAlerts = z.infer<typeof relatedAlertsSchema>;

export const alertsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/alerts',
    summary: 'Alerts, newest first; or those that wait, the most suspicious first',
    permission: 'alerts.read',
    query: alertQuerySchema,
    response: z.array(alertSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/alerts',
    summary: 'Create an alert by hand',
    permission: 'alerts.write',
    body: newAlertSchema,
    response: alertSchema,
    status: 201,
  }),
  exportAll: endpoint({
    method: 'GET',
    path: '/api/alerts/export',
    summary: 'What is filtered, as NDJSON (re-imports without loss) or CSV',
    permission: 'alerts.read',
    query: alertExportQuerySchema,
    response: 'bytes',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}',
    summary: 'One alert',
    permission: 'alerts.read',
    params: idParamSchema,
    response: alertSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/alerts/{id}',
    summary: 'Change status, disposition, assignment or escalation',
    permission: 'alerts.write',
    params: idParamSchema,
    body: alertUpdateSchema,
    response: changedAlertSchema,
  }),
  raw: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/raw',
    summary:
      'The record as the source wrote it (first 256 KiB unless full=true); null where none was imported',
    permission: 'alerts.read',
    params: idParamSchema,
    query: z.object({ full: z.enum(['true', 'false']).default('false') }),
    response: rawRecordSchema.nullable(),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/history',
    summary: 'Who did what to this alert, newest first',
    permission: 'alerts.read',
    params: idParamSchema,
    response: z.array(historyEntrySchema),
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/related',
    summary: 'Alerts of the same host, user or address',
    permission: 'alerts.read',
    params: idParamSchema,
    response: relatedAlertsSchema,
  }),
};
