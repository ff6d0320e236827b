import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { alertFilterSchema } from '../alerts/alerts.contract.ts';

/** What alerts can be counted by. `template`: titles whose numbers, addresses and ids are left open. */
export const STACK_FIELDS = [
  'host',
  'user',
  'ip',
  'dest',
  'source',
  'detector',
  'category',
  'template',
  'title',
  'tech',
  'severity',
  'status',
  'verdict',
  'reason',
  'assignee',
  'escalated',
  'acted',
  'decision',
  'suppressed',
  'import',
  'group',
  'incident',
  'hour',
  'weekday',
] as const;
export type StackField = (typeof STACK_FIELDS)[number];

/** Rows of a stack that are answered from each end. */
export const STACK_ROWS = 200;

const stackRowSchema = z.object({
  /** Null: alerts without a value. */
  value: z.string().nullable(),
  /** A name where the value is an id or a key. */
  label: z.string().nullable(),
  n: z.number().int(),
});
export type StackRow = z.infer<typeof stackRowSchema>;

/** All counts are exact as of `asOf`. An alert with several techniques counts under each. */
const stackSchema = z.object({
  by: z.enum(STACK_FIELDS),
  total: z.number().int(),
  distinct: z.number().int(),
  common: z.array(stackRowSchema),
  rare: z.array(stackRowSchema),
});
export type Stack = z.infer<typeof stackSchema>;

const perSeverity = Object.fromEntries(
  SEVERITIES.map((severity) => [severity, z.array(z.number().int())]),
) as Record<(typeof SEVERITIES)[number], z.ZodArray<z.ZodNumber>>;

/** Alerts per step of time, from `from` (UTC) on; empty counts where there are no alerts. */
const histogramSchema = z.object({
  from: z.string(),
  stepMs: z.number().int(),
  total: z.number().int(),
  counts: z.object(perSeverity),
});
export type Histogram = z.infer<typeof histogramSchema>;

/**
 * What must be counted alert by alert is done by a job: ask again until it is there. `before` is what was counted
 * for the same question until then, null where it is asked for the first time.
 */
const counted = <T extends z.ZodType>(result: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('done'), asOf: z.string(), result }),
    z.object({
      state: z.literal('working'),
      jobId: z.string(),
      before: z.object({ asOf: z.string(), result }).nullable(),
    }),
    z.object({ state: z.literal('stopped'), message: z.string() }),
  ]);

export const stackAnswerSchema = counted(stackSchema);
export const histogramAnswerSchema = counted(histogramSchema);
const totalAnswerSchema = counted(z.object({ total: z.number().int() }));

const countQuerySchema = alertFilterSchema.extend({
  /** A count that was stopped is begun again. */
  again: z.enum(['true', 'false']).default('false'),
});

export const QUERY_VALUES = 12;

export const stacksContract = {
  stack: endpoint({
    method: 'GET',
    path: '/api/alert-stacks',
    summary: 'Alerts of a filter counted by a field, the rarest and the most common values',
    permission: 'alerts.read',
    query: countQuerySchema.extend({
      by: z.enum(STACK_FIELDS, { error: `by must be one of ${STACK_FIELDS.join(', ')}` }),
    }),
    response: stackAnswerSchema,
  }),
  histogram: endpoint({
    method: 'GET',
    path: '/api/alert-histogram',
    summary: 'Alerts of a filter over time, by severity',
    permission: 'alerts.read',
    query: countQuerySchema,
    response: histogramAnswerSchema,
  }),
  total: endpoint({
    method: 'GET',
    path: '/api/alert-total',
    summary: 'How many alerts a filter has, where the list does not say so',
    permission: 'alerts.read',
    query: countQuerySchema,
    response: totalAnswerSchema,
  }),
  values: endpoint({
    method: 'GET',
    path: '/api/query-values',
    summary: 'Values of a field that begin so, with the number of their alerts where it is kept',
    permission: 'alerts.read',
    query: z.object({
      field: z.string().max(20),
      typed: z.string().max(200).default(''),
    }),
    response: z.array(
      z.object({
        value: z.string(),
        label: z.string().nullable(),
        count: z.number().int().nullable(),
      }),
    ),
  }),
};
