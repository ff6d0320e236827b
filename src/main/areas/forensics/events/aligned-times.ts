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
  const recorded = read(segment, COLUMN.time).all();
  const nanos = read(segment, COLUMN.nanos).all();
  if (clock.offsetMs === 0 && clock.offsetNanos === 0) return { ms: recorded, nanos };
  for (let row = 0; row < recorded.length; row++) {
    const one = align({ ms: recorded[row] as number, nanos: nanos[row] || 0 }, clock);
    recorded[row] = one.ms;
    nanos[row] = one.nanos;
  }
  return { ms: recorded, nanos };
}

interface Time {
  readonly ms: number;
  readonly nanos: number;
}

/** One time, its nanoseconds carried over. */
export function align({ ms, nanos }: Time, { offsetMs, offsetNanos }: Clock): Time {
  const sum = nanos + offsetNanos;
  const carry = sum >= NANOS_PER_MS ? 1 : 0;
  return { ms: ms + offsetMs + carry, nanos: sum - carry * NANOS_PER_MS };
}
