/**
 * How much of a page is asked for: little at first, more while pages come quickly, less where one took
 * long. A page is so over in seconds on any network, and no server's limit of time meets it.
 */
import { LIMITS } from '../wire.ts';

const FIRST_BYTES = LIMITS.bytes / 32;
const LEAST_BYTES = LIMITS.bytes / 256;
const QUICK_MS = 2_000;
const SLOW_MS = 10_000;

interface PageSize {
  readonly bytes: () => number;
  /** How long the last page took that was as large as was asked for. */
  took(ms: number): void;
}

export function createPageSize(): PageSize {
  let bytes = FIRST_BYTES;
  return {
    bytes: () => bytes,
    took(ms) {
      if (ms < QUICK_MS) bytes = Math.min(LIMITS.bytes, bytes * 8);
      else if (ms > SLOW_MS) bytes = Math.max(LEAST_BYTES, bytes / 4);
    },
  };
}
