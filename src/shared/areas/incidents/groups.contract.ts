import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { alertFilterSchema, alertSchema } from '../alerts/alerts.contract.ts';
import { FINGERPRINT_FIELDS } from './groups.rules.ts';

const SOURCE_MAX = 1000;
const QUERY_MAX = 500;
/** Entities shown with a group of a list; one that names more says so. */
export const ENTITIES_SHOWN = 5;

const entityKindSchema = z.enum(['host', 'user', 'address', 'hash', 'mailbox']);
export const groupEntitySchema = z.object({ kind: entityKindSchema, value: z.string() });

/** Repeats of one alert within a quarter of an hour. `key` is hex. */
export const groupSchema = z.object({
  key: z.string(),
  source: z.string(),
  detector: z.string().nullable(),
  /** Of its first alert. */
  title: z.string(),
  /** The highest of its alerts. */
  severity: z.enum(SEVERITIES),
  techniques: z.array(z.string()),
  alerts: z.number().int(),
  /** Open or in progress. */
  active: z.number().int(),
  firstSeen: isoTimeSchema,
  lastSeen: isoTimeSchema,
  /** Null until it is linked. */
  incidentId: z.string().nullable(),
  entities: z.array(groupEntitySchema),
  hasMoreEntities: z.boolean(),
});
export type Group = z.infer<typeof groupSchema>;

export const groupDetailSchema = groupSchema.extend({
  /** An analyst took its only alert out of another group. */
  isDetached: z.boolean(),
  entities: z.array(
    groupEntitySchema.extend({
      /** Alerts of this group that name it. */
      alerts: z.number().int(),
      /** Groups of the workspace that name it. */
      groups: z.number().int(),
    }),
  ),
});
export type GroupDetail = z.infer<typeof groupDetailSchema>;

const keyParamSchema = z.object({
  key: z.string().regex(/^[\da-f]{32}$/, 'A group is named by 32 hexadecimal digits'),
});

/**
 * The filter of alerts: a group is found where one of its alerts matches. Severity and source alone are those of
 * the group. `entity` is a kind and a value, as `host:web-01`.
 */
export const groupFilterSchema = alertFilterSchema.omit({ groups: true, sort: true }).extend({
  active: z.enum(['true', 'false'], { error: 'Active must be true or false' }).optional(),
  entity: z
    .string()
    .max(QUERY_MAX)
    .regex(/^(?:host|user|address|hash|mailbox):./s, 'Entity must be a kind and a value')
    .optional(),
  incident: z.string().max(100).optional(),
});
export type GroupFilter = z.infer<typeof groupFilterSchema>;

const groupQuerySchema = groupFilterSchema.extend(pageQuerySchema.shape);

/** `building`: alerts that are grouped already, of all; null where all are. */
export const groupStatsSchema = z.object({
  groups: z.number().int(),
  active: z.number().int(),
  alerts: z.number().int(),
  /** Percent of alerts that are repeats of another; null without alerts. */
  repeats: z.number().nullable(),
  building: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
});
export type GroupStats = z.infer<typeof groupStatsSchema>;

const fieldsSchema = z
  .array(z.enum(FINGERPRINT_FIELDS))
  .min(1, 'Choose at least one field')
  .transform((fields) => FINGERPRINT_FIELDS.filter((field) => fields.includes(field)));

/** The rule of a source; `*` is that of every source without its own. */
export const fingerprintSchema = z.object({
  source: z.string(),
  fields: z.array(z.enum(FINGERPRINT_FIELDS)),
  /** False: it goes by the rule of every source. */
  isOwn: z.boolean(),
  alerts: z.number().int(),
  groups: z.number().int(),
});
export type SourceFingerprint = z.infer<typeof fingerprintSchema>;

/** Null fields: by the rule of every source again. */
export const fingerprintChangeSchema = z.object({
  source: z.string().min(1, 'Source is required').max(SOURCE_MAX),
  fields: fieldsSchema.nullable(),
});
export type FingerprintChange = z.output<typeof fingerprintChangeSchema>;

/** What a rule would make of the newest alerts of its source: `alerts` of `all` were looked at. */
export const fingerprintPreviewSchema = z.object({
  alerts: z.number().int(),
  all: z.number().int(),
  groupsNow: z.number().int(),
  groupsAfter: z.number().int(),
  /** The largest groups then. */
  largest: z.array(z.object({ title: z.string(), alerts: z.number().int() })),
});
export type FingerprintPreview = z.infer<typeof fingerprintPreviewSchema>;

/** Where an alert is: its group, and whether it is alone by decision. */
const alertGroupSchema = z.object({ group: groupDetailSchema.nullable() });

export const groupsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/groups',
    summary: 'Groups of repeats, the one seen last first',
    permission: 'alerts.read',
    query: groupQuerySchema,
    response: z.array(groupSchema),
    list: true,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/groups/stats',
    summary: 'How many groups there are, and how far they are made',
    permission: 'alerts.read',
    response: groupStatsSchema,
  }),
  fingerprints: endpoint({
    method: 'GET',
    path: '/api/groups/fingerprints',
    summary: 'Which fields make a repeat, by source',
    permission: 'alerts.read',
    response: z.array(fingerprintSchema),
  }),
  changeFingerprint: endpoint({
    method: 'PUT',
    path: '/api/groups/fingerprints',
    summary: 'Choose which fields make a repeat; groups are made anew',
    permission: 'alerts.write',
    body: fingerprintChangeSchema,
    response: z.array(fingerprintSchema),
  }),
  previewFingerprint: endpoint({
    method: 'POST',
    path: '/api/groups/fingerprints/preview',
    summary: 'How many groups the newest alerts of a source would make',
    permission: 'alerts.read',
    body: fingerprintChangeSchema,
    response: fingerprintPreviewSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/groups/{key}',
    summary: 'One group with what it names',
    permission: 'alerts.read',
    params: keyParamSchema,
    response: groupDetailSchema,
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/groups/{key}/alerts',
    summary: 'The alerts of a group, newest first',
    permission: 'alerts.read',
    params: keyParamSchema,
    query: pageQuerySchema,
    response: z.array(alertSchema),
    list: true,
  }),
  ofAlert: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/group',
    summary: 'The group of an alert; null until it is grouped',
    permission: 'alerts.read',
    params: idParamSchema,
    response: alertGroupSchema,
  }),
  detach: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/detach',
    summary: 'Take an alert out of its group: it becomes one of its own',
    permission: 'alerts.write',
    params: idParamSchema,
    response: groupDetailSchema,
  }),
  rejoin: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/rejoin',
    summary: 'Put an alert that was taken out back among its repeats',
    permission: 'alerts.write',
    params: idParamSchema,
    response: groupDetailSchema,
  }),
};
