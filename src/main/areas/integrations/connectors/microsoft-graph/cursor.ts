import { z } from 'zod';
import { readCursor } from '../kit/cursor.ts';
import { DAY_MS } from '../kit/settings.ts';
import { type GraphSettings, type Stream, streamsOf } from './settings.ts';

/** One stream's place. Times are ms since 1970. */
const placeSchema = z.object({
  /** Everything last updated before it is read. */
  from: z.number(),
  /** The end of the window that is being paged through, or null between windows. */
  to: z.number().nullable(),
  /** The next page's own address. */
  next: z.string().nullable(),
  /** How many the window holds as the first page counted them, and how many came. */
  want: z.number().nullable(),
  got: z.number(),
  /** The run goes on: it does not step back for late records again. */
  isMid: z.boolean(),
});
export type Place = z.infer<typeof placeSchema>;

const cursorSchema = z.object({
  stream: z.enum(['alerts', 'incidents']),
  alerts: placeSchema,
  incidents: placeSchema,
  seen: z.string().max(2_600),
});
type GraphCursor = z.infer<typeof cursorSchema>;

export function startAt(from: number, isMid: boolean): Place {
  return { from, to: null, next: null, want: null, got: 0, isMid };
}

/** Where to go on. What the settings no longer ask for is left where it stands. */
export function cursorOf(settings: GraphSettings, text: string | null, now: number): GraphCursor {
  const begin = now - settings.sinceDays * DAY_MS;
  const [first = 'alerts'] = streamsOf(settings);
  const cursor = readCursor(cursorSchema, text) ?? {
    stream: first,
    alerts: startAt(begin, true),
    incidents: startAt(begin, true),
    seen: '',
  };
  return streamsOf(settings).includes(cursor.stream) ? cursor : { ...cursor, stream: first };
}

/** The stream that comes after this one in a run, or null at the run's end. */
export function streamAfter(settings: GraphSettings, stream: Stream): Stream | null {
  const all = streamsOf(settings);
  return all[all.indexOf(stream) + 1] ?? null;
}
