import type { NetworkState } from '../../shared/areas/sync/connection.contract.ts';
import type { SyncStateName } from '../../shared/areas/sync/sync-state.contract.ts';
import { SECOND_MS } from '../../shared/kernel/time.ts';
import type { ConnectionState } from '../api/core-contact.ts';

export type PillState =
  | 'starting'
  | 'isolated'
  | 'local'
  | 'no-network'
  | 'reconnecting'
  | 'unreachable'
  | 'synced'
  | 'syncing'
  | 'sync-paused'
  | 'sync-waiting'
  | 'sync-problem';

/** A stream that broke off is opened again within a second or two; beyond this something is wrong. */
export const UNREACHABLE_AFTER_MS = 10 * SECOND_MS;

/** What the core knows beyond its own line; undefined until it has said so. */
export interface KnownAround {
  readonly network?: NetworkState | undefined;
  readonly isIsolated?: boolean | undefined;
  readonly sync?: SyncStateName | undefined;
}

const SYNC_PILLS: Readonly<Record<SyncStateName, PillState>> = {
  off: 'local',
  isolated: 'isolated',
  paused: 'sync-paused',
  waiting: 'sync-waiting',
  syncing: 'syncing',
  'up-to-date': 'synced',
  problem: 'sync-problem',
  revoked: 'sync-problem',
};

/**
 * The one word for what the page knows; the line to the core comes before the network beyond it, and
 * whether anything may leave before whether it could. A server on this machine needs no network, so
 * a sync that goes well is said before that there is none.
 */
export function pillState(
  { state, lostAt, contactAt }: ConnectionState,
  { network, isIsolated, sync = 'off' }: KnownAround,
  now: number,
): PillState {
  if (state === 'lost') {
    // An answer that was on its way when the stream broke is no sign of life ever after.
    const silentSince = lostAt === null ? now : Math.max(lostAt, contactAt ?? lostAt);
    return now - silentSince >= UNREACHABLE_AFTER_MS ? 'unreachable' : 'reconnecting';
  }
  if (isIsolated) return 'isolated';
  if (network === undefined) return 'starting';
  const shared = SYNC_PILLS[sync];
  if (network === 'present' || shared === 'synced' || shared === 'syncing') return shared;
  return shared === 'sync-problem' ? shared : 'no-network';
}
