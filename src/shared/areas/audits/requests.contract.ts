import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { auditDay, auditStepSchema, auditText, requiredAuditText } from './audits.contract.ts';
import { REQUEST_STATUSES } from './audits.rules.ts';

const REQUEST_TITLE_MAX = 255;
const REQUEST_CONTROLS_MAX = 200;
export const REQUEST_IMPORT_MAX = 1000;
const REQUEST_NOTE_MAX = 4000;
/** Below the limit of a body, with room for its escapes. */
const CSV_CHARS_MAX = 900_000;

const fields = {
  title: requiredAuditText('Title', REQUEST_TITLE_MAX),
  description: auditText('Description'),
  owner: z.string().max(100).nullable(),
  due: auditDay('Due date'),
  controlIds: z
    .array(z.string().min(1).max(100))
    .max(REQUEST_CONTROLS_MAX, `At most ${REQUEST_CONTROLS_MAX} controls belong to a request`),
};

export const newRequestSchema = z.object({
  title: fields.title,
  description: fields.description.default(null),
  owner: fields.owner.default(null),
  due: fields.due.default(null),
  controlIds: fields.controlIds.default([]),
});
export type NewRequest = z.output<typeof newRequestSchema>;
export type NewRequestInput = z.input<typeof newRequestSchema>;

const requestUpdateSchema = z
  .object(fields)
  .partial()
  .refine(
    (update) => Object.values(update).some((value) => value !== undefined),
    'Nothing to change',
  );
export type RequestUpdate = z.output<typeof requestUpdateSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

const controlSchema = z.object({
  id: z.string(),
  ref: z.string(),
  title: z.string(),
  framework: z.string(),
});

/** `isInPeriod`: null where the audit or the evidence has no period to compare. */
const requestEvidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  verdict: z.string(),
  expiresAt: z.string().nullable(),
  isInPeriod: z.boolean().nullable(),
  addedAt: z.string(),
});

export const auditRequestSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  audit: z.object({ id: z.string(), title: z.string(), status: z.string() }),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(REQUEST_STATUSES),
  isOverdue: z.boolean(),
  owner: personSchema.nullable(),
  due: z.string().nullable(),
  controls: z.array(controlSchema),
  evidence: z.array(requestEvidenceSchema),
  providedNote: z.string().nullable(),
  providedBy: personSchema.nullable(),
  providedAt: z.string().nullable(),
  decisionNote: z.string().nullable(),
  decidedBy: personSchema.nullable(),
  decidedAt: z.string().nullable(),
  isSelfApproved: z.boolean(),
  origin: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AuditRequest = z.infer<typeof auditRequestSchema>;

export const requestQuerySchema = pageQuerySchema.extend({
  audit: z.string().max(100).optional(),
  status: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z.array(
        z.enum(REQUEST_STATUSES, { error: `Status must be of ${REQUEST_STATUSES.join(', ')}` }),
      ),
    )
    .optional(),
  owner: z.string().max(100).optional(),
  overdue: z.enum(['true', 'false']).optional(),
});
export type RequestQuery = z.output<typeof requestQuerySchema>;

const generateSchema = z.object({
  owner: fields.owner.default(null),
  due: fields.due.default(null),
});

/** What was made, and how many controls were asked about already. */
const generatedSchema = z.object({
  created: z.number().int(),
  controls: z.number().int(),
  alreadyAsked: z.number().int(),
  /** Controls that a crosswalk says are the same as one that is asked about. */
  merged: z.number().int(),
});
export type Generated = z.infer<typeof generatedSchema>;

const importSchema = z.object({
  /** A CSV text with a head: title, description, control, owner (email), due. */
  csv: z
    .string({ error: 'A CSV text is required' })
    .min(1, 'The file is empty')
    .max(CSV_CHARS_MAX, {
      error: 'The file is larger than a list of requests can be',
    }),
  /** Only looks: nothing is written. */
  isPreview: z.boolean().default(false),
});
const importedSchema = z.object({
  created: z.number().int(),
  rows: z.array(
    z.object({
      line: z.number().int(),
      title: z.string(),
      problem: z.string().nullable(),
      notes: z.array(z.string()),
    }),
  ),
});
export type ImportedRequests = z.infer<typeof importedSchema>;

const evidenceParams = idParamSchema.extend({ evidenceId: z.string().min(1).max(100) });
const noteSchema = (label: string) => requiredAuditText(label, REQUEST_NOTE_MAX);

export const requestsContract = {
  requests: endpoint({
    method: 'GET',
    path: '/api/audit-requests',
    summary: 'Requests of all audits, newest first',
    permission: 'audits.read',
    query: requestQuerySchema,
    response: z.array(auditRequestSchema),
    list: true,
  }),
  createRequest: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/requests',
    summary: 'Ask for something by hand; the first request starts preparation',
    permission: 'audits.write',
    params: idParamSchema,
    body: newRequestSchema,
    response: auditRequestSchema,
    status: 201,
  }),
  generateRequests: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/requests/generate',
    summary: 'Make requests from the controls in scope, one for each group of them',
    permission: 'audits.write',
    params: idParamSchema,
    body: generateSchema,
    response: generatedSchema,
  }),
  importRequests: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/requests/import',
    summary: 'Make requests from a CSV list, or look at what would be made',
    permission: 'audits.write',
    params: idParamSchema,
    body: importSchema,
    response: importedSchema,
  }),
  request: endpoint({
    method: 'GET',
    path: '/api/audit-requests/{id}',
    summary: 'One request',
    permission: 'audits.read',
    params: idParamSchema,
    response: auditRequestSchema,
  }),
  updateRequest: endpoint({
    method: 'PATCH',
    path: '/api/audit-requests/{id}',
    summary: 'Change what is asked for, of whom and until when',
    permission: 'audits.write',
    params: idParamSchema,
    body: requestUpdateSchema,
    response: auditRequestSchema,
  }),
  removeRequest: endpoint({
    method: 'DELETE',
    path: '/api/audit-requests/{id}',
    summary: 'Withdraw a request that nothing was provided for',
    permission: 'audits.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  addRequestEvidence: endpoint({
    method: 'POST',
    path: '/api/audit-requests/{id}/evidence',
    summary: 'Attach evidence of the repository; of another period only when that is meant',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({
      evidenceId: z
        .string({ error: 'Evidence is required' })
        .min(1, 'Evidence is required')
        .max(100),
      /** Attach although its period is not the audit's. */
      outsidePeriod: z.boolean().default(false),
    }),
    response: auditRequestSchema,
  }),
  removeRequestEvidence: endpoint({
    method: 'DELETE',
    path: '/api/audit-requests/{id}/evidence/{evidenceId}',
    summary: 'Take evidence off a request',
    permission: 'evidence.write',
    params: evidenceParams,
    response: auditRequestSchema,
  }),
  provideRequest: endpoint({
    method: 'POST',
    path: '/api/audit-requests/{id}/provide',
    summary: 'Say that what was asked for is there',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({ note: auditText('Note', REQUEST_NOTE_MAX).default(null) }),
    response: auditRequestSchema,
  }),
  acceptRequest: endpoint({
    method: 'POST',
    path: '/api/audit-requests/{id}/accept',
    summary: 'Accept what was provided, by somebody else',
    permission: 'audits.write',
    params: idParamSchema,
    body: z.object({ note: auditText('Note', REQUEST_NOTE_MAX).default(null) }),
    response: auditRequestSchema,
  }),
  returnRequest: endpoint({
    method: 'POST',
    path: '/api/audit-requests/{id}/return',
    summary: 'Return what was provided, with the reason',
    permission: 'audits.write',
    params: idParamSchema,
    body: z.object({ reason: noteSchema('Reason') }),
    response: auditRequestSchema,
  }),
  requestHistory: endpoint({
    method: 'GET',
    path: '/api/audit-requests/{id}/history',
    summary: 'Who did what to this request, newest first',
    permission: 'audits.read',
    params: idParamSchema,
    response: z.array(auditStepSchema),
  }),
};
