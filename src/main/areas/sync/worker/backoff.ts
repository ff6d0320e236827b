/**
 * How long to wait after failures. Full jitter: anywhere between nothing and a bound that doubles, so
 * that workstations that lost one server do not come back to it all at once.
 */
const FIRST_MS = 1_000;

export function backoffMs(failures: number, capMs: number, random: () => number): number {
  const bound = Math.min(capMs, FIRST_MS * 2 ** Math.min(failures - 1, 30));
  return Math.round(random() * bound);
}
