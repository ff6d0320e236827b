/** What crosses between the core and the thread of sync, parsed on both sides. */
import { z } from 'zod';
import { SYNC_PROBLEMS, SYNC_STATES } from '../../../../shared/areas/sync/sync-state.contract.ts';
import { serverEventSchema } from '../../../../shared/contract/events.ts';
import { memberSchema, presenceSchema, seatSchema } from '../wire.ts';

const nameSchema = z.string().max(400);
const openRecordSchema = z.object({ person: nameSchema, table: nameSchema, record: nameSchema });

export const toSyncThreadSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('poke'), why: z.enum(['change', 'network', 'person']) }),
  z.object({ type: z.literal('pause'), isPaused: z.boolean() }),
  z.object({ type: z.literal('open'), records: z.array(openRecordSchema).max(500) }),
  z.object({ type: z.literal('people') }),
  z.object({ type: z.literal('check'), request: z.string() }),
  /** A file of evidence is wanted: fetch its chunks. */
  z.object({ type: z.literal('fetch'), request: z.string(), sha256: z.string() }),
  z.object({ type: z.literal('close') }),
]);
export type ToSyncThread = z.infer<typeof toSyncThreadSchema>;

const momentSchema = z.number().nullable();
const digestsSchema = z.object({
  at: z.number(),
  differing: z.array(z.object({ table: z.string(), parts: z.number() })),
});
const loopStateSchema = z.object({
  name: z.enum(SYNC_STATES).exclude(['off']),
  progress: z
    .object({
      direction: z.enum(['receiving', 'sending']),
      done: z.number(),
      total: z.number().nullable(),
    })
    .nullable(),
  problem: z
    .object({
      kind: z.enum(SYNC_PROBLEMS),
      cause: z.string(),
      cure: z.string(),
      since: z.number(),
    })
    .nullable(),
  nextTryAt: momentSchema,
  backlog: z.number(),
  lastSuccessAt: momentSchema,
  clock: z.object({ offsetMs: z.number(), note: z.string() }).nullable(),
  digests: digestsSchema.nullable(),
  figures: z.object({ rowsReceived: z.number(), rowsSent: z.number() }),
});

export const fromSyncThreadSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: loopStateSchema }),
  z.object({ type: z.literal('event'), event: serverEventSchema }),
  z.object({ type: z.literal('presence'), others: z.array(presenceSchema) }),
  z.object({
    type: z.literal('people'),
    members: z.array(memberSchema),
    seats: z.array(seatSchema),
    at: z.number(),
  }),
  z.object({
    type: z.literal('checked'),
    request: z.string(),
    digests: digestsSchema.nullable(),
    problem: z.string().nullable(),
  }),
  z.object({ type: z.literal('fetched'), request: z.string(), problem: z.string().nullable() }),
  /** Files of evidence that nothing here names any more. */
  z.object({ type: z.literal('unused'), files: z.array(z.string()) }),
  z.object({ type: z.literal('log'), text: z.string(), stack: z.string() }),
  z.object({ type: z.literal('closed') }),
]);
export type FromSyncThread = z.infer<typeof fromSyncThreadSchema>;
