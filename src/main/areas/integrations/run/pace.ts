import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../../../platform/egress-port.ts';

/** Requests of one integration: so many at once, then one in so many ms. */
const BURST = 20;
const EVERY_MS = 500;

/**
 * API rate limiting of the Configuration tab: a bucket of tokens in front of the way out, so that a long
 * history does not use up what the vendor allows to everybody else of the organisation.
 */
export function pacedEgress(egress: Egress, isRateLimited: boolean): Egress {
  if (!isRateLimited) return egress;
  let tokens = BURST;
  let filledAt = performance.now();
  return async (request) => {
    const now = performance.now();
    tokens = Math.min(BURST, tokens + (now - filledAt) / EVERY_MS);
    filledAt = now;
    tokens--;
    // Who is cancelled while waiting hears it from the port itself.
    if (tokens < 0)
      await sleep(-tokens * EVERY_MS, undefined, { signal: request.signal }).catch(() => {});
    return egress(request);
  };
}
