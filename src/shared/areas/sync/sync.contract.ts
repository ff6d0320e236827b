/** Sync: its state, what crossed, who shares the workspace, and how it is joined and left. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { joiningContract } from './joining.contract.ts';
import { syncFilesContract } from './sync-files.contract.ts';
import { refusedContract } from './sync-refused.contract.ts';
import {
  CONFLICT_STATES,
  syncConflictSchema,
  syncDigestsSchema,
  syncLogEntrySchema,
  syncPeopleSchema,
  syncPresenceSchema,
  syncStatusSchema,
} from './sync-state.contract.ts';

const CONFLICTS_MAX = 500;
const recordSchema = z.object({
  table: z.string().regex(/^[a-z_]{1,63}$/, 'There is no such kind of record'),
  record: z.string().min(1).max(400),
});

const decide = (what: 'take' | 'accept' | 'undo', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/sync/conflicts/{id}/${what}`,
    summary,
    // Beyond this the record's own permission is asked for (`sync.rules.ts`).
    permission: 'session',
    params: idParamSchema,
    response: syncConflictSchema,
  });

export const syncContract = {
  status: endpoint({
    method: 'GET',
    path: '/api/sync',
    summary: 'State of sync as this workstation knows it; nothing is sent to find out',
    permission: 'session',
    response: syncStatusSchema,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/sync/log',
    summary: 'What sync did, newest first',
    permission: 'session',
    response: z.array(syncLogEntrySchema),
  }),
  conflicts: endpoint({
    method: 'GET',
    path: '/api/sync/conflicts',
    summary: 'Fields that two people changed without knowing of each other, newest first',
    permission: 'session',
    query: recordSchema.partial().extend({
      state: z.enum(CONFLICT_STATES).optional(),
      limit: z.coerce.number().int().min(1).max(CONFLICTS_MAX).default(CONFLICTS_MAX),
    }),
    response: z.object({ conflicts: z.array(syncConflictSchema), total: z.number().int() }),
  }),
  take: decide('take', 'Set the value that lost, as a new edit'),
  accept: decide('accept', 'Say that what stands may stand'),
  undo: decide('undo', 'Take a decision about a conflict back'),
  people: endpoint({
    method: 'GET',
    path: '/api/sync/people',
    summary: 'People and workstations of the shared workspace, as the server said last',
    permission: 'accounts.read',
    response: syncPeopleSchema,
  }),
  present: endpoint({
    method: 'POST',
    path: '/api/sync/presence',
    summary: 'Say that this record is open here, and hear who else has it open',
    permission: 'session',
    body: recordSchema.strict(),
    response: z.array(syncPresenceSchema),
  }),
  now: endpoint({
    method: 'POST',
    path: '/api/sync/now',
    summary: 'Sync at once, whatever it waits for',
    permission: 'session',
    response: syncStatusSchema,
  }),
  pause: endpoint({
    method: 'PATCH',
    path: '/api/sync',
    summary: 'Pause sync on this workstation, or go on with it',
    // Whoever is no administrator: on a workstation of their own (`sync.rules.ts`).
    permission: 'workstation.manage',
    body: z.object({ isPaused: z.boolean() }).strict(),
    response: syncStatusSchema,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/sync/check',
    summary: 'Compare every table with the server, and name what differs',
    permission: 'workspace.manage',
    response: syncDigestsSchema,
  }),
  ...refusedContract,
  ...syncFilesContract,
  ...joiningContract,
};
