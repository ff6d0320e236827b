/** Integrations: what is connected, what it brings, and what became of each run. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { marketplaceContract } from './marketplace.contract.ts';
import { pushContract } from './push.contract.ts';
import { runsContract } from './runs.contract.ts';

const INTEGRATION_TYPES = [
  'EDR',
  'SIEM',
  'IAM',
  'CLOUD',
  'VULNERABILITY',
  'THREAT_INTEL',
  'FIREWALL',
  'EMAIL',
] as const;
const INTEGRATION_STATUSES = ['CONNECTED', 'DISCONNECTED', 'ERROR', 'PENDING'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];
const NAME_MAX = 120;
const VALUE_MAX = 100_000;

/** What an administrator fills in; which fields there are, the connector says. */
export const settingValuesSchema = z.record(
  z.string().max(60),
  z.union([z.string().max(VALUE_MAX), z.number(), z.boolean(), z.array(z.string().max(2_000))]),
);
export type SettingValues = z.infer<typeof settingValuesSchema>;
/** Null removes the one that is kept. */
const secretValuesSchema = z.record(
  z.string().max(60),
  z.string().min(1).max(VALUE_MAX).nullable(),
);

const failureSchema = z.object({
  kind: z.string(),
  message: z.string(),
  at: z.string(),
  /** In a row. */
  times: z.number().int(),
});

const receiverStateSchema = z.object({
  state: z.enum(['STARTING', 'LISTENING', 'ERROR', 'ISOLATED', 'OFF']),
  bound: z.array(z.string()),
  error: z.string().nullable(),
  received: z.number().int(),
  kept: z.number().int(),
  merged: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  lost: z.number().int(),
  waiting: z.number().int(),
  reasons: z.array(z.object({ text: z.string(), count: z.number().int() })),
  lastAt: z.string().nullable(),
  lastLine: z.string().nullable(),
  certificate: z.object({ fingerprint: z.string(), pem: z.string() }).nullable(),
});
export type ShownReceiver = z.infer<typeof receiverStateSchema>;

export const integrationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(INTEGRATION_TYPES),
  vendor: z.string().nullable(),
  status: z.enum(INTEGRATION_STATUSES),
  lastSync: z.string().nullable(),
  /** `{ connector, settings }`, without secrets; null where no connector is behind it. */
  configuration: z.unknown().nullable(),
  /** What does the work; null: a record of a tool that nothing here speaks to. */
  connector: z.string().nullable(),
  kind: z.enum(['connector', 'receiver', 'record']),
  settings: settingValuesSchema,
  /** Names of the secrets that are kept on this machine and can be opened here. */
  secrets: z.array(z.string()),
  isPaused: z.boolean(),
  isRunning: z.boolean(),
  /** The workspace is isolated: a run that was due is held back. */
  isHeldBack: z.boolean(),
  canPush: z.boolean(),
  nextSync: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** Records that all runs kept. */
  rows: z.number().int(),
  receiver: receiverStateSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Integration = z.infer<typeof integrationSchema>;

const integrationUpdateSchema = z
  .object({
    status: z.enum(['CONNECTED', 'DISCONNECTED'], {
      error: 'Status must be CONNECTED or DISCONNECTED',
    }),
    lastSync: z.iso.datetime({ error: 'Last sync must be a time' }).nullable().optional(),
  })
  .strict();

const newIntegrationSchema = z
  .object({
    connector: z.string().min(1, 'Connector is required').max(60),
    name: z.string().trim().min(1, 'Name is required').max(NAME_MAX).optional(),
    settings: settingValuesSchema.default({}),
    secrets: secretValuesSchema.default({}),
  })
  .strict();

const configurationSchema = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(NAME_MAX).optional(),
    settings: settingValuesSchema.optional(),
    secrets: secretValuesSchema.optional(),
  })
  .strict();

export const integrationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/integrations',
    summary: 'Integrations, newest first',
    permission: 'integrations.read',
    response: z.array(integrationSchema),
    list: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/integrations/{id}',
    summary: 'Connect or disconnect an integration',
    permission: 'integrations.manage',
    params: idParamSchema,
    body: integrationUpdateSchema,
    response: integrationSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/integrations',
    summary: 'Add an integration from the marketplace',
    permission: 'integrations.manage',
    body: newIntegrationSchema,
    response: integrationSchema,
    status: 201,
  }),
  configure: endpoint({
    method: 'PATCH',
    path: '/api/integrations/{id}/configuration',
    summary: 'Change name, settings or secrets of an integration',
    permission: 'integrations.manage',
    params: idParamSchema,
    body: configurationSchema,
    response: integrationSchema,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/integrations/{id}/pause',
    summary: 'Pause or resume the schedule of an integration',
    permission: 'integrations.manage',
    params: idParamSchema,
    body: z.object({ isPaused: z.boolean() }).strict(),
    response: integrationSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/integrations/{id}',
    summary: 'Remove an integration with its secrets and run history; what it brought stays',
    permission: 'integrations.manage',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  ...runsContract,
  ...marketplaceContract,
  ...pushContract,
};
