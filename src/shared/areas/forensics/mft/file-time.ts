/** FILETIME of Windows (100 ns since 1601, [MS-DTYP] 2.3.3) without leaving the 53 bits of a number. */
import type { FileMoment } from '../bodyfile/macb.ts';

/** 1601-01-01 to 1970-01-01. */
const EPOCH_GAP_MS = 11_644_473_600_000;
const TICKS_PER_MS = 10_000;
/** 2^32 ticks are this many whole ms, and this rest of ticks. */
const HIGH_MS = 429_496;
const HIGH_TICKS = 7_296;
/** The end of the year 9999. Later is damage, as is what is negative in 63 bits. */
const LAST_MS = 253_402_300_799_999;

/** @returns null where it is 0 or no time that can be. */
export function readFileTime(view: DataView, at: number): FileMoment | null {
  const low = view.getUint32(at, true);
  const high = view.getUint32(at + 4, true);
  if (low === 0 && high === 0) return null;
  const ticks = high * HIGH_TICKS + low;
  const ms = high * HIGH_MS + Math.floor(ticks / TICKS_PER_MS) - EPOCH_GAP_MS;
  return ms > LAST_MS ? null : { ms, nanos: (ticks % TICKS_PER_MS) * 100 };
}

/** Nothing below the second: what programs leave that set times by hand, or by whole seconds. */
export const hasNoFraction = ({ ms, nanos }: FileMoment): boolean =>
  nanos === 0 && ((ms % 1000) + 1000) % 1000 === 0;

/** ISO 8601 in UTC with seven digits. */
export function fileTimeText(moment: FileMoment): string {
  const ticks = String(Math.floor(moment.nanos / 100)).padStart(4, '0');
  return new Date(moment.ms).toISOString().replace('Z', `${ticks}Z`);
}
