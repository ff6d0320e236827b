/** Control mappings: which evidence proves which control, and what is missing. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { CONTROL_STATUSES } from '../compliance/compliance.rules.ts';

/** `expired`: there is evidence, and none of it is valid or waits for review. */
export const MAPPING_STATES = ['valid', 'pending', 'expired', 'none'] as const;
export type MappingState = (typeof MAPPING_STATES)[number];

export const mappedControlSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  title: z.string(),
  status: z.enum(CONTROL_STATUSES),
  frameworkId: z.string(),
  framework: z.string(),
  state: z.enum(MAPPING_STATES),
  valid: z.number().int(),
  pending: z.number().int(),
  expired: z.number().int(),
  /** When the last valid evidence runs out; null where none is valid, or it never does. */
  validUntil: z.string().nullable(),
});
export type MappedControl = z.infer<typeof mappedControlSchema>;

export const mappingSummarySchema = z.object({
  controls: z.record(z.enum(MAPPING_STATES), z.number().int()),
  /** Evidence that is linked to no control. */
  unlinkedEvidence: z.number().int(),
});
export type MappingSummary = z.infer<typeof mappingSummarySchema>;

const unlinkedEvidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  collectionDate: z.string().nullable(),
});
export type UnlinkedEvidence = z.infer<typeof unlinkedEvidenceSchema>;

const mappingQuerySchema = pageQuerySchema.extend({
  q: z.string().max(200).optional(),
  framework: z.string().max(100).optional(),
  state: z
    .enum(MAPPING_STATES, { error: `State must be one of ${MAPPING_STATES.join(', ')}` })
    .optional(),
});

export const mappingsContract = {
  controls: endpoint({
    method: 'GET',
    path: '/api/evidence/mappings/controls',
    summary: 'Controls in the order of their frameworks, with the evidence that proves them',
    permission: 'evidence.read',
    query: mappingQuerySchema,
    response: z.array(mappedControlSchema),
    list: true,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/evidence/mappings/summary',
    summary: 'How many controls have which evidence',
    permission: 'evidence.read',
    response: mappingSummarySchema,
  }),
  unlinked: endpoint({
    method: 'GET',
    path: '/api/evidence/mappings/unlinked',
    summary: 'Evidence that is linked to no control, newest first',
    permission: 'evidence.read',
    query: pageQuerySchema,
    response: z.array(unlinkedEvidenceSchema),
    list: true,
  }),
};
