/**
 * The beginning of a list by time, without putting millions into order first: segments know their first and
 * last time, so those are read that may hold the earliest (or latest) rows, and no others.
 */
import type { EventSort } from '../../../../shared/areas/forensics/events/event-query.ts';
import { alignedTimes, type Clock } from './aligned-times.ts';
import type { Segment } from './event-file.store.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Sources that overlap in time all have to be read: beyond so many the order of all is no dearer. */
const MOST_SEGMENTS = 24;

export interface FirstRequest {
  readonly sort: EventSort;
  readonly count: number;
  /** Rows that are found, by place; null: all. */
  readonly mask: Uint8Array | null;
}

export interface PlacedRows extends Segment {
  readonly base: number;
}

interface Row {
  readonly ms: number;
  readonly nanos: number;
  readonly place: number;
}

const inOrder = (a: Row, b: Row): number => a.ms - b.ms || a.nanos - b.nanos || a.place - b.place;

/** Places in the order asked for; null where this is not the way, or there are fewer with a time. */
export function firstByTime(
  reader: SegmentReader,
  segments: readonly PlacedRows[],
  clockOf: (segment: Segment) => Clock,
  { sort, count, mask }: FirstRequest,
): number[] | null {
  if (sort === 'inserted') return null;
  const sign = sort === 'time' ? 1 : -1;
  const spans = segments
    .flatMap((segment) => {
      const { firstMs, lastMs } = segment;
      if (firstMs === null || lastMs === null) return [];
      const { offsetMs } = clockOf(segment);
      // Nanoseconds may carry over into the next ms.
      const edge = sort === 'time' ? firstMs + offsetMs : lastMs + offsetMs + 1;
      return [{ segment, edge: sign * edge }];
    })
    .sort((a, b) => a.edge - b.edge);
  const rows: Row[] = [];
  for (const [read, { segment, edge }] of spans.entries()) {
    // What is before the edge of all that is left to read is in its final place.
    if (rows.length >= count && rows.filter(({ ms }) => sign * ms < edge).length >= count) break;
    if (read >= MOST_SEGMENTS) return null;
    takeRows(reader, segment, { clock: clockOf(segment), mask, into: rows });
  }
  if (rows.length < count) return null;
  rows.sort((a, b) => sign * inOrder(a, b));
  return rows.slice(0, count).map(({ place }) => place);
}

function takeRows(
  reader: SegmentReader,
  segment: PlacedRows,
  { clock, mask, into }: { clock: Clock; mask: Uint8Array | null; into: Row[] },
): void {
  const { ms, nanos } = alignedTimes(reader, segment, { clock });
  for (let row = 0; row < segment.rows; row++) {
    const time = ms[row] as number;
    const place = segment.base + row;
    if (Number.isNaN(time) || (mask !== null && mask[place] !== 1)) continue;
    into.push({ ms: time, nanos: nanos[row] || 0, place });
  }
}
