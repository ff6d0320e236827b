/**
 * What people called false positives in one source. A mark is of an event; where the source was read anew
 * that event is gone, and the mark goes to the event of the same record that the same rule finds.
 */
import type { EventStore } from '../events/event-store.types.ts';
import { type RecordIdentity, recordKey } from '../events/record-key.ts';
import type { MarkRow } from './tuning.store.ts';

type Marked = Pick<MarkRow, 'id' | 'ruleId' | 'eventId' | 'recordKey' | 'summary'>;

export interface EventOfRecord {
  readonly eventId: string;
  readonly recordKey: string | null;
}

/** Numbers are given anew where a store is made anew: it is the record that must be the same. */
export const isStillThere =
  (store: Pick<EventStore, 'get'>, sourceId: string) =>
  ({ eventId, recordKey: key }: EventOfRecord): boolean => {
    const event = store.get(Number(eventId));
    return event?.sourceId === sourceId && (key === null || recordKey(event) === key);
  };

export class SourceMarks {
  readonly #byEvent = new Set<string>();
  readonly #lost = new Map<string, Marked[]>();
  #moved: { id: string; eventId: string }[] = [];

  /** @param isThere Whether the store still has this record under this number, of this source. */
  constructor(marks: readonly Marked[], isThere: (of: EventOfRecord) => boolean) {
    for (const mark of marks) {
      if (mark.recordKey === null || isThere(mark)) {
        this.#byEvent.add(`${mark.ruleId}\n${mark.eventId}`);
        continue;
      }
      const key = `${mark.ruleId}\n${mark.recordKey}`;
      this.#lost.set(key, [...(this.#lost.get(key) ?? []), mark]);
    }
  }

  /** Whether a rule's hit on this event is marked. */
  has(ruleId: string, event: RecordIdentity & { readonly id: number }): boolean {
    if (this.#byEvent.has(`${ruleId}\n${event.id}`)) return true;
    if (this.#lost.size === 0) return false;
    const key = `${ruleId}\n${recordKey(event)}`;
    const lost = this.#lost.get(key);
    // Several events may be made of one record: the one that says the same is meant.
    const mark = lost?.find(({ summary }) => event.summary.startsWith(summary)) ?? lost?.[0];
    if (!lost || !mark) return false;
    this.#moved.push({ id: mark.id, eventId: String(event.id) });
    if (lost.length === 1) this.#lost.delete(key);
    else
      this.#lost.set(
        key,
        lost.filter((one) => one !== mark),
      );
    return true;
  }

  /** Marks that go to another event, since the last time. */
  takeMoved(): readonly { id: string; eventId: string }[] {
    const moved = this.#moved;
    this.#moved = [];
    return moved;
  }
}
