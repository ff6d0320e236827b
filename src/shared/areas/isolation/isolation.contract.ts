import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';

export const FORCED_MESSAGE =
  'Watchfloor was started isolated (--isolated or WATCHFLOOR_ISOLATED): start it without to connect this workspace.';
export const STILL_ISOLATED_MESSAGE =
  'This workspace is isolated: switch isolation off before something is released';

export const isolationSchema = z.object({
  /** Nothing leaves this machine. */
  isIsolated: z.boolean(),
  /** Since the start, which the page cannot undo. */
  isForced: z.boolean(),
  /** Whether a model on this machine may be called meanwhile. */
  allowsLocalModel: z.boolean(),
  /** What waits for a person. */
  held: z.number().int(),
  /** Whether the account that asks may isolate now, or connect again. */
  maySwitch: z.boolean(),
});
export type Isolation = z.infer<typeof isolationSchema>;

export const LEDGER_PURPOSES = ['connector', 'model', 'sync', 'update', 'unknown'] as const;
export type LedgerPurpose = (typeof LEDGER_PURPOSES)[number];

const ledgerEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  purpose: z.enum(LEDGER_PURPOSES),
  subject: z.string(),
  why: z.string(),
  /** Scheme, host and port; empty where something tried past the port. */
  origin: z.string(),
  /** 'answered', a kind of failure, or 'interrupted' by the end of the process; null while it is open. */
  outcome: z.string().nullable(),
  status: z.number().int().nullable(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  durationMs: z.number().int().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const LEDGER_FILTERS = ['answered', 'refused', 'failed'] as const;

export const ledgerFilterSchema = z.object({
  /** A part of where to. */
  q: z.string().max(200).optional(),
  purpose: z.enum(LEDGER_PURPOSES).optional(),
  /** `refused`: isolated, or an address that may not be called; `failed`: the other failures. */
  outcome: z.enum(LEDGER_FILTERS).optional(),
});
export type LedgerFilter = z.output<typeof ledgerFilterSchema>;
export const ledgerQuerySchema = pageQuerySchema.extend(ledgerFilterSchema.shape);
export type LedgerQuery = z.output<typeof ledgerQuerySchema>;

const destinationSchema = z.object({
  origin: z.string(),
  connections: z.number().int(),
  /** Of these, those that opened nothing. */
  refused: z.number().int(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  lastAt: z.string(),
});
export type Destination = z.infer<typeof destinationSchema>;

const heldItemSchema = z.object({
  id: z.string(),
  kind: z.enum(['connector-run', 'push', 'model-call', 'update-check']),
  what: z.string(),
  destination: z.string(),
  /** Null: a schedule. */
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  sizeBytes: z.number().int().nullable(),
  since: z.string(),
  lastAt: z.string(),
  /** How often it would have left. */
  times: z.number().int(),
});
export type HeldItem = z.infer<typeof heldItemSchema>;

export const isolationContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/isolation',
    summary: 'Whether anything may leave this machine, and what waits',
    permission: 'session',
    response: isolationSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/isolation',
    summary: 'Isolate this workspace, or connect it',
    // Whoever is no administrator: a workstation of their own, and connecting what they isolated.
    permission: 'workstation.manage',
    body: z
      .object({ isIsolated: z.boolean(), allowsLocalModel: z.boolean() })
      .partial()
      .refine(
        ({ isIsolated, allowsLocalModel }) =>
          isIsolated !== undefined || allowsLocalModel !== undefined,
        'Nothing to change: give isIsolated or allowsLocalModel',
      ),
    response: isolationSchema,
  }),
  ledger: endpoint({
    method: 'GET',
    path: '/api/isolation/connections',
    summary: 'Every connection beyond this program, newest first, also refused ones',
    permission: 'integrations.read',
    query: ledgerQuerySchema,
    response: z.array(ledgerEntrySchema),
    list: true,
  }),
  destinations: endpoint({
    method: 'GET',
    path: '/api/isolation/destinations',
    summary: 'Totals of the connections by where they went, most bytes first',
    permission: 'integrations.read',
    response: z.array(destinationSchema),
  }),
  exportLedger: endpoint({
    method: 'GET',
    path: '/api/isolation/connections/export',
    summary: 'The ledger of connections as CSV, newest first',
    permission: 'integrations.read',
    query: ledgerFilterSchema,
    response: 'bytes',
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/isolation/held',
    summary: 'What would have left while the workspace was isolated, oldest first',
    permission: 'integrations.read',
    response: z.array(heldItemSchema),
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/isolation/held/{id}/release',
    summary: 'Let one thing leave that was held back',
    permission: 'integrations.manage',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  drop: endpoint({
    method: 'DELETE',
    path: '/api/isolation/held/{id}',
    summary: 'Drop one thing that was held back: it does not leave',
    permission: 'integrations.manage',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
};
