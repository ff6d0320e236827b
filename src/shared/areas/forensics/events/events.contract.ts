/** The events that evidence gave, by investigation. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { EVENT_KINDS } from './event.types.ts';
import {
  EVENT_QUERY_LIMITS,
  EVENT_SORTS,
  type EventQuery,
  eventQuerySchema,
} from './event-query.ts';

const QUERY_CHARS = 8_000;
const MALFORMED = 'The query is no EventQuery in JSON';

/** An EventQuery as JSON; left out: everything. */
export const queryParamSchema = z
  .string()
  .max(QUERY_CHARS, `A query must be at most ${QUERY_CHARS.toLocaleString('en')} characters`)
  .default('{}')
  .transform((text, context): EventQuery => {
    const parsed = eventQuerySchema.safeParse(readJson(text));
    if (parsed.success) return parsed.data;
    context.issues.push({ code: 'custom', message: MALFORMED, input: text });
    return z.NEVER;
  });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const whole = z.coerce.number().int().min(0);

/** Recorded as the source has it; aligned by the source's clock. `Nanos` is what lies beyond the ms. */
const eventRowSchema = z.object({
  id: z.int(),
  sourceId: z.string(),
  time: z.string().nullable(),
  timeNanos: z.int(),
  alignedTime: z.string().nullable(),
  alignedNanos: z.int(),
  kind: z.enum(EVENT_KINDS),
  host: z.string().nullable(),
  user: z.string().nullable(),
  provider: z.string().nullable(),
  code: z.string().nullable(),
  summary: z.string(),
});
export type ListedEvent = z.infer<typeof eventRowSchema>;

const eventSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  reader: z.string(),
  evidenceId: z.string().nullable(),
  state: z.enum(['reading', 'done', 'removing']),
  offsetMs: z.int(),
  offsetNanos: z.int(),
  events: z.int(),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
export type ListedSource = z.infer<typeof eventSourceSchema>;

/** `fields` in the order of the store; a list where the source named a field more than once. */
const eventDetailSchema = eventRowSchema.extend({
  source: eventSourceSchema.nullable(),
  fields: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  offset: z.number().nullable(),
  record: z.string().nullable(),
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

const stackSchema = z.object({
  entries: z.array(z.object({ value: z.string().nullable(), count: z.int() })),
  values: z.int(),
  events: z.int(),
});

const histogramSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  bucketMs: z.number(),
  counts: z.array(z.int()),
  byKind: z.partialRecord(z.enum(EVENT_KINDS), z.array(z.int())),
  outside: z.int(),
});
export type EventHistogram = z.infer<typeof histogramSchema>;

const irregularitySchema = z.object({
  sourceId: z.string(),
  type: z.enum(['gap', 'burst']),
  from: z.string(),
  to: z.string(),
  events: z.int(),
  usual: z.number(),
  times: z.number(),
});

const base = { permission: 'forensics.read', params: idParamSchema } as const;
const ofEvent = idParamSchema.extend({ event: whole });
const queried = { query: queryParamSchema };

export const eventsContract = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/events',
    summary: 'Events of an investigation that a query finds; offset jumps to any of them',
    query: z.object({
      ...queried,
      sort: z.enum(EVENT_SORTS).default('time'),
      offset: whole.default(0),
      limit: whole.min(1).max(EVENT_QUERY_LIMITS.rows).default(200),
    }),
    response: z.array(eventRowSchema),
    list: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/events/{event}',
    summary: 'One event with all its fields and its place in the file',
    params: ofEvent,
    response: eventDetailSchema,
  }),
  neighbours: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/events/{event}/neighbours',
    summary: 'What the same host or source recorded just before and after an event',
    params: ofEvent,
    query: z.object({
      by: z.enum(['host', 'source']).default('host'),
      each: whole.max(100).default(10),
    }),
    response: z.object({ before: z.array(eventRowSchema), after: z.array(eventRowSchema) }),
  }),
  stack: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/event-stack',
    summary: 'How often each value of a field occurs among the events that a query finds',
    query: z.object({
      ...queried,
      field: z.string().min(1).max(500),
      order: z.enum(['rare', 'common']).default('rare'),
      limit: whole.min(1).max(EVENT_QUERY_LIMITS.rows).default(100),
    }),
    response: stackSchema,
  }),
  histogram: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/event-histogram',
    summary: 'Events by time and kind',
    query: z.object({
      ...queried,
      from: isoTimeSchema.optional(),
      to: isoTimeSchema.optional(),
      buckets: whole.min(1).max(EVENT_QUERY_LIMITS.buckets).default(120),
    }),
    response: histogramSchema,
  }),
  irregularities: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/event-gaps',
    summary: 'Silences and bursts far beyond what is usual for a source, the most unusual first',
    query: z.object({ ...queried, limit: whole.min(1).max(1_000).default(100) }),
    response: z.array(irregularitySchema),
  }),
  fields: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/event-fields',
    summary: 'Names of fields with how many events have them',
    response: z.array(z.object({ name: z.string(), events: z.int() })),
  }),
  sources: endpoint({
    ...base,
    method: 'GET',
    path: '/api/forensics/investigations/{id}/event-sources',
    summary: 'Files whose events are kept, with counts and their first and last time',
    response: z.array(eventSourceSchema),
  }),
};
