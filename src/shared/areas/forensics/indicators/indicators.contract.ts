/** Indicators: what they are, how long they live, what they have to do with each other. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { pageQuerySchema } from '../../../kernel/paging.ts';
import { SEVERITIES, severitySchema } from '../../../kernel/severity.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { INDICATOR_LIMITS as LIMITS, PROVENANCE_KINDS, RELATION_KINDS, TLPS } from './life.ts';

const text = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`);
const tlpSchema = z.enum(TLPS, { error: `TLP must be one of ${TLPS.join(', ')}` });
const givenSeverity = z.enum(SEVERITIES, {
  error: `Severity must be one of ${SEVERITIES.join(', ')}`,
});
const confidenceSchema = z
  .number({ error: 'Confidence must be a whole number from 0 to 100' })
  .int('Confidence must be a whole number from 0 to 100')
  .min(0, 'Confidence must be a whole number from 0 to 100')
  .max(100, 'Confidence must be a whole number from 0 to 100');
const tagsSchema = z
  .array(text('A tag', LIMITS.tag).min(1))
  .max(LIMITS.tags, `At most ${LIMITS.tags} tags`);

const knownGoodSchema = z.object({
  /** The list's name. */
  list: z.string(),
  /** The entry that it matches. */
  entry: z.string(),
});

const provenanceSchema = z.object({
  kind: z.enum(PROVENANCE_KINDS),
  name: z.string(),
  id: z.string().nullable(),
  start: z.number().int().nullable(),
  end: z.number().int().nullable(),
  excerpt: z.string().nullable(),
});

export const indicatorSchema = z.object({
  id: z.string(),
  type: z.string(),
  value: z.string(),
  source: z.string().nullable(),
  severity: severitySchema,
  description: z.string().nullable(),
  isActive: z.boolean(),
  firstSeen: isoTimeSchema.nullable(),
  lastSeen: isoTimeSchema.nullable(),
  investigation: z.object({ id: z.string(), title: z.string() }).nullable(),
  createdAt: isoTimeSchema,
  confidence: z.number().int(),
  /** Of now: the confidence after its decay. */
  score: z.number().int(),
  tlp: z.enum(TLPS).nullable(),
  tags: z.array(z.string()),
  expiresAt: isoTimeSchema.nullable(),
  inactiveReason: z.string().nullable(),
  /** Why it is known to be good; null where no list says so. */
  knownGood: knownGoodSchema.nullable(),
});
export type Indicator = z.infer<typeof indicatorSchema>;

export const sightingSchema = z.object({
  kind: z.enum(['alert', 'event']),
  id: z.string(),
  /** Of an event: its investigation. */
  place: z.string().nullable(),
  label: z.string(),
  field: z.string(),
  excerpt: z.string(),
  isPart: z.boolean(),
  at: isoTimeSchema.nullable(),
});
export type Sighting = z.infer<typeof sightingSchema>;

const relationSchema = z.object({
  id: z.string(),
  kind: z.enum(RELATION_KINDS),
  /** Whether this one is the first of the two. */
  isFrom: z.boolean(),
  other: z.object({ id: z.string(), type: z.string(), value: z.string() }),
});

export const indicatorDetailSchema = indicatorSchema.extend({
  notes: z.string().nullable(),
  provenance: provenanceSchema.nullable(),
  createdBy: z.string().nullable(),
  halfLifeDays: z.number().int(),
  /** The score's formula with its figures. */
  formula: z.string(),
  sightings: z.array(sightingSchema),
  /** Of all kept ones; `sightings` are the newest. */
  sightingsTotal: z.number().int(),
  relations: z.array(relationSchema),
  /** The same value elsewhere in the workspace. */
  twins: z.array(
    z.object({
      id: z.string(),
      investigation: z.object({ id: z.string(), title: z.string() }).nullable(),
    }),
  ),
});
export type IndicatorDetail = z.infer<typeof indicatorDetailSchema>;

const INDICATOR_STATES = ['active', 'inactive', 'expired'] as const;
export const INDICATOR_ORDERS = ['newest', 'seen', 'value', 'confidence', 'expiry'] as const;

export const indicatorFilterSchema = z.object({
  q: z.string().max(200).optional(),
  investigation: z.string().max(100).optional(),
  type: z.string().max(40).optional(),
  state: z
    .enum(INDICATOR_STATES, { error: `State must be one of ${INDICATOR_STATES.join(', ')}` })
    .optional(),
  tlp: tlpSchema.optional(),
  severity: givenSeverity.optional(),
});
export type IndicatorFilter = z.infer<typeof indicatorFilterSchema>;

const lifeFields = {
  severity: givenSeverity.optional(),
  confidence: confidenceSchema.optional(),
  tlp: tlpSchema.nullable().optional(),
  source: text('Source', LIMITS.source).nullable().optional(),
  description: text('Description', LIMITS.description).nullable().optional(),
  notes: text('Notes', LIMITS.notes).nullable().optional(),
  tags: tagsSchema.optional(),
  expiresAt: isoTimeSchema.nullable().optional(),
  investigationId: z.string().max(100).nullable().optional(),
};

export const newIndicatorSchema = z.object({
  /** Null: what it is is read from the value. */
  type: z.string().max(40).nullable().default(null),
  value: z
    .string({ error: 'Value is required' })
    .trim()
    .min(1, 'Value is required')
    .max(LIMITS.value * 2, `Value must be at most ${LIMITS.value} characters`),
  provenance: provenanceSchema.nullable().optional(),
  ...lifeFields,
});
export type NewIndicator = z.infer<typeof newIndicatorSchema>;

const changeSchema = z.object({
  ...lifeFields,
  isActive: z.boolean().optional(),
  reason: text('Reason', LIMITS.reason).optional(),
});
export type IndicatorChange = z.infer<typeof changeSchema>;

const idsSchema = z
  .array(z.string().max(100))
  .min(1, 'Choose at least one indicator')
  .max(LIMITS.bulk, `At most ${LIMITS.bulk.toLocaleString('en')} indicators at once`);

const bulkChangeSchema = z.object({
  ids: idsSchema,
  change: z
    .object({
      severity: givenSeverity.optional(),
      confidence: confidenceSchema.optional(),
      tlp: tlpSchema.nullable().optional(),
      expiresAt: isoTimeSchema.nullable().optional(),
      isActive: z.boolean().optional(),
      addTags: tagsSchema.optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Nothing to change'),
  reason: text('Reason', LIMITS.reason).optional(),
});
export type IndicatorBulkChange = z.infer<typeof bulkChangeSchema>;

const foundSchema = z.object({
  type: z.string(),
  value: z.string(),
  /** Characters of the text; the first place. */
  start: z.number().int(),
  end: z.number().int(),
  /** Around it, in one line. */
  excerpt: z.string(),
  times: z.number().int(),
  /** Of the text that it was found in: a field, a page. */
  where: z.string(),
  knownGood: knownGoodSchema.nullable(),
  /** Of an indicator with this value, where there is one. */
  existing: z.string().nullable(),
});
export const extractionSchema = z.object({
  found: z.array(foundSchema),
  /** In characters. */
  read: z.number().int(),
  /** What could not be read, in words. */
  notes: z.array(z.string()),
});
export type Extraction = z.infer<typeof extractionSchema>;
export type ExtractedIndicator = Extraction['found'][number];

export const indicatorsList = endpoint({
  method: 'GET',
  path: '/api/forensics/indicators',
  summary: 'Indicators of compromise, newest first',
  permission: 'forensics.read',
  query: pageQuerySchema.extend({
    ...indicatorFilterSchema.shape,
    order: z
      .enum(INDICATOR_ORDERS, { error: `Order must be one of ${INDICATOR_ORDERS.join(', ')}` })
      .optional(),
  }),
  response: z.array(indicatorSchema),
  list: true,
});

export const indicatorsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/indicators/{id}',
    summary: 'One indicator with its life, sightings and relations',
    permission: 'forensics.read',
    params: idParamSchema,
    response: indicatorDetailSchema,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/forensics/indicators',
    summary: 'Add indicators; one that is there already in the same investigation is left as it is',
    permission: 'forensics.write',
    body: z.object({
      indicators: z
        .array(newIndicatorSchema)
        .min(1, 'Choose at least one indicator')
        .max(LIMITS.added, `At most ${LIMITS.added} indicators at once`),
    }),
    response: z.object({ added: z.array(z.string()), existing: z.array(z.string()) }),
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/forensics/indicators/{id}',
    summary: 'Change what is known of an indicator; its value stays',
    permission: 'forensics.write',
    params: idParamSchema,
    body: changeSchema,
    response: indicatorDetailSchema,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/forensics/indicators/bulk',
    summary: 'Change several indicators in one go',
    permission: 'forensics.write',
    body: bulkChangeSchema,
    response: z.object({ changed: z.number().int(), undo: z.string() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/forensics/indicators/remove',
    summary: 'Delete indicators, with a reason',
    permission: 'forensics.write',
    body: z.object({
      ids: idsSchema,
      reason: z
        .string({ error: 'Reason is required' })
        .trim()
        .min(1, 'Reason is required')
        .max(LIMITS.reason),
    }),
    response: z.object({ removed: z.number().int(), undo: z.string() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/forensics/indicators/undo',
    summary:
      'Take back a change or deletion of several indicators; one that was changed since stays as it is',
    permission: 'forensics.write',
    body: z.object({ undo: z.string().max(100) }),
    response: z.object({ undone: z.number().int(), left: z.number().int() }),
  }),
  relate: endpoint({
    method: 'POST',
    path: '/api/forensics/indicators/{id}/relations',
    summary: 'Say what an indicator has to do with another, which is named by its value',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({
      kind: z.enum(RELATION_KINDS, { error: `Kind must be one of ${RELATION_KINDS.join(', ')}` }),
      value: z.string({ error: 'Value is required' }).trim().min(1, 'Value is required').max(1000),
    }),
    response: indicatorDetailSchema,
    status: 201,
  }),
  unrelate: endpoint({
    method: 'DELETE',
    path: '/api/forensics/indicator-relations/{id}',
    summary: 'Take back that two indicators have to do with each other',
    permission: 'forensics.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  extract: endpoint({
    method: 'POST',
    path: '/api/forensics/indicator-extractions',
    summary:
      'Find indicators in a text, an alert with its record and notes, an investigation, or events',
    permission: 'forensics.read',
    body: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('text'),
        text: z.string().max(900_000, 'At most 900,000 characters'),
      }),
      z.object({ type: z.literal('alert'), id: z.string().max(100) }),
      z.object({ type: z.literal('investigation'), id: z.string().max(100) }),
      z.object({
        type: z.literal('events'),
        /** Of the investigation. */
        id: z.string().max(100),
        eventIds: z
          .array(z.int().min(0))
          .min(1, 'Choose at least one event')
          .max(200, 'At most 200 events at once'),
      }),
    ]),
    response: extractionSchema,
  }),
  extractFile: endpoint({
    method: 'POST',
    path: '/api/forensics/indicator-extractions/file',
    summary: 'Find indicators in a PDF, a Word document or a text file; nothing of it is kept',
    permission: 'forensics.write',
    query: z.object({
      name: z.string().max(255).optional(),
      handle: z.string().max(100).optional(),
    }),
    body: 'bytes',
    response: extractionSchema,
  }),
};
