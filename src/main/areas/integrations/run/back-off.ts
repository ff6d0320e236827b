import type { ConnectorFailureKind } from '../connector.types.ts';

const FIRST_MS = 30_000;
const MOST_MS = 60 * 60_000;
/** A vendor that says it may come again tomorrow is asked tomorrow; one that says next year, in a day. */
const MOST_ASKED_MS = 24 * 60 * 60_000;
/** What a person must mend is asked about less often. */
const NEEDS_A_PERSON: readonly string[] = ['credentials', 'permission', 'settings'];
const SLOW_FIRST_MS = 10 * 60_000;

export interface Failed {
  readonly kind: ConnectorFailureKind | 'internal';
  readonly retryAfterMs: number | null;
  /** Failures in a row, this one with them. */
  readonly failures: number;
}

/**
 * When to ask again, ms from now: exponential with full jitter, so that what failed together does not
 * come back together; never before the vendor said, never in less than a second.
 */
export function backOffMs(failed: Failed, random: () => number): number {
  const first = NEEDS_A_PERSON.includes(failed.kind) ? SLOW_FIRST_MS : FIRST_MS;
  const ceiling = Math.min(MOST_MS, first * 2 ** Math.min(failed.failures - 1, 20));
  const jittered = Math.max(1_000, Math.round(random() * ceiling));
  const asked = Math.min(failed.retryAfterMs ?? 0, MOST_ASKED_MS);
  return Math.max(jittered, asked);
}
