/** Entities (a host, an account, an address, a hash, a mailbox): what is known of one, and what people say of it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { ALERT_STATUSES } from '../alerts/alerts.contract.ts';

export const ENTITY_KINDS = ['host', 'user', 'address', 'hash', 'mailbox'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];
export const CRITICALITIES = ['CRITICAL', 'NORMAL', 'KNOWN_BENIGN'] as const;
export type Criticality = (typeof CRITICALITIES)[number];

const ENTITY_VALUE_MAX = 1000;
export const ENTITY_NOTE_MAX = 10_000;
export const CRITICALITY_REASON_MAX = 1000;

const kindSchema = z.enum(ENTITY_KINDS, {
  error: `Kind must be one of ${ENTITY_KINDS.join(', ')}`,
});
const entityRefSchema = z.object({
  kind: kindSchema,
  value: z
    .string({ error: 'Value is required' })
    .trim()
    .min(1, 'Value is required')
    .max(ENTITY_VALUE_MAX, `Value must be at most ${ENTITY_VALUE_MAX} characters`),
});
/** As it was asked for; the answer says the value in the form in which values are compared. */
export type EntityRef = z.output<typeof entityRefSchema>;

/** A number that may be more than what was counted: 'more than 2,000'. */
const countSchema = z.object({ n: z.number().int(), isMore: z.boolean() });

const markSchema = z.object({
  criticality: z.enum(CRITICALITIES),
  reason: z.string().nullable(),
  markedBy: z.string().nullable(),
  markedByName: z.string().nullable(),
  /** Null where nobody has marked it: it is normal. */
  markedAt: z.string().nullable(),
});
export type EntityMark = z.infer<typeof markSchema>;

const byStatusSchema = z.record(z.enum(ALERT_STATUSES), z.number().int());
const bySeveritySchema = z.record(z.enum(SEVERITIES), z.number().int());

/**
 * `alerts`, `groups`, `firstSeen` and `lastSeen` are kept and exact. `counted` says over how many of the
 * newest alerts `byStatus`, `bySeverity` and `techniques` were taken; equal to `alerts` where of all.
 */
export const entityProfileSchema = z.object({
  /** Of what is kept about it: its history is found by it. */
  id: z.string(),
  kind: kindSchema,
  value: z.string(),
  /** As alerts write it, the newest first; at most 10. */
  spellings: z.array(z.string()),
  firstSeen: z.string().nullable(),
  lastSeen: z.string().nullable(),
  alerts: z.number().int(),
  groups: z.number().int(),
  /** Alerts are still being put into groups, so that there may be more. */
  isGathering: z.boolean(),
  counted: z.number().int(),
  byStatus: byStatusSchema,
  bySeverity: bySeveritySchema,
  /** UTC days with alerts, oldest first; where `isWholeActivity` is false, there were earlier ones. */
  isWholeActivity: z.boolean(),
  activity: z.array(z.object({ day: z.string(), n: z.number().int() })),
  techniques: z.array(z.object({ technique: z.string(), n: z.number().int() })),
  mark: markSchema,
  notes: z.number().int(),
});
export type EntityProfile = z.infer<typeof entityProfileSchema>;

/** What a row of the entity's alerts shows; the desk has the rest. */
export const entityAlertSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.enum(ALERT_STATUSES),
  source: z.string(),
  createdAt: z.string(),
});
export type EntityAlert = z.infer<typeof entityAlertSchema>;

export const entityGroupSchema = z.object({
  /** Hexadecimal. */
  key: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  source: z.string(),
  n: z.number().int(),
  active: z.number().int(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type EntityGroup = z.infer<typeof entityGroupSchema>;

export const entityIncidentSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  /** Groups of the incident in which the entity is. */
  groups: z.number().int(),
  firstSeen: z.string().nullable(),
  lastSeen: z.string().nullable(),
});
export type EntityIncident = z.infer<typeof entityIncidentSchema>;

const togetherSchema = z.object({
  kind: kindSchema,
  value: z.string(),
  /** Groups in which both are. */
  groups: z.number().int(),
  criticality: z.enum(CRITICALITIES),
});
export type TogetherEntity = z.infer<typeof togetherSchema>;

/** Something else of the workspace that names the entity; `link` is an address of the page. */
const linkedSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  link: z.string().nullable(),
  at: z.string().nullable(),
});
export type LinkedRecord = z.infer<typeof linkedSchema>;

/** Rows of each list of links: at first, and all that are told. */
export const LINKS_AT_FIRST = 20;
export const LINKS_MAX = 300;

export const entityLinksSchema = z.object({
  /** How many there are of each list; `isMore`: at least so many. */
  totals: z.object({
    groups: countSchema,
    incidents: countSchema,
    together: countSchema,
    indicators: countSchema,
    investigations: countSchema,
    vendors: countSchema,
    suppressions: countSchema,
  }),
  groups: z.array(entityGroupSchema),
  incidents: z.array(entityIncidentSchema),
  together: z.array(togetherSchema),
  /** Over how many of the newest groups the three above were taken, and whether there are more. */
  ofGroups: countSchema,
  indicators: z.array(linkedSchema),
  investigations: z.array(linkedSchema),
  vendors: z.array(linkedSchema),
  suppressions: z.array(linkedSchema),
});
export type EntityLinks = z.infer<typeof entityLinksSchema>;

export const entityNoteSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  value: z.string(),
  /** Markdown. */
  text: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  isEdited: z.boolean(),
});
export type EntityNote = z.infer<typeof entityNoteSchema>;

const noteTextSchema = z
  .string({ error: 'Note is required' })
  .trim()
  .min(1, 'Note is required')
  .max(ENTITY_NOTE_MAX, `Note must be at most ${ENTITY_NOTE_MAX.toLocaleString('en')} characters`);

const newEntityNoteSchema = entityRefSchema.extend({ text: noteTextSchema });
const entityNoteChangeSchema = z.object({
  text: noteTextSchema,
  /** What the editor had before them: another window's text is never overwritten unseen. */
  before: z.string().max(ENTITY_NOTE_MAX),
});

export const entityMarkChangeSchema = entityRefSchema
  .extend({
    criticality: z.enum(CRITICALITIES, {
      error: `Criticality must be one of ${CRITICALITIES.join(', ')}`,
    }),
    reason: z
      .string()
      .trim()
      .max(
        CRITICALITY_REASON_MAX,
        `Reason must be at most ${CRITICALITY_REASON_MAX.toLocaleString('en')} characters`,
      )
      .nullish()
      .transform((value) => value || null),
  })
  .refine(({ criticality, reason }) => criticality === 'NORMAL' || reason !== null, {
    path: ['reason'],
    message: 'Reason is required',
  });
export type EntityMarkChange = z.output<typeof entityMarkChangeSchema>;

export const knownEntitySchema = z.object({
  kind: kindSchema,
  value: z.string(),
  alerts: z.number().int(),
  lastSeen: z.string().nullable(),
  criticality: z.enum(CRITICALITIES),
});
export type KnownEntity = z.infer<typeof knownEntitySchema>;

const alertsQuerySchema = entityRefSchema.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

export const entitiesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/entities',
    summary: 'Entities whose value begins with a text; without one, those that are marked',
    permission: 'alerts.read',
    query: z.object({
      q: z.string().max(ENTITY_VALUE_MAX).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(knownEntitySchema),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/entities/profile',
    summary: 'What the alerts say of an entity: when, how often, how severe, which techniques',
    permission: 'alerts.read',
    query: entityRefSchema,
    response: entityProfileSchema,
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/entities/alerts',
    summary: 'Alerts that name an entity, newest first',
    permission: 'alerts.read',
    query: alertsQuerySchema,
    response: z.array(entityAlertSchema),
    list: true,
  }),
  links: endpoint({
    method: 'GET',
    path: '/api/entities/links',
    summary:
      'What else there is about an entity: groups, incidents, other entities, indicators, investigations, vendors, suppression rules',
    permission: 'alerts.read',
    query: entityRefSchema.extend({
      limit: z.coerce.number().int().min(1).max(LINKS_MAX).default(LINKS_AT_FIRST),
    }),
    response: entityLinksSchema,
  }),
  notes: endpoint({
    method: 'GET',
    path: '/api/entities/notes',
    summary: 'Notes about an entity, newest first',
    permission: 'alerts.read',
    query: entityRefSchema,
    response: z.array(entityNoteSchema),
    list: true,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/entities/notes',
    summary: 'Write a note about an entity',
    permission: 'alerts.write',
    body: newEntityNoteSchema,
    response: entityNoteSchema,
    status: 201,
  }),
  changeNote: endpoint({
    method: 'PATCH',
    path: '/api/entities/notes/{id}',
    summary: "Change one's own note",
    permission: 'alerts.write',
    params: idParamSchema,
    body: entityNoteChangeSchema,
    response: entityNoteSchema,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/api/entities/notes/{id}',
    summary: "Remove one's own note",
    permission: 'alerts.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/api/entities/mark',
    summary: 'Mark an entity as critical, normal or known to be benign',
    permission: 'alerts.write',
    body: entityMarkChangeSchema,
    response: markSchema,
  }),
};
