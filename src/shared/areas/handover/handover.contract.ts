/** Handovers of a shift: generated from the log, edited by a person, handed over, acknowledged. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';

export const HANDOVER_STATES = ['DRAFT', 'HANDED_OVER', 'ACKNOWLEDGED'] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];

/** In the order in which they are shown. */
export const HANDOVER_SECTIONS = [
  'critical',
  'overdue',
  'waiting',
  'decided',
  'changed',
  'overridden',
  'suppressions',
  'imports',
  'deadlines',
] as const;
export type HandoverSectionName = (typeof HANDOVER_SECTIONS)[number];
/** What a person writes: about the shift as a whole, and under each section. */
export const HANDOVER_TEXTS = ['summary', ...HANDOVER_SECTIONS] as const;
export type HandoverTextName = (typeof HANDOVER_TEXTS)[number];

export const HANDOVER_TITLE_MAX = 200;
export const HANDOVER_TEXT_MAX = 20_000;
/** So many lines of a section are kept; its total says how many there are. */
export const HANDOVER_LINES = 25;
export const HANDOVER_SPAN_DAYS = 31;

/** One line, linked to its record. `text` may be an attacker's; `detail` is ours. */
const lineSchema = z.object({
  /** The same for the same thing in every generation. */
  key: z.string(),
  text: z.string(),
  detail: z.string(),
  severity: z.enum(SEVERITIES).nullable(),
  at: z.string().nullable(),
  link: z.string(),
});
export type HandoverLine = z.infer<typeof lineSchema>;

const figureSchema = z.object({
  label: z.string(),
  n: z.number().int(),
  link: z.string().nullable(),
});
export type HandoverFigure = z.infer<typeof figureSchema>;

const sectionSchema = z.object({
  name: z.enum(HANDOVER_SECTIONS),
  total: z.number().int(),
  figures: z.array(figureSchema),
  lines: z.array(lineSchema),
});
export type HandoverSection = z.infer<typeof sectionSchema>;

/** What one person did; `id` is null for Watchfloor itself. */
const personSchema = z.object({
  id: z.string().nullable(),
  name: z.string(),
  figures: z.array(figureSchema),
});
export type HandoverPerson = z.infer<typeof personSchema>;

export const handoverFactsSchema = z.object({
  people: z.array(personSchema),
  received: z.number().int(),
  /** Actions before were deleted by the retention: of these nothing is told. */
  journalBegins: z.string().nullable().default(null),
  sections: z.array(sectionSchema),
});
export type HandoverFacts = z.infer<typeof handoverFactsSchema>;

const named = z.object({ id: z.string(), name: z.string() }).nullable();

/** Times are ISO 8601; `timeZone` is the one (IANA) that its texts and files are written in. */
export const handoverListedSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(HANDOVER_STATES),
  since: z.string(),
  until: z.string(),
  timeZone: z.string(),
  createdBy: named,
  createdAt: z.string(),
  handedBy: named,
  handedAt: z.string().nullable(),
  /** Whom it is meant for; null: whoever comes next. */
  handedTo: named,
  acknowledgedBy: named,
  acknowledgedAt: z.string().nullable(),
  /** Acknowledged by who handed over: nobody else could. */
  isSelfAcknowledged: z.boolean(),
});
export type HandoverListed = z.infer<typeof handoverListedSchema>;

export const handoverSchema = handoverListedSchema.extend({
  generatedAt: z.string().nullable(),
  facts: handoverFactsSchema.nullable(),
  texts: z.partialRecord(z.enum(HANDOVER_TEXTS), z.string()),
  /** Keys of lines that were taken out. */
  hidden: z.array(z.string()),
  acknowledgement: z.string().nullable(),
});
export type Handover = z.infer<typeof handoverSchema>;

const titleSchema = z
  .string({ error: 'Title is required' })
  .trim()
  .min(1, 'Title is required')
  .max(HANDOVER_TITLE_MAX, `Title must be at most ${HANDOVER_TITLE_MAX} characters`);
const textSchema = z
  .string()
  .max(
    HANDOVER_TEXT_MAX,
    `Text must be at most ${HANDOVER_TEXT_MAX.toLocaleString('en')} characters`,
  );

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
const zoneSchema = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'Time zone must be one of the IANA database, as Europe/Berlin');

export const newHandoverSchema = z.object({
  /** Absent: the length of a shift before now, by the workspace's setting. */
  since: isoTimeSchema.optional(),
  timeZone: zoneSchema.default('UTC'),
  title: titleSchema.optional(),
});
export type NewHandoverInput = z.input<typeof newHandoverSchema>;

/** A text is changed from what the writer saw: what another window wrote meanwhile is a conflict. */
const textChangeSchema = z.object({
  name: z.enum(HANDOVER_TEXTS),
  from: textSchema,
  to: textSchema,
});
export const handoverChangeSchema = z
  .object({
    title: titleSchema.optional(),
    text: textChangeSchema.optional(),
    hide: z.string().max(300).optional(),
    show: z.string().max(300).optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Nothing to change: give title, text, hide or show',
  );
export type HandoverChange = z.output<typeof handoverChangeSchema>;

export const HANDOVER_FORMATS = ['md', 'pdf'] as const;
export type HandoverFormat = (typeof HANDOVER_FORMATS)[number];

export const handoverContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/handovers',
    summary: 'Shift handovers, newest first',
    permission: 'alerts.read',
    query: pageQuerySchema,
    response: z.array(handoverListedSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/handovers',
    summary: 'Generate a handover of what was done and what waits since a time',
    permission: 'alerts.write',
    body: newHandoverSchema,
    response: handoverSchema,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/handovers/{id}',
    summary: 'One handover',
    permission: 'alerts.read',
    params: idParamSchema,
    response: handoverSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/handovers/{id}',
    summary: 'Change the texts of a draft, or take a generated line out',
    permission: 'alerts.write',
    params: idParamSchema,
    body: handoverChangeSchema,
    response: handoverSchema,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/handovers/{id}/refresh',
    summary: 'Generate the figures and lines of a draft anew, up to now; what was written stays',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({ since: isoTimeSchema.optional() }),
    response: handoverSchema,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/handovers/{id}/hand-over',
    summary: 'Hand the shift over; the text is final from here on',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({ to: z.string().min(1).max(100).nullable().default(null) }),
    response: handoverSchema,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/handovers/{id}/acknowledge',
    summary: 'Acknowledge a handover as the next person',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({
      note: z
        .string()
        .trim()
        .max(1000, 'Note must be at most 1,000 characters')
        .nullish()
        .transform((note) => note || null),
    }),
    response: handoverSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/handovers/{id}',
    summary: "Delete one's own draft",
    permission: 'alerts.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  exportOne: endpoint({
    method: 'GET',
    path: '/api/handovers/{id}/export',
    summary: 'A handover as Markdown or PDF',
    permission: 'alerts.read',
    params: idParamSchema,
    query: z.object({
      format: z.enum(HANDOVER_FORMATS, {
        error: `Format must be one of ${HANDOVER_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
};
