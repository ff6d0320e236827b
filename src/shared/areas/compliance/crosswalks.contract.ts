/** Crosswalks: links between controls of different frameworks, and what a result says elsewhere. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';
import {
  CROSSWALK_CONFIDENCES,
  CROSSWALK_LIMITS,
  CROSSWALK_RELATIONS,
} from './crosswalk.contract.ts';

const LINK_KINDS = ['SHIPPED', 'OWN', 'IMPORT'] as const;
const count = z.number().int();
const statusSchema = z.enum(CONTROL_STATUSES);
const carriedSchema = z.enum(['COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT']);

/** A link's attributes; `relation` says what the first end is to the second. */
const linkSchema = z.object({
  /** Null of one that is shipped with the product, which nobody can change. */
  id: z.string().nullable(),
  kind: z.enum(LINK_KINDS),
  relation: z.enum(CROSSWALK_RELATIONS),
  rationale: z.string(),
  origin: z.string(),
  confidence: z.enum(CROSSWALK_CONFIDENCES),
});

/** The other end. `controlId` and what follows are null where no framework here has it. */
export const neighbourSchema = linkSchema.extend({
  /** `relation` is what the control that was asked for is to this one. */
  other: z.object({
    controlId: z.string().nullable(),
    ref: z.string(),
    title: z.string(),
    frameworkId: z.string().nullable(),
    frameworkName: z.string(),
    status: statusSchema.nullable(),
  }),
});
export type CrosswalkNeighbour = z.infer<typeof neighbourSchema>;

const sentence = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);

const attributes = {
  relation: z.enum(CROSSWALK_RELATIONS, { error: 'Relation is required' }),
  rationale: sentence('Rationale', CROSSWALK_LIMITS.rationale),
  origin: sentence('Origin', CROSSWALK_LIMITS.origin),
  confidence: z.enum(CROSSWALK_CONFIDENCES, { error: 'Confidence is required' }),
};

export const newLinkSchema = z.object({
  /** Ids of controls of this workspace. */
  source: z.string({ error: 'Control is required' }).min(1, 'Control is required').max(100),
  target: z.string({ error: 'Control is required' }).min(1, 'Control is required').max(100),
  ...attributes,
});
export type NewLink = z.output<typeof newLinkSchema>;
export type NewLinkInput = z.input<typeof newLinkSchema>;

export const linkUpdateSchema = z
  .object(attributes)
  .partial()
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'Nothing to change',
  });
export type LinkUpdate = z.infer<typeof linkUpdateSchema>;

const endSchema = z.object({ id: z.string(), name: z.string() });

/** A pair of frameworks that links join, and who says so. */
export const crosswalkSchema = z.object({
  source: z.object({ pack: z.string().nullable(), name: z.string() }),
  target: z.object({ pack: z.string().nullable(), name: z.string() }),
  kind: z.enum(LINK_KINDS),
  origin: z.string(),
  links: count,
  /** What shipped links rest on; null of others. */
  basis: z.string().nullable(),
});
export type Crosswalk = z.infer<typeof crosswalkSchema>;

const pairQuerySchema = z
  .object({
    from: z.string({ error: 'Choose a framework' }).min(1, 'Choose a framework').max(100),
    to: z.string({ error: 'Choose a framework' }).min(1, 'Choose a framework').max(100),
  })
  .refine(({ from, to }) => from !== to, { error: 'Choose two different frameworks' });

export const projectionSourceSchema = linkSchema.extend({
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  status: statusSchema,
  /** What it says for the target by itself; null where it says nothing. */
  carries: carriedSchema.nullable(),
});
export type ProjectionSource = z.infer<typeof projectionSourceSchema>;

export const projectionRowSchema = z.object({
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  status: statusSchema,
  /** What all sources together say; null where none says anything. */
  projected: carriedSchema.nullable(),
  /** Sources do not say the same. */
  isContested: z.boolean(),
  sources: z.array(projectionSourceSchema),
});
export type ProjectionRow = z.infer<typeof projectionRowSchema>;

/** Only targets that some control links to; `unlinked` counts the others. */
export const projectionSchema = z.object({
  from: endSchema,
  to: endSchema,
  rows: z.array(projectionRowSchema),
  unlinked: count,
});
export type CrosswalkProjection = z.infer<typeof projectionSchema>;

const PROJECTION_REASON_MAX = 300;

export const applyProjectionSchema = z.object({
  from: z.string().min(1).max(100),
  to: z.string().min(1).max(100),
  /** What was seen: a control whose projection is another by now is passed over. */
  controls: z
    .array(z.object({ id: z.string().min(1).max(100), status: carriedSchema }), {
      error: 'Choose the controls',
    })
    .min(1, 'Choose the controls')
    .max(2000),
  reason: sentence('Reason', PROJECTION_REASON_MAX),
  /** Replaces assessments that there are; without it only controls not assessed are filled. */
  overwrite: z.boolean().default(false),
});
export type ApplyProjection = z.output<typeof applyProjectionSchema>;

export const projectionReceiptSchema = z.object({
  applied: z.array(z.object({ id: z.string(), status: carriedSchema })),
  skipped: z.array(z.object({ id: z.string(), reason: z.string() })),
});
export type ProjectionReceipt = z.infer<typeof projectionReceiptSchema>;

/** `cells` hold only pairs of groups that are linked. */
export const coverageSchema = z.object({
  from: endSchema,
  to: endSchema,
  rows: z.array(z.object({ ref: z.string(), title: z.string(), controls: count, linked: count })),
  columns: z.array(z.object({ ref: z.string(), title: z.string() })),
  /** Links from the column's group, and controls of the row's group that they reach. */
  cells: z.array(z.object({ row: z.string(), column: z.string(), links: count, controls: count })),
  /** Controls of `to` by the best link that reaches them. */
  reached: z.object({ controls: count, whole: count, part: count, none: count }),
});
export type CrosswalkCoverage = z.infer<typeof coverageSchema>;

export const crosswalksContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/compliance/crosswalks',
    summary: 'Which frameworks are linked, by whom and how often',
    permission: 'compliance.read',
    response: z.array(crosswalkSchema),
    list: true,
  }),
  neighbours: endpoint({
    method: 'GET',
    path: '/api/compliance/crosswalks/neighbours/{id}',
    summary: 'Everything that a control is linked to, whoever says so',
    permission: 'compliance.read',
    params: idParamSchema,
    response: z.array(neighbourSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/compliance/crosswalks/links',
    summary: 'Link two controls of different frameworks',
    permission: 'compliance.write',
    body: newLinkSchema,
    response: linkSchema,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/compliance/crosswalks/links/{id}',
    summary: 'Change an own link',
    permission: 'compliance.write',
    params: idParamSchema,
    body: linkUpdateSchema,
    response: linkSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/compliance/crosswalks/links/{id}',
    summary: 'Remove an own or imported link',
    permission: 'compliance.write',
    params: idParamSchema,
    response: z.object({ id: z.string() }),
  }),
  projection: endpoint({
    method: 'GET',
    path: '/api/compliance/crosswalks/projection',
    summary: 'What results of one framework say for another; nothing is changed',
    permission: 'compliance.read',
    query: pairQuerySchema,
    response: projectionSchema,
  }),
  applyProjection: endpoint({
    method: 'POST',
    path: '/api/compliance/crosswalks/projection',
    summary: 'Assess chosen controls with what another framework says for them',
    permission: 'compliance.write',
    body: applyProjectionSchema,
    response: projectionReceiptSchema,
  }),
  coverage: endpoint({
    method: 'GET',
    path: '/api/compliance/crosswalks/coverage',
    summary: 'Which groups of one framework are linked to which of another',
    permission: 'compliance.read',
    query: pairQuerySchema,
    response: coverageSchema,
  }),
};
export type CrosswalkLinkAnswer = z.infer<typeof linkSchema>;
