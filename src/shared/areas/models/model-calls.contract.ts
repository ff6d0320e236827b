/** The log of every call to a model: what left, what came back, what it cost, what became of it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { MODEL_TASKS } from './tasks.ts';

/** `probe`: 'Test connection'; `replay`: an administrator sent a recorded call again. */
export const CALL_TASKS = [...MODEL_TASKS, 'probe', 'replay'] as const;
export type CallTask = (typeof CALL_TASKS)[number];

export const FAILURE_KINDS = [
  'off',
  'offline-lock',
  'unseen',
  'unreachable',
  'rate-limited',
  'refused',
  'timeout',
  'stalled',
  'cut',
  'redirected',
  'not-json',
  'too-large',
  'budget',
  'redaction',
  'cancelled',
] as const;

export const FAILURE_LABELS: Readonly<Record<(typeof FAILURE_KINDS)[number], string>> = {
  off: 'No model',
  'offline-lock': 'Isolated',
  unseen: 'Not looked at',
  unreachable: 'Unreachable',
  'rate-limited': 'Rate limited',
  refused: 'Refused',
  timeout: 'Too slow',
  stalled: 'Stalled',
  cut: 'Cut off',
  redirected: 'Redirected',
  'not-json': 'Not the protocol',
  'too-large': 'Too large',
  budget: 'Budget used up',
  redaction: 'Held back',
  cancelled: 'Cancelled',
};

const verificationSchema = z.object({
  claims: z.number().int(),
  dropped: z.number().int(),
  discarded: z.boolean(),
  note: z.string().nullable(),
});

export const modelCallListedSchema = z.object({
  id: z.string(),
  runId: z.string(),
  task: z.enum(CALL_TASKS),
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  host: z.string(),
  model: z.string(),
  at: z.string(),
  /** Null while it is under way. */
  durationMs: z.number().int().nullable(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  tokensSent: z.number().int(),
  tokensReceived: z.number().int(),
  isEstimated: z.boolean(),
  /** Letters of the answer that were reasoning: taken out of it. */
  reasoning: z.number().int(),
  cost: z.number().nullable(),
  finish: z.string().nullable(),
  failure: z.enum(FAILURE_KINDS).nullable(),
  failureText: z.string().nullable(),
  verification: verificationSchema.nullable(),
  replayOf: z.string().nullable(),
});
export type ModelCallListed = z.infer<typeof modelCallListedSchema>;

export const modelCallSchema = modelCallListedSchema.extend({
  /** The body as it left the machine; null: nothing left, or it is kept no longer. */
  sent: z.string().nullable(),
  /** As it came, pseudonyms and all. */
  reply: z
    .object({
      text: z.string(),
      toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
    })
    .nullable(),
});
export type ModelCall = z.infer<typeof modelCallSchema>;

export const modelCallsQuerySchema = pageQuerySchema.extend({
  task: z.enum(CALL_TASKS).optional(),
  outcome: z.enum(['answered', 'failed']).optional(),
});
export type ModelCallsQuery = z.output<typeof modelCallsQuerySchema>;

export const modelCallsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/models/calls',
    summary: 'Calls to models, newest first',
    permission: 'workspace.manage',
    query: modelCallsQuerySchema,
    response: z.array(modelCallListedSchema),
    list: true,
  }),
  exportAll: endpoint({
    method: 'GET',
    path: '/api/models/calls/export',
    summary: 'The log of calls to models as NDJSON, oldest first',
    permission: 'workspace.manage',
    response: 'bytes',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/models/calls/{id}',
    summary: 'One call: what left, what came back',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: modelCallSchema,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/models/calls/{id}/replay',
    summary: 'Send what left in a recorded call again, to the endpoint as it is now',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: modelCallSchema,
  }),
};
