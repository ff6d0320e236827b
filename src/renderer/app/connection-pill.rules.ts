import type { NetworkState } from '../../shared/areas/sync/connection.contract.ts';
import { SECOND_MS } from '../../shared/kernel/time.ts';
import type { ConnectionState } from '../api/core-contact.ts';

export type PillState = 'starting' | 'local' | 'no-network' | 'reconnecting' | 'unreachable';

/** A stream that broke off is opened again within a second or two; beyond this something is wrong. */
export const UNREACHABLE_AFTER_MS = 10 * SECOND_MS;

/** The one word for what the page knows; the line to the core comes before the network beyond it. */
export function pillState(
  { state, lostAt, contactAt }: ConnectionState,
  network: NetworkState | undefined,
  now: number,
): PillState {
  if (state === 'lost') {
    const isAnswered = contactAt !== null && lostAt !== null && contactAt > lostAt;
    const isLong = lostAt !== null && now - lostAt >= UNREACHABLE_AFTER_MS;
    return isLong && !isAnswered ? 'unreachable' : 'reconnecting';
  }
  if (network === undefined) return 'starting';
  return network === 'cut' ? 'no-network' : 'local';
}
