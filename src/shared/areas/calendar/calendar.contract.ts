import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { dayAsWritten } from '../../kernel/day.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { CALENDAR_KINDS, type CalendarKind } from './calendar.rules.ts';

const day = (label: string) =>
  z.string({ error: `${label} is required` }).transform((value, context) => {
    const found = dayAsWritten(value);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: `${label} must be a date like 2026-11-20` });
    return z.NEVER;
  });

/** Names of kinds with commas between them; absent means all of them. */
const kinds = z
  .string()
  .max(1000)
  .optional()
  .transform((value, context): readonly CalendarKind[] => {
    if (value === undefined || value === '') return CALENDAR_KINDS;
    const named = value.split(',');
    const known = CALENDAR_KINDS.filter((kind) => named.includes(kind));
    if (known.length === new Set(named).size) return known;
    context.addIssue({ code: 'custom', message: `Kinds are ${CALENDAR_KINDS.join(', ')}` });
    return z.NEVER;
  });

const spanSchema = z.object({
  /** First and last day, both included. */
  from: day('First day'),
  to: day('Last day'),
  kinds,
  /** Only what the signed-in account is the owner of, or was asked for. */
  mine: z.enum(['yes', 'no']).default('no'),
});
const inOrder = <T extends { from: string; to: string }>(span: T) => span.from <= span.to;
const ORDER = { message: 'The last day must not be before the first', path: ['to'] };

const calendarItemSchema = z.object({
  kind: z.enum(CALENDAR_KINDS),
  /** Of the record; `<record>/<part>` where it is a part of one. */
  id: z.string(),
  title: z.string(),
  day: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type CalendarItem = z.infer<typeof calendarItemSchema>;

const calendarCountSchema = z.object({
  day: z.string(),
  kind: z.enum(CALENDAR_KINDS),
  count: z.number().int(),
});
export type CalendarCount = z.infer<typeof calendarCountSchema>;

export const calendarContract = {
  items: endpoint({
    method: 'GET',
    path: '/api/calendar',
    summary: 'What is due in a span of days, of all areas, earliest first',
    permission: 'dashboard.read',
    query: spanSchema.extend(pageQuerySchema.shape).refine(inOrder, ORDER),
    response: z.array(calendarItemSchema),
    list: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/calendar/counts',
    summary: 'How much is due by day and kind',
    permission: 'dashboard.read',
    query: spanSchema.refine(inOrder, ORDER),
    response: z.array(calendarCountSchema),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/calendar.ics',
    summary:
      'What is due within 400 days, with reminders 30, 7 and 1 days ahead, as iCalendar (RFC 5545)',
    permission: 'dashboard.read',
    query: spanSchema.pick({ kinds: true, mine: true }),
    response: 'bytes',
  }),
};
