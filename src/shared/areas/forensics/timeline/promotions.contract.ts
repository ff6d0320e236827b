/** Events that people or rules took out of the event store into the case, with what the store held of them then. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { pageQuerySchema } from '../../../kernel/paging.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { EVENT_KINDS } from '../events/event.types.ts';
import { alignmentSchema } from './alignments.contract.ts';

export const PROMOTION_LIMITS = { events: 200, note: 2_000, perCase: 5_000 } as const;

/** The frozen copy. Texts are attackers'. */
export const frozenEventSchema = z.object({
  kind: z.enum(EVENT_KINDS).catch('other'),
  host: z.string().nullable().default(null),
  user: z.string().nullable().default(null),
  provider: z.string().nullable().default(null),
  code: z.string().nullable().default(null),
  summary: z.string().default(''),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  offset: z.number().nullable().default(null),
  record: z.string().nullable().default(null),
  /** Fields were left out: the event is longer than a copy may be. */
  isCut: z.boolean().default(false),
});
export type FrozenEvent = z.output<typeof frozenEventSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

export const promotedEventSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  eventId: z.string(),
  /** As recorded; null where the source gave no time. `nanos` beyond the ms: 0 to 999,999. */
  recordedAt: isoTimeSchema.nullable(),
  recordedNanos: z.int(),
  alignedAt: isoTimeSchema.nullable(),
  alignedNanos: z.int(),
  /** Of its source's clock; null where nobody aligned it. */
  alignment: alignmentSchema.nullable(),
  event: frozenEventSchema,
  note: z.string().nullable(),
  technique: z.string().nullable(),
  rule: z.object({ id: z.string(), name: z.string() }).nullable(),
  promotedBy: personSchema.nullable(),
  promotedAt: isoTimeSchema,
});
export type PromotedEvent = z.infer<typeof promotedEventSchema>;

const noteSchema = z
  .string()
  .trim()
  .max(PROMOTION_LIMITS.note, `Note must be at most ${PROMOTION_LIMITS.note} characters`)
  .transform((text) => (text === '' ? null : text))
  .nullable();
const techniqueSchema = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text.toUpperCase()))
  .refine((id) => id === null || /^T\d{4}(?:\.\d{3})?$/.test(id), {
    error: 'Technique must be an ATT&CK id, as T1059 or T1059.001',
  })
  .nullable();

const promoteSchema = z.object({
  eventIds: z
    .array(z.int().min(0))
    .min(1, 'Choose at least one event')
    .max(PROMOTION_LIMITS.events, `At most ${PROMOTION_LIMITS.events} events at once`),
  note: noteSchema.default(null),
  technique: techniqueSchema.default(null),
});
export type Promotion = z.output<typeof promoteSchema>;

const promotedParams = z.object({
  id: z.string().min(1).max(100),
  promoted: z.string().min(1).max(300),
});

export const promotionsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/promoted',
    summary: 'Events of the timeline that were promoted, the newest promotion first',
    permission: 'forensics.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(promotedEventSchema),
    list: true,
  }),
  promote: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/promoted',
    summary: 'Promote events of the store into the case, with a copy of each',
    permission: 'forensics.write',
    params: idParamSchema,
    body: promoteSchema,
    response: z.object({ promoted: z.int(), already: z.int() }),
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/forensics/investigations/{id}/promoted/{promoted}',
    summary: 'Change note or technique of a promoted event',
    permission: 'forensics.write',
    params: promotedParams,
    body: z
      .object({ note: noteSchema.optional(), technique: techniqueSchema.optional() })
      .refine(
        ({ note, technique }) => note !== undefined || technique !== undefined,
        'Nothing to change: give note or technique',
      ),
    response: promotedEventSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/forensics/investigations/{id}/promoted/{promoted}',
    summary: 'Take a promoted event out of the case; the store keeps it',
    permission: 'forensics.write',
    params: promotedParams,
    response: 'none',
    status: 204,
  }),
};
