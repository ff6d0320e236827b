/** Reads what a server of MISP gives for a search: one event, or several in a list or a `response`. */
import type { ReadIntel } from '../intel.types.ts';
import { isJson, type Json } from '../json.ts';
import { Tally } from '../tally.ts';
import { readMispEvent } from './read-event.ts';

/** Over all events of a file. */
const LIMITS = { events: 2_000, read: 200_000 } as const;

const hasEvent = (value: unknown): value is Json => isJson(value) && isJson(value.Event);

/** Null where it is no file of MISP. */
export function mispEventsOf(parsed: unknown): readonly Json[] | null {
  const held = isJson(parsed) && parsed.response !== undefined ? parsed.response : parsed;
  if (hasEvent(held)) return [held];
  if (!Array.isArray(held) || held.length === 0 || !held.every(hasEvent)) return null;
  return held;
}

/** An event that cannot be read is rejected by itself. @returns a sentence where none can be. */
export function readMispEvents(events: readonly Json[]): ReadIntel | string {
  const [only] = events;
  if (events.length === 1) return readMispEvent(only);
  if (events.length > LIMITS.events)
    return `This file has ${events.length.toLocaleString('en')} events of MISP; at most 2,000 are read at once.`;
  const [rejections, losses] = [new Tally(), new Tally()];
  const reads: ReadIntel[] = [];
  let read = 0;
  for (const event of events) {
    const one = read < LIMITS.read ? readMispEvent(event) : 'event beyond 200,000 attributes';
    if (typeof one === 'string') {
      const uuid = isJson(event.Event) ? event.Event.uuid : null;
      rejections.add(one, typeof uuid === 'string' ? uuid.slice(0, 40) : null);
      read += 1;
      continue;
    }
    read += one.read;
    reads.push(one);
    rejections.addAll(one.rejections);
    losses.addAll(one.losses);
  }
  if (reads.length === 0) return 'None of the events of MISP in this file can be read.';
  return {
    ...{ format: 'misp', title: `${reads.length.toLocaleString('en')} events of MISP`, read },
    ...{ rows: reads.flatMap(({ rows }) => rows), relations: [], unknownFields: [] },
    objects: reads.flatMap(({ objects }) => objects),
    ...{ rejections: rejections.list(), losses: losses.list() },
  };
}
