/** Values of an event by the names that the dialects of logs have for them. */
import type { EventFields, EvidenceEvent } from '../events/event.types.ts';

/** An event as the store gives it. */
export interface TimedEvent extends EvidenceEvent {
  readonly id: number;
  readonly sourceId: string;
  readonly alignedMs: number | null;
  readonly alignedNanos: number;
}

const PREFIXES = ['', 'EventData.', 'winlog.event_data.', 'Event.EventData.'] as const;
const EMPTY = new Set(['', '-', 'N/A', '(null)', '?']);

/** The first of these names that says something; of several values the first. */
export function fieldOf(fields: EventFields, names: readonly string[]): string | null {
  for (const name of names)
    for (const prefix of PREFIXES) {
      const value = fields[prefix === '' ? name : prefix + name];
      if (value === undefined) continue;
      const text = (typeof value === 'string' ? value : (value[0] ?? '')).trim();
      if (!EMPTY.has(text)) return text;
    }
  return null;
}

/** `0x1a4`, `420`: at most 2⁵³, else null. */
export function numberOf(text: string | null): number | null {
  if (text === null || !/^(?:0x[\da-f]{1,16}|\d{1,16})$/i.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** The last part of a path of either kind, in lower case. */
export function baseName(path: string | null): string {
  if (path === null) return '';
  return path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1).toLowerCase();
}
