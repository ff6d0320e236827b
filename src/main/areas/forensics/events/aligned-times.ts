/** Recorded times put right by the clock of their source. The recorded ones are never changed. */
import type { Segment } from './event-file.store.ts';
import type { EventSource } from './event-store.types.ts';
import { COLUMN } from './segment-image.ts';
import type { SegmentReader } from './segment-reader.ts';

export const NO_CLOCK = { offsetMs: 0, offsetNanos: 0 } as const;
export type Clock = EventSource['clock'];
const NANOS_PER_MS = 1_000_000;

/** Aligned: a source's clock put right, its ns carried over into the ms. `isOnce`: nothing is kept for the next. */
export function alignedTimes(
  reader: SegmentReader,
  segment: Segment,
  { clock, isOnce = false }: { clock: Clock; isOnce?: boolean },
): { ms: Float64Array; nanos: Float64Array } {
  const read = isOnce ? reader.numbersOnce : reader.numbers;
  const recorded = read(segment, COLUMN.time);
  const nanos = read(segment, COLUMN.nanos);
  const { offsetMs, offsetNanos } = clock;
  if (offsetMs === 0 && offsetNanos === 0) return { ms: recorded, nanos };
  const ms = new Float64Array(recorded.length);
  const rest = new Float64Array(recorded.length);
  for (let row = 0; row < ms.length; row++) {
    const sum = (nanos[row] || 0) + offsetNanos;
    const carry = sum >= NANOS_PER_MS ? 1 : 0;
    rest[row] = sum - carry * NANOS_PER_MS;
    ms[row] = (recorded[row] as number) + offsetMs + carry;
  }
  return { ms, nanos: rest };
}
