import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { alertFilterSchema } from '../alerts/alerts.contract.ts';
import {
  DEFAULT_STRICTNESS,
  ENTITY_KINDS,
  ENTITY_RULES,
  ENTITY_VALUE_MAX,
  INCIDENT_NAME_MAX,
  INCIDENT_REASON_MAX,
  MAX_ACTION_GROUPS,
  MAX_MERGED,
} from './incidents.rules.ts';

const severity = z.enum(SEVERITIES);
const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`);
const reasonSchema = requiredText('Reason', INCIDENT_REASON_MAX);
const nameSchema = requiredText('Name', INCIDENT_NAME_MAX);
const strictnessSchema = z.coerce
  .number({ error: 'Strictness must be a number' })
  .int('Strictness must be a whole number')
  .min(0, 'Strictness must be at least 0')
  .max(100, 'Strictness must be at most 100');

/**
 * `id` is stable for what a person took into hand; of others it is the key of the earliest group, and
 * the key of any group finds the incident it is in now. `active`: alerts open or in progress.
 */
export const incidentSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** By its groups, where a person named it. */
  autoName: z.string(),
  severity,
  techniques: z.array(z.string()),
  groups: z.number().int(),
  alerts: z.number().int(),
  active: z.number().int(),
  firstSeen: isoTimeSchema,
  lastSeen: isoTimeSchema,
  isLocked: z.boolean(),
  /** A person merged, split, locked or named it. */
  isHeld: z.boolean(),
});
export type Incident = z.infer<typeof incidentSchema>;

const entitySchema = z.object({ kind: z.enum(ENTITY_KINDS), value: z.string() });

export const incidentDetailSchema = incidentSchema.extend({
  /** Of the decisions about it; changes with every one of them. */
  revision: revisionSchema,
  lockedBy: z.string().nullable(),
  lockedAt: isoTimeSchema.nullable(),
  /** Given with the last merge, split or lock. */
  reason: z.string().nullable(),
  /** How many of its groups a person placed. */
  pinned: z.number().int(),
  /** So many of its newest groups are looked at for `entities`. */
  entityGroups: z.int(),
  /** Present in most of these groups first. */
  entities: z.array(
    entitySchema.extend({
      /** Of these groups, and of the whole workspace. */
      groups: z.number().int(),
      groupsHere: z.number().int(),
      /** Why it does not link, or null. */
      common: z.enum(['NEVER', 'BUILT_IN', 'SHARE']).nullable(),
    }),
  ),
});
export type IncidentDetail = z.infer<typeof incidentDetailSchema>;

export const incidentGroupSchema = z.object({
  /** Hex. */
  key: z.string(),
  title: z.string(),
  detector: z.string().nullable(),
  source: z.string(),
  severity,
  alerts: z.number().int(),
  active: z.number().int(),
  firstSeen: isoTimeSchema,
  lastSeen: isoTimeSchema,
  isPinned: z.boolean(),
  /** The first of its alerts. */
  alertId: z.string().nullable(),
});
export type IncidentGroup = z.infer<typeof incidentGroupSchema>;

const edgeEndSchema = z.object({ key: z.string(), title: z.string(), at: isoTimeSchema });

/** A link of the incident: 0 to 100. */
export const incidentEdgeSchema = z.object({
  from: edgeEndSchema,
  to: edgeEndSchema,
  strength: z.number(),
  /** Between the two, ms. */
  gapMs: z.number(),
  shared: z.array(
    entitySchema.extend({
      /** Groups here that name it, of so many. */
      groupsHere: z.number().int(),
      totalHere: z.number().int(),
      /** 0 to 100. */
      rarity: z.number(),
    }),
  ),
});
export type IncidentEdge = z.infer<typeof incidentEdgeSchema>;

const incidentSettingsSchema = z.object({
  strictness: strictnessSchema,
  revision: revisionSchema.nullable(),
  /** When linking last came to its end; null: never yet. */
  linkedAt: isoTimeSchema.nullable(),
  /** Something waits to be linked. */
  isPending: z.boolean(),
});
export type IncidentSettings = z.infer<typeof incidentSettingsSchema>;

const sketchSchema = z.object({ groups: z.number().int(), name: z.string() });

/** What linking would come to, without writing anything. */
export const linkPreviewSchema = z.object({
  strictness: strictnessSchema,
  groups: z.number().int(),
  now: z.object({
    incidents: z.number().int(),
    linked: z.number().int(),
    largest: z.number().int(),
  }),
  after: z.object({
    incidents: z.number().int(),
    linked: z.number().int(),
    largest: z.number().int(),
  }),
  /** The largest incident then. */
  largest: sketchSchema.nullable(),
  /** How many incidents of now would become one with others, or fall apart; the first few of each. */
  joining: z.object({
    n: z.number().int(),
    examples: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        parts: z.array(z.string()),
        of: z.number().int(),
      }),
    ),
  }),
  separating: z.object({
    n: z.number().int(),
    examples: z.array(z.object({ id: z.string(), name: z.string(), into: z.number().int() })),
  }),
});
export type LinkPreview = z.infer<typeof linkPreviewSchema>;

export const commonEntitySchema = entitySchema.extend({
  groups: z.number().int(),
  /** Of all groups, 0 to 1. */
  share: z.number(),
  /** What applies: a person's list, what is built in, or its share. */
  basis: z.enum(['ALWAYS', 'NEVER', 'BUILT_IN', 'SHARE']),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: isoTimeSchema.nullable(),
});
export type CommonEntity = z.infer<typeof commonEntitySchema>;

export const INCIDENT_STATES = ['active', 'closed'] as const;
export const INCIDENT_SORTS = ['newest', 'severity'] as const;

/**
 * The filter of alerts: an incident is found where one of its alerts matches, and `q` also finds a name that a
 * person gave. Severity alone is that of the incident.
 */
export const incidentQuerySchema = alertFilterSchema
  .omit({ groups: true, sort: true })
  .extend(pageQuerySchema.shape)
  .extend({
    state: z.enum(INCIDENT_STATES).optional(),
    /** Only those of several groups. */
    linked: z.enum(['yes', 'no']).optional(),
    sort: z.enum(INCIDENT_SORTS).default('newest'),
  });
export type IncidentQuery = z.output<typeof incidentQuerySchema>;

const baseRevision = revisionSchema.optional();
const groupKey = z.string().regex(/^[\da-f]{32}$/, 'A group is named by its key in hex');

const mergeSchema = z.object({
  /** The first stays; the others go into it. */
  incidents: z
    .array(z.object({ id: z.string().min(1).max(100), baseRevision }))
    .min(2, 'Choose at least two incidents')
    .max(MAX_MERGED, `At most ${MAX_MERGED} incidents can be merged at once`),
  name: nameSchema.optional(),
  reason: reasonSchema,
});
export type MergeInput = z.input<typeof mergeSchema>;

const splitSchema = z.object({
  groups: z
    .array(groupKey)
    .min(1, 'Choose at least one group')
    .max(MAX_ACTION_GROUPS, `At most ${MAX_ACTION_GROUPS} groups`),
  name: nameSchema.optional(),
  reason: reasonSchema,
  baseRevision,
});
export type SplitInput = z.input<typeof splitSchema>;

const withReason = z.object({ reason: reasonSchema, baseRevision });

/** `/api/incidents/…` with a fixed word is registered before `/api/incidents/{id}`. */
export const incidentsContract = {
  incidentSettings: endpoint({
    method: 'GET',
    path: '/api/incidents/settings',
    summary: 'Says how strict linking is',
    permission: 'alerts.read',
    response: incidentSettingsSchema,
  }),
  setIncidentSettings: endpoint({
    method: 'PUT',
    path: '/api/incidents/settings',
    summary: 'Sets how strict linking is',
    permission: 'alerts.write',
    body: z.object({
      strictness: strictnessSchema.default(DEFAULT_STRICTNESS),
      reason: reasonSchema,
      baseRevision: revisionSchema.nullable().optional(),
    }),
    response: incidentSettingsSchema,
  }),
  previewLinking: endpoint({
    method: 'GET',
    path: '/api/incidents/preview',
    summary: 'Says what another strictness would change',
    permission: 'alerts.read',
    query: z.object({ strictness: strictnessSchema }),
    response: linkPreviewSchema,
  }),
  listCommonEntities: endpoint({
    method: 'GET',
    path: '/api/incidents/entities',
    summary: 'Lists entities that do not link, or always do',
    permission: 'alerts.read',
    response: z.array(commonEntitySchema),
  }),
  setCommonEntity: endpoint({
    method: 'PUT',
    path: '/api/incidents/entities',
    summary: 'Says whether an entity links',
    permission: 'alerts.write',
    body: z.object({
      kind: z.enum(ENTITY_KINDS, { error: 'Kind is required' }),
      value: requiredText('Value', ENTITY_VALUE_MAX),
      /** Null: by how common it is. */
      rule: z.enum(ENTITY_RULES).nullable(),
      reason: reasonSchema,
    }),
    response: z.array(commonEntitySchema),
  }),
  mergeIncidents: endpoint({
    method: 'POST',
    path: '/api/incidents/merge',
    summary: 'Makes several incidents one',
    permission: 'alerts.write',
    body: mergeSchema,
    response: incidentDetailSchema,
  }),
  listIncidents: endpoint({
    method: 'GET',
    path: '/api/incidents',
    summary: 'Lists incidents',
    permission: 'alerts.read',
    query: incidentQuerySchema,
    response: z.array(incidentSchema),
    list: true,
  }),
  getIncident: endpoint({
    method: 'GET',
    path: '/api/incidents/{id}',
    summary: 'Shows an incident',
    permission: 'alerts.read',
    params: idParamSchema,
    response: incidentDetailSchema,
  }),
  listIncidentGroups: endpoint({
    method: 'GET',
    path: '/api/incidents/{id}/groups',
    summary: 'Lists the groups of an incident, newest first',
    permission: 'alerts.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(incidentGroupSchema),
    list: true,
  }),
  listIncidentEdges: endpoint({
    method: 'GET',
    path: '/api/incidents/{id}/edges',
    summary: 'Lists the links that hold an incident together, the weakest first',
    permission: 'alerts.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(incidentEdgeSchema),
    list: true,
  }),
  renameIncident: endpoint({
    method: 'PATCH',
    path: '/api/incidents/{id}',
    summary: 'Names an incident',
    permission: 'alerts.write',
    params: idParamSchema,
    /** Null takes the name back. */
    body: z.object({ name: nameSchema.nullable(), baseRevision }),
    response: incidentDetailSchema,
  }),
  splitIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/split',
    summary: 'Makes an incident of some groups of another',
    permission: 'alerts.write',
    params: idParamSchema,
    body: splitSchema,
    response: incidentDetailSchema,
  }),
  detachGroup: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/detach',
    summary: 'Takes one group out of an incident, to stand alone',
    permission: 'alerts.write',
    params: idParamSchema,
    body: withReason.extend({ group: groupKey }),
    response: incidentDetailSchema,
  }),
  lockIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/lock',
    summary: 'Keeps linking from adding to an incident',
    permission: 'alerts.write',
    params: idParamSchema,
    body: withReason,
    response: incidentDetailSchema,
  }),
  unlockIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/unlock',
    summary: 'Lets linking add to an incident again',
    permission: 'alerts.write',
    params: idParamSchema,
    body: withReason,
    response: incidentDetailSchema,
  }),
  releaseIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/release',
    summary: 'Leaves all groups of an incident to linking again',
    permission: 'alerts.write',
    params: idParamSchema,
    body: withReason,
    response: z.object({ groups: z.number().int() }),
  }),
};
