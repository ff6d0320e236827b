/**
 * What crosses the wire between a workstation and the workspace's server: rows as they are, never a
 * log. Columns bear their names of the database; texts hold no U+0000, which Postgres cannot store
 * (`wire-text.ts` writes it otherwise), and bytes are `\x` and hex. Everything read from the server
 * passes these schemas before it is used.
 */
import { z } from 'zod';

/** 12 hex digits of milliseconds, 4 of a counter, '-', the node's id (`db/hlc.ts`). */
export const stampSchema = z.string().regex(/^[0-9a-f]{16}-[\w-]{1,64}$/);

export const LIMITS = {
  /** Rows and bytes of one push, and of one page of a pull. */
  rows: 5_000,
  bytes: 8 * 1024 * 1024,
  /** One row, in the bytes of its JSON. */
  rowBytes: 4 * 1024 * 1024,
  /** How far a stamp may be ahead of the server's clock, ms. */
  futureMs: 60_000,
} as const;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
export const cellSchema = z.union([z.null(), z.string(), z.number()]);

/**
 * One row, whole as far as the sender knows its table. The version of a column is `f[column]`, else
 * `v`; `f` has only what differs from `v` (that is the canonical form, see `merge.kernel.ts`).
 */
export const wireRowSchema = z.object({
  id: z.string().min(1).max(400),
  v: stampSchema,
  f: z.record(nameSchema, stampSchema).nullable(),
  /** Every other column but `id`, `row_version`, `field_versions`, and those of one workstation. */
  c: z.record(nameSchema, cellSchema),
});
export type WireRow = z.infer<typeof wireRowSchema>;
export type WireCell = z.infer<typeof cellSchema>;

/** Rows of one table. */
export const wireTableSchema = z.object({ table: nameSchema, rows: z.array(wireRowSchema) });
export type WireTable = z.infer<typeof wireTableSchema>;

/** Who wrote under a stamp, and why: one transaction of the write door. */
export const wireWriteSchema = z.object({
  stamp: stampSchema,
  /** A person of the workspace (id of `users`), or null: the program, or a past before joining. */
  actor: z.string().max(100).nullable(),
  action: z.string().max(100),
  reason: z.string().max(2_000).nullable(),
});
export type WireWrite = z.infer<typeof wireWriteSchema>;

/** A write as the server gives it out: whose workstation vouched for it. */
export const knownWriteSchema = wireWriteSchema.extend({ sentBy: z.string().max(100) });
export type KnownWrite = z.infer<typeof knownWriteSchema>;

/** Two people changed one field without knowing of each other. */
export const wireConflictSchema = z.object({
  /** `conflictId(...)` of `merge.rules.ts`: the same wherever it was seen. */
  id: z.string().max(100),
  table: nameSchema,
  record: z.string().max(400),
  field: nameSchema,
  winner: z.object({ value: cellSchema, stamp: stampSchema, actor: z.string().nullable() }),
  loser: z.object({ value: cellSchema, stamp: stampSchema, actor: z.string().nullable() }),
});
export type WireConflict = z.infer<typeof wireConflictSchema>;

/** What a push carries. All of it is written, or none. */
export interface PushBatch {
  readonly writes: readonly WireWrite[];
  readonly tables: readonly WireTable[];
  readonly conflicts: readonly WireConflict[];
  /** Up to where this workstation has read; rows that changed since are not merged but named. */
  readonly cursor: number;
  /** Place in this workstation's change log that is sent with it whole: `Head.acknowledged` later. */
  readonly through: number;
  /** Place up to which the server has said to have all; it refuses the batch where it has less. */
  readonly from?: number;
  /** Which push of this database it is, counted in it; a copy of it that was put back knows of fewer. */
  readonly pushes?: number;
}

export const pushOutcomeSchema = z.object({
  head: z.number().int().nonnegative(),
  /**
   * Where reading may go on: the head, where nobody wrote between the cursor of the batch and it and
   * all of it was taken as it came; else the cursor of the batch. So nobody reads what they just sent.
   */
  cursor: z.number().int().nonnegative(),
  /** Rows that others changed meanwhile: pull, merge, push again. `[table, id]` */
  behind: z.array(z.tuple([nameSchema, z.string()])),
  /** The same thing is known under another id (one fingerprint, one pair): `[table, id, known]` */
  sameAs: z.array(z.tuple([nameSchema, z.string(), z.string()])),
  /** Rows of an investigation that this workstation's people are not named in. `[table, id]` */
  refused: z.array(z.tuple([nameSchema, z.string()])),
  /** A word for each of `refused`, of those in 0011_refusals.sql; servers before it give none. */
  refusedFor: z.array(z.string().max(40)).optional(),
});
export type PushOutcome = z.infer<typeof pushOutcomeSchema>;

export const pullPageSchema = z.object({
  tables: z.array(wireTableSchema),
  writes: z.array(knownWriteSchema),
  conflicts: z.array(wireConflictSchema),
  /** Investigations that this workstation may have (again), or may not have any longer. */
  access: z.array(z.object({ investigation: z.string().max(100), allowed: z.boolean() })),
  /** To go on from; never smaller than the one asked with. */
  cursor: z.number().int().nonnegative(),
  isLast: z.boolean(),
  /** The server's, not before the page was read: a page from below it may lack deletions. */
  watermark: z.number().int().nonnegative().optional(),
  /** False: the server (a standby) could not note how far it gave out, and `Head.offered` lacks it. */
  isNoted: z.boolean().optional(),
});

/** The rows of a table of a page, a list a column, each in the order of the rows. */
export interface PageColumns {
  readonly ids: readonly string[];
  readonly versions: readonly string[];
  /** null: no row has a column of another version than its own. */
  readonly fields: readonly WireRow['f'][] | null;
  /** null: empty in each of them. */
  readonly cells: ReadonlyMap<string, readonly WireCell[] | null>;
  /** The same as rows, made when they are first asked for. */
  readonly rows: WireRow[];
}

/** `columns`: the same once more, where it came so: what takes many rows over need not ask each (`columnsOf`). */
export interface PulledTable extends WireTable {
  readonly columns?: PageColumns;
}

export type PullPage = Omit<z.infer<typeof pullPageSchema>, 'tables'> & { tables: PulledTable[] };

export const headSchema = z.object({
  head: z.number().int().nonnegative(),
  /** Changes when the server is younger than what a workstation knows (restored, failed over). */
  epoch: z.number().int().nonnegative(),
  /** Where the server was when the epoch began. */
  epochFrom: z.number().int().nonnegative(),
  /** `PushBatch.through` of this workstation's last push. */
  acknowledged: z.number().int().nonnegative(),
  /** The highest stamp the server has of this workstation's node, or ''. */
  lastStamp: z.string().max(100),
  /** The highest `PushBatch.pushes` of this workstation's node; older servers keep none. */
  pushes: z.number().int().nonnegative().optional(),
  /** The furthest cursor it ever gave this workstation; whoever has read further read what it lost. */
  offered: z.number().int().nonnegative().optional(),
  /** The server's clock, ms since the epoch. */
  now: z.number(),
  /** Version of the server's schema, and the least version of a client that may push. */
  schema: z.number().int(),
  leastClient: z.number().int(),
  /** Tombstones purged up to here: a cursor before it reads all again. */
  watermark: z.number().int().nonnegative(),
});
export type Head = z.infer<typeof headSchema>;

export const memberSchema = z.object({
  /** Id of `users`. */
  id: z.string().max(100),
  email: z.string().max(320),
  name: z.string().max(200),
  role: z.enum(['SOC Analyst', 'Compliance Officer', 'Administrator', 'Auditor']),
  revokedAt: z.number().nullable(),
});
export type Member = z.infer<typeof memberSchema>;

export const seatSchema = z.object({
  /** The login: one workstation. */
  id: z.string().max(100),
  label: z.string().max(200),
  people: z.array(z.string().max(100)),
  nodeId: z.string().max(64).nullable(),
  joinedAt: z.number().nullable(),
  lastSeenAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  isYou: z.boolean(),
});
export type Seat = z.infer<typeof seatSchema>;

/** Somebody has a record open on another workstation. */
export const presenceSchema = z.object({
  person: z.string().max(100),
  seat: z.string().max(100),
  table: nameSchema,
  record: z.string().max(400),
  until: z.number(),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Digest of one part of a table: rows whose id's hash falls into the bucket (`merge.rules.ts`). */
export const digestSchema = z.object({
  table: nameSchema,
  bucket: z.number().int().min(0).max(255),
  rows: z.number().int().nonnegative(),
  /** Sum over the rows of 15 hex digits of md5(id, versions), modulo 2^60, in decimal. */
  sum: z.string().regex(/^\d{1,19}$/),
});
export type Digest = z.infer<typeof digestSchema>;
