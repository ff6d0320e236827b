/** ATT&CK in this workspace: which table is in use, its update by file, and what counters a technique. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { CONTROL_STATUSES } from '../compliance/compliance.rules.ts';

const count = z.number().int();
const named = z.object({ id: z.string(), name: z.string() });

const tableFactsSchema = z.object({
  /** Of ATT&CK; `unknown` where the file says none. */
  version: z.string(),
  techniques: count,
  /** Revoked or deprecated, known for alerts that still name them. */
  retired: count,
  tactics: count,
  mitigations: count,
  /** Pairs of technique and mitigation. */
  pairs: count,
  /** Whether the pairs are all that ATT&CK has. */
  isComplete: z.boolean(),
});

export const attackStateSchema = tableFactsSchema.extend({
  notice: z.string(),
  /** Null: the table that ships is in use. */
  file: z
    .object({
      name: z.string(),
      /** SHA-256, hexadecimal. */
      checksum: z.string(),
      appliedByName: z.string().nullable(),
      appliedAt: z.string(),
    })
    .nullable(),
  shippedVersion: z.string(),
});
export type AttackState = z.infer<typeof attackStateSchema>;

/** Rows of one kind of change that are answered; `counts` has all of them. */
export const CHANGES_SHOWN = 200;

export const attackPreviewSchema = z.object({
  /** Names the file as it was read, for an hour; what is applied is this, not the file again. */
  token: z.string(),
  fileName: z.string(),
  checksum: z.string(),
  table: tableFactsSchema,
  current: tableFactsSchema,
  isOlder: z.boolean(),
  /** The same table is in use already. */
  isSame: z.boolean(),
  counts: z.object({
    added: count,
    renamed: count,
    moved: count,
    revoked: count,
    gone: count,
  }),
  added: z.array(named),
  renamed: z.array(z.object({ id: z.string(), from: z.string(), to: z.string() })),
  moved: z.array(named.extend({ from: z.array(z.string()), to: z.array(z.string()) })),
  revoked: z.array(named.extend({ by: z.string().nullable() })),
  gone: z.array(named),
  tactics: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }),
});
export type AttackPreview = z.infer<typeof attackPreviewSchema>;

export const attackFileQuerySchema = z.object({
  name: z.string().max(255).optional(),
  /** A file the user chose on the desktop; the request then has no body. */
  handle: z.string().max(100).optional(),
});
export type AttackFileQuery = z.output<typeof attackFileQuerySchema>;

export const techniqueSchema = z.object({
  id: z.string(),
  /** `Remote Services: Remote Desktop Protocol`; null where the table does not hold it. */
  name: z.string().nullable(),
  tactics: z.array(z.string()),
  retired: z
    .object({ by: z.object({ id: z.string(), name: z.string().nullable() }).nullable() })
    .nullable(),
  /** Null: the table does not say; empty: ATT&CK names none. */
  mitigations: z.array(named).nullable(),
  /** Of the workspace, which should stop it; null where not asked for, or to whoever may not see them. */
  controls: z
    .array(
      z.object({
        id: z.string(),
        ref: z.string(),
        title: z.string(),
        framework: z.string(),
        status: z.enum(CONTROL_STATUSES),
      }),
    )
    .nullable(),
});
export type TechniqueFacts = z.infer<typeof techniqueSchema>;

export const attackContract = {
  state: endpoint({
    method: 'GET',
    path: '/api/attack',
    summary: 'Which table of ATT&CK is in use, and since when',
    permission: 'alerts.read',
    response: attackStateSchema,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/attack/files',
    summary: 'Look at a file of ATT&CK: what is new, renamed, revoked or gone. Nothing is written.',
    permission: 'workspace.manage',
    query: attackFileQuerySchema,
    body: 'bytes',
    response: attackPreviewSchema,
  }),
  apply: endpoint({
    method: 'PUT',
    path: '/api/attack',
    summary: 'Use the table of a file that was looked at',
    permission: 'workspace.manage',
    body: z.object({
      token: z.string({ error: 'Choose a file first' }).min(1, 'Choose a file first').max(100),
    }),
    response: attackStateSchema,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/attack/reset',
    summary: 'Use the table that ships again',
    permission: 'workspace.manage',
    response: attackStateSchema,
  }),
  technique: endpoint({
    method: 'GET',
    path: '/api/attack/techniques/{id}',
    summary: 'A technique, what mitigates it, and the controls here that should stop it',
    permission: 'alerts.read',
    params: z.object({ id: z.string().max(20) }),
    query: z.object({ controls: z.enum(['true', 'false']).default('true') }),
    response: techniqueSchema,
  }),
};
