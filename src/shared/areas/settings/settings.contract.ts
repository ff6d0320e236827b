import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { WORKSPACE_KINDS } from '../auth/auth.contract.ts';

export const workspaceSchema = z.object({
  kind: z.enum(WORKSPACE_KINDS),
  createdAt: z.string(),
  /** This workstation has a place in a shared workspace, whose demo everybody sees as such. */
  isShared: z.boolean(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const healthSchema = z.object({
  status: z.literal('ok'),
  name: z.literal('watchfloor'),
  version: z.string(),
  schema: z.number().int(),
  setupRequired: z.boolean(),
});

export const settingsContract = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the core answers, with its versions',
    permission: 'public',
    response: healthSchema,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    summary: 'Changes as server-sent events',
    permission: 'session',
    response: 'events',
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    permission: 'session',
    response: z.record(z.string(), z.unknown()),
  }),
  workspace: endpoint({
    method: 'GET',
    path: '/api/workspace',
    summary: 'The kind of workspace and when it was made',
    permission: 'session',
    response: workspaceSchema,
  }),
  leaveDemo: endpoint({
    method: 'POST',
    path: '/api/workspace/leave-demo',
    summary: 'Delete the demo workspace and start empty; accounts stay',
    permission: 'workspace.manage',
    response: workspaceSchema,
  }),
};
