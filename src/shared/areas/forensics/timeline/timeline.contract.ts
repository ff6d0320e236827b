/** All that happened in a case on one scale, and its exports. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { severitySchema } from '../../../kernel/severity.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { EVENT_SORTS } from '../events/event-query.ts';
import { queryParamSchema } from '../events/events.contract.ts';

const MARK_TYPES = ['alert', 'event', 'act', 'evidence'] as const;

/** At most so many of each; the most severe alerts, and the newest of the others. */
export const TIMELINE_LIMITS = { alert: 5_000, event: 5_000, act: 2_000, evidence: 1_000 } as const;

/** Titles and names are strangers'. */
export const markSchema = z.object({
  id: z.string(),
  type: z.enum(MARK_TYPES),
  /** Aligned where it is an event; `nanos` beyond the ms: 0 to 999,999. */
  at: isoTimeSchema,
  nanos: z.int(),
  /** As recorded. The same where nothing is to be aligned. */
  recordedAt: isoTimeSchema,
  recordedNanos: z.int(),
  title: z.string(),
  /** A note, a reason, a verdict. */
  detail: z.string().nullable(),
  /** The sort of it: kind of event, action, custody's word; severity stands by itself. */
  kind: z.string(),
  severity: severitySchema.nullable(),
  /** Who did it. */
  who: z.string().nullable(),
  host: z.string().nullable(),
  user: z.string().nullable(),
  source: z.string().nullable(),
  techniques: z.array(z.string()),
  tactics: z.array(z.string()),
  /** What it leads to: the alert's, evidence's or promoted event's id. */
  recordId: z.string().nullable(),
});
export type TimelineMark = z.infer<typeof markSchema>;

export const timelineSchema = z.object({
  /** By their aligned times. */
  marks: z.array(markSchema),
  /** Those that occur, in the order of the matrix. */
  tactics: z.array(z.string()),
  leftOut: z.record(z.enum(MARK_TYPES), z.int()),
  /** Promoted events without a time: in no lane. */
  untimed: z.int(),
});
export type Timeline = z.infer<typeof timelineSchema>;

export const TIMELINE_FORMATS = ['csv', 'timesketch'] as const;
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];

export const EVENT_FILE_FORMATS = ['csv', 'ndjson'] as const;
export type EventFileFormat = (typeof EVENT_FILE_FORMATS)[number];

export const timelineContract = {
  events: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/events-export',
    summary: 'Events that a query finds, as CSV or NDJSON',
    permission: 'forensics.read',
    params: idParamSchema,
    query: z.object({
      query: queryParamSchema,
      sort: z.enum(EVENT_SORTS).default('time'),
      format: z.enum(EVENT_FILE_FORMATS, {
        error: `Format must be one of ${EVENT_FILE_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/timeline',
    summary: 'Alerts, promoted events, actions and evidence of a case on one scale',
    permission: 'forensics.read',
    params: idParamSchema,
    response: timelineSchema,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/timeline/export',
    summary: 'The timeline of a case as CSV or as JSON lines for Timesketch',
    permission: 'forensics.read',
    params: idParamSchema,
    query: z.object({
      format: z.enum(TIMELINE_FORMATS, {
        error: `Format must be one of ${TIMELINE_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
};
