/** What a person sees of sync. The endpoints that answer it are in `sync.contract.ts`. */
import { z } from 'zod';
import { isoTimeSchema } from '../../kernel/time.ts';

/**
 * off: not joined. isolated: nothing leaves. paused: by a person. waiting: nothing heard yet, or the
 * server cannot be reached and is tried again. problem: somebody has to do something.
 */
export const SYNC_STATES = [
  'off',
  'isolated',
  'paused',
  'waiting',
  'syncing',
  'up-to-date',
  'problem',
  'revoked',
] as const;
export type SyncStateName = (typeof SYNC_STATES)[number];

/** As `SyncFailureKind` of the server's port, and what may go wrong on this machine. */
export const SYNC_PROBLEMS = [
  'unreachable',
  'isolated',
  'certificate',
  'revoked',
  'clock',
  'version',
  'read-only',
  'busy',
  'malformed',
  'refused',
  'broken',
  'storage-full',
  'database',
] as const;

export const syncProblemSchema = z.object({
  kind: z.enum(SYNC_PROBLEMS),
  cause: z.string(),
  cure: z.string(),
  since: isoTimeSchema,
});
export type SyncProblem = z.infer<typeof syncProblemSchema>;

export const syncDigestsSchema = z.object({
  at: isoTimeSchema,
  /** Tables with rows that are not alike here and on the server, after a sync. */
  differing: z.array(z.object({ table: z.string(), parts: z.number().int() })),
});
export type SyncDigests = z.infer<typeof syncDigestsSchema>;

export const syncStatusSchema = z.object({
  state: z.enum(SYNC_STATES),
  /** Rows of the sync that runs; `total` is null while it is not known. */
  progress: z
    .object({
      direction: z.enum(['receiving', 'sending']),
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  problem: syncProblemSchema.nullable(),
  /** When it is tried again by itself. */
  nextTryAt: isoTimeSchema.nullable(),
  /** Rows that the server does not have yet. */
  backlog: z.number().int(),
  lastSuccessAt: isoTimeSchema.nullable(),
  /** What this machine's clock is corrected by, and in words why. */
  clock: z.object({ offsetMs: z.number().int(), note: z.string() }).nullable(),
  openConflicts: z.number().int(),
  /** Records of this workstation that the server does not take. */
  refused: z.number().int(),
  digests: syncDigestsSchema.nullable(),
  /** Rows and bytes since Watchfloor was started. */
  figures: z.object({
    rowsReceived: z.number().int(),
    rowsSent: z.number().int(),
  }),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

export const syncLogEntrySchema = z.object({
  at: isoTimeSchema,
  level: z.enum(['info', 'problem']),
  text: z.string(),
});
export type SyncLogEntry = z.infer<typeof syncLogEntrySchema>;

const sideSchema = z.object({
  /** As text, as a person would read it; null: nothing. */
  value: z.string().nullable(),
  /** Name of the author; null: the program. */
  by: z.string().nullable(),
  at: isoTimeSchema,
});

/** open: nobody has said anything; taken: the other value was set; accepted: seen and left. */
export const CONFLICT_STATES = ['open', 'taken', 'accepted'] as const;

/** Two people changed one field without knowing of each other. */
export const syncConflictSchema = z.object({
  id: z.string(),
  table: z.string(),
  record: z.string(),
  /** Name of the record, of others' making; null where it has none or is no longer here. */
  title: z.string().nullable(),
  /** A path of the page that shows the record. */
  link: z.string().nullable(),
  field: z.string(),
  /** The value that stands, and the one that does not. */
  kept: sideSchema,
  other: sideSchema,
  /** What stands now; differs from `kept` where somebody edited since. */
  current: z.string().nullable(),
  /** The record is no longer here. */
  isGone: z.boolean(),
  state: z.enum(CONFLICT_STATES),
  decided: z.object({ by: z.string().nullable(), at: isoTimeSchema }).nullable(),
  at: isoTimeSchema,
});
export type SyncConflict = z.infer<typeof syncConflictSchema>;

export const syncPeopleSchema = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.string(),
      isRevoked: z.boolean(),
    }),
  ),
  workstations: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Names. */
      people: z.array(z.string()),
      joinedAt: isoTimeSchema.nullable(),
      lastSeenAt: isoTimeSchema.nullable(),
      isRevoked: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  /** When the server said so; null: it never has. */
  asOf: isoTimeSchema.nullable(),
});
export type SyncPeople = z.infer<typeof syncPeopleSchema>;

/** Somebody has a record open on another workstation. */
export const syncPresenceSchema = z.object({
  person: z.string(),
  workstation: z.string(),
  until: isoTimeSchema,
});
export type SyncPresence = z.infer<typeof syncPresenceSchema>;
