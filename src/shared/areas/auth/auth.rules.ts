import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts';

/** Failures in a row that are free; from then on each doubles the wait, from 30 s to 15 min. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** How long an account waits after so many failures in a row, ms. */
export function waitAfterFailures(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}
