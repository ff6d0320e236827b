/** Which model helps, how it is reached, what it may cost. The key goes in and never comes out. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { addressProblem, PLACES, tidyAddress } from './address.rules.ts';
import { PRESETS } from './presets.ts';
import { MODEL_TASKS } from './tasks.ts';

const MODEL_TIERS = ['none', 'writes', 'tools'] as const;

/** What everybody may know: whether a model helps. `untested`: set up, and not probed as it is now. */
export const MODEL_STATES = ['off', 'untested', 'locked', 'none', 'writes', 'tools'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

export const modelStateSchema = z.object({
  state: z.enum(MODEL_STATES),
  /** In plain words: 'Model: uses tools'. */
  text: z.string(),
  place: z.enum(PLACES).nullable(),
  tasks: z.record(z.enum(MODEL_TASKS), z.enum(MODEL_TIERS)),
  /** Kinds of use for which nobody has looked yet at what would leave: nothing leaves before. */
  unseen: z.array(z.enum(MODEL_TASKS)),
});
export type ModelStateAnswer = z.infer<typeof modelStateSchema>;

export const CHECKS = ['models', 'stream', 'schema', 'tools', 'context', 'speed'] as const;
export type CheckName = (typeof CHECKS)[number];
const CHECK_OUTCOMES = ['passed', 'partly', 'failed', 'skipped'] as const;
export const probeCheckSchema = z.object({
  check: z.enum(CHECKS),
  outcome: z.enum(CHECK_OUTCOMES),
  /** A sentence; may hold words of the endpoint. */
  detail: z.string(),
});
export type ProbeCheck = z.infer<typeof probeCheckSchema>;

export const probeSchema = z.object({
  model: z.string(),
  tier: z.enum(MODEL_TIERS),
  checks: z.array(probeCheckSchema),
  /** Pieces of text a second. */
  speed: z.number().nullable(),
  at: z.string(),
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Probe = z.infer<typeof probeSchema>;

const limited = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);
const modelName = limited('Model', 200);

export const endpointInputSchema = z
  .object({
    name: limited('Name', 100),
    preset: z.enum(PRESETS, { error: 'Kind must be one of the list' }),
    baseUrl: limited('Address', 500).transform(tidyAddress),
    /** Azure-style only. */
    apiVersion: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9.-]{1,40}$/, 'API version must look like 2024-10-21')
      .nullable()
      .default(null),
    model: modelName,
    taskModels: z.partialRecord(z.enum(MODEL_TASKS), modelName).default({}),
    isOn: z.boolean().default(true),
    /** That texts may go to another machine in the clear. */
    isInsecureAllowed: z.boolean().default(false),
    /** Absent: stays as it is, unless the address moves elsewhere; null: removed. */
    key: z
      .string()
      .trim()
      .min(1, 'Key must not be empty')
      .max(2000, 'Key must be at most 2,000 characters')
      .regex(/^[\x21-\x7e]+$/, 'Key must be plain characters without spaces')
      .nullable()
      .optional(),
  })
  .superRefine(({ baseUrl, isInsecureAllowed, preset, apiVersion }, context) => {
    const problem = addressProblem(baseUrl, isInsecureAllowed);
    if (problem) context.addIssue({ code: 'custom', path: ['baseUrl'], message: problem });
    if (preset === 'azure' && apiVersion === null)
      context.addIssue({
        code: 'custom',
        path: ['apiVersion'],
        message: 'API version is required for this kind',
      });
  });
export type EndpointInput = z.input<typeof endpointInputSchema>;

/** `unreadable`: sealed on another machine or before a restore; it must be given again. */
const KEY_STATES = ['none', 'set', 'unreadable'] as const;

export const endpointSchema = z.object({
  id: z.string(),
  /** Only one is asked; the others are kept. */
  isInUse: z.boolean(),
  name: z.string(),
  preset: z.enum(PRESETS),
  baseUrl: z.string(),
  apiVersion: z.string().nullable(),
  model: z.string(),
  taskModels: z.partialRecord(z.enum(MODEL_TASKS), z.string()),
  isOn: z.boolean(),
  isInsecureAllowed: z.boolean(),
  key: z.enum(KEY_STATES),
  place: z.enum(PLACES),
  changedAt: z.string(),
});
export type ModelEndpoint = z.infer<typeof endpointSchema>;

const amount = (label: string, max: number) => {
  const message = `${label} must be between 0 and ${max.toLocaleString('en')}`;
  return z.number({ error: message }).min(0, message).max(max, message);
};
const whole = (label: string, max: number) =>
  amount(label, max).int(`${label} must be a whole number`);

export const modelLimitsSchema = z.object({
  callsPerDay: whole('Calls a day', 100_000),
  tokensPerDay: whole('Tokens a day', 1_000_000_000),
  /** Null: only calls and tokens are limited. */
  costPerDay: amount('Cost a day', 1_000_000).nullable(),
  /** Of a million tokens; null: cost is not reckoned. */
  pricePerMillionSent: amount('Price of tokens sent', 100_000).nullable(),
  pricePerMillionReceived: amount('Price of tokens received', 100_000).nullable(),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, 'Currency must be three letters, such as EUR'),
  /** How long what left and what came back is kept; the log itself stays a year. */
  keepDays: whole('Days to keep contents', 365),
});
export type ModelLimits = z.infer<typeof modelLimitsSchema>;

export const DEFAULT_MODEL_LIMITS: ModelLimits = {
  callsPerDay: 500,
  tokensPerDay: 2_000_000,
  costPerDay: null,
  pricePerMillionSent: null,
  pricePerMillionReceived: null,
  currency: 'EUR',
  keepDays: 30,
};

export const usageSchema = z.object({
  day: z.string(),
  calls: z.number().int(),
  tools: z.number().int(),
  tokens: z.number().int(),
  cost: z.number(),
});
export type ModelUsage = z.infer<typeof usageSchema>;

export const modelTestSchema = z.object({
  isRunning: z.boolean(),
  /** Which endpoint is looked at, and whether it is used from then on, where it can be. */
  endpointId: z.string().nullable(),
  isSwitch: z.boolean(),
  /** Which model is looked at, and what is known of it so far. */
  model: z.string().nullable(),
  done: z.array(probeCheckSchema),
  /** Why the last one came to no end; null where it did. */
  problem: z.string().nullable(),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

/** Who saw what leaves for a kind of use, at the endpoint in use. */
const seenPreviewSchema = z.object({
  task: z.enum(MODEL_TASKS),
  at: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
});

export const modelSettingsSchema = z.object({
  /** The one in use. */
  endpoint: endpointSchema.nullable(),
  /** All that are kept, by name. */
  endpoints: z.array(endpointSchema),
  limits: modelLimitsSchema,
  today: usageSchema,
  /** Of the models of all endpoints, as far as they were tested there. */
  probes: z.array(probeSchema.extend({ baseUrl: z.string() })),
  previews: z.array(seenPreviewSchema),
  test: modelTestSchema,
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export const modelsContract = {
  state: endpoint({
    method: 'GET',
    path: '/api/models/state',
    summary: 'Whether a model helps here, and with what',
    permission: 'session',
    response: modelStateSchema,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/models/settings',
    summary: 'The model endpoint, its budgets and tests; never its key',
    permission: 'workspace.manage',
    response: modelSettingsSchema,
  }),
  saveEndpoint: endpoint({
    method: 'PUT',
    path: '/api/models/endpoint',
    summary: 'Set the model endpoint up; its key is write-only',
    permission: 'workspace.manage',
    body: endpointInputSchema,
    response: endpointSchema,
  }),
  addEndpoint: endpoint({
    method: 'POST',
    path: '/api/models/endpoints',
    summary: 'Keep another model endpoint; it is used once it was tested',
    permission: 'workspace.manage',
    body: endpointInputSchema,
    response: endpointSchema,
    status: 201,
  }),
  changeEndpoint: endpoint({
    method: 'PUT',
    path: '/api/models/endpoints/{id}',
    summary: 'Change a model endpoint that is kept',
    permission: 'workspace.manage',
    params: idParamSchema,
    body: endpointInputSchema,
    response: endpointSchema,
  }),
  dropEndpoint: endpoint({
    method: 'DELETE',
    path: '/api/models/endpoints/{id}',
    summary: 'Remove a model endpoint with its key',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  useEndpoint: endpoint({
    method: 'POST',
    path: '/api/models/endpoints/{id}/use',
    summary:
      'Test a model endpoint, and use it from then on where the test finds a model that helps',
    permission: 'workspace.manage',
    params: idParamSchema,
    response: modelTestSchema,
  }),
  removeEndpoint: endpoint({
    method: 'DELETE',
    path: '/api/models/endpoint',
    summary: 'Remove the model endpoint with its key',
    permission: 'workspace.manage',
    response: 'none',
    status: 204,
  }),
  saveLimits: endpoint({
    method: 'PATCH',
    path: '/api/models/limits',
    summary: 'Change budgets, prices, and how long contents are kept',
    permission: 'workspace.manage',
    body: modelLimitsSchema.partial(),
    response: modelLimitsSchema,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/models/test',
    summary: 'Begin to test the connection: models, stream, schema, tools, context, speed',
    permission: 'workspace.manage',
    response: modelTestSchema,
  }),
  cancelTest: endpoint({
    method: 'DELETE',
    path: '/api/models/test',
    summary: 'End the test of the connection',
    permission: 'workspace.manage',
    response: modelTestSchema,
  }),
};
