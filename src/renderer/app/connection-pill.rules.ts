import type { NetworkState } from '../../shared/areas/sync/connection.contract.ts';
import { SECOND_MS } from '../../shared/kernel/time.ts';
import type { ConnectionState } from '../api/core-contact.ts';

export type PillState =
  | 'starting'
  | 'isolated'
  | 'local'
  | 'no-network'
  | 'reconnecting'
  | 'unreachable';

/** A stream that broke off is opened again within a second or two; beyond this something is wrong. */
export const UNREACHABLE_AFTER_MS = 10 * SECOND_MS;

/**
 * The one word for what the page knows; the line to the core comes before the network beyond it, and
 * whether anything may leave before whether it could.
 */
export function pillState(
  { state, lostAt, contactAt }: ConnectionState,
  { network, isIsolated }: { network?: NetworkState | undefined; isIsolated?: boolean | undefined },
  now: number,
): PillState {
  if (state === 'lost') {
    // An answer that was on its way when the stream broke is no sign of life ever after.
    const silentSince = lostAt === null ? now : Math.max(lostAt, contactAt ?? lostAt);
    return now - silentSince >= UNREACHABLE_AFTER_MS ? 'unreachable' : 'reconnecting';
  }
  if (isIsolated) return 'isolated';
  if (network === undefined) return 'starting';
  return network === 'cut' ? 'no-network' : 'local';
}
