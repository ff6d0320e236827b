/** Rows of segments as events again. */
import {
  EVENT_KINDS,
  type EventKind,
} from '../../../../shared/areas/forensics/events/event.types.ts';
import { align } from './aligned-times.ts';
import type { EventRow, StoredEvent } from './event-store.types.ts';
import type { FoundRows, PlacedSegment } from './found-rows.ts';
import { COLUMN, FIRST_FIELD, SEGMENT_ROWS } from './segment-image.ts';

const eventId = (segment: { readonly id: number }, row: number): number =>
  segment.id * SEGMENT_ROWS + row;

const known: ReadonlySet<string> = new Set(EVENT_KINDS);
const toKind = (text: string | null): EventKind =>
  text !== null && known.has(text) ? (text as EventKind) : 'other';

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

export type StoredEvents = ReturnType<typeof createStoredEvents>;

export function createStoredEvents(found: FoundRows) {
  const { reader } = found;

  function row(segment: PlacedSegment, at: number): EventRow {
    const text = (column: number) => reader.text(segment, column, at);
    const recordedMs = reader.numbers(segment, COLUMN.time).at(at);
    const timeNanos = reader.numbers(segment, COLUMN.nanos).at(at) || 0;
    const aligned = align({ ms: recordedMs, nanos: timeNanos }, found.clockOf(segment));
    const alignedMs = orNull(aligned.ms);
    return {
      id: eventId(segment, at),
      sourceId: segment.sourceId,
      timeMs: orNull(recordedMs),
      timeNanos,
      alignedMs,
      alignedNanos: alignedMs === null ? 0 : aligned.nanos,
      kind: toKind(text(COLUMN.kind)),
      host: text(COLUMN.host),
      user: text(COLUMN.user),
      provider: text(COLUMN.provider),
      code: text(COLUMN.code),
      summary: text(COLUMN.summary) ?? '',
    };
  }

  function fieldsOf(segment: PlacedSegment, at: number, columns: readonly number[]) {
    const fields = Object.create(null) as Record<string, string | readonly string[]>;
    const { fieldNames } = found.now();
    for (const of of columns) {
      const code = reader.codeAt(reader.column(segment, of), at);
      if (code === 0) continue;
      const value = reader.value(segment, of, code - 1);
      if (of === COLUMN.more) Object.assign(fields, JSON.parse(String(value)));
      else fields[fieldNames.get(of) ?? String(of)] = value;
    }
    return fields;
  }

  function event(segment: PlacedSegment, at: number, columns: readonly number[]): StoredEvent {
    const number = orNull(reader.numbers(segment, COLUMN.recordNumber).at(at));
    return {
      ...row(segment, at),
      fields: fieldsOf(segment, at, columns),
      offset: orNull(reader.numbers(segment, COLUMN.offset).at(at)),
      record: number === null ? reader.text(segment, COLUMN.record, at) : String(number),
    };
  }

  const fieldColumns = (segment: PlacedSegment): number[] =>
    reader
      .columns(segment)
      .map(({ column }) => column)
      .filter((column) => column >= FIRST_FIELD || column === COLUMN.more);

  function ofPlaces<T>(
    places: Iterable<number>,
    make: (segment: PlacedSegment, at: number, columns: readonly number[]) => T,
    columnsFor: (segment: PlacedSegment) => readonly number[],
  ): T[] {
    const columns = new Map<number, readonly number[]>();
    return Array.from(places, (place) => {
      const segment = found.segmentAt(place);
      if (!segment) throw new RangeError('A row beyond the last segment');
      let known = columns.get(segment.id);
      if (!known) {
        known = columnsFor(segment);
        columns.set(segment.id, known);
      }
      return make(segment, place - segment.base, known);
    });
  }

  return {
    rows: (places: Iterable<number>): EventRow[] => ofPlaces(places, row, () => []),
    events: (places: Iterable<number>): StoredEvent[] => ofPlaces(places, event, fieldColumns),
    ids: (places: readonly number[]): Float64Array =>
      Float64Array.from(places, (place) => {
        const segment = found.segmentAt(place);
        return segment ? eventId(segment, place - segment.base) : -1;
      }),
    /** Undefined where there is no such event (any more). */
    placeOf(id: number): number | undefined {
      const segmentId = Math.floor(id / SEGMENT_ROWS);
      const segment = found.segmentOf(segmentId);
      const row = id % SEGMENT_ROWS;
      return segment && row >= 0 && row < segment.rows ? segment.base + row : undefined;
    },
  };
}
