/** The replica of the thread that syncs, with what hangs on the rows of each area. */
import type { ChangedAlert } from '../areas/alerts/alerts.store.ts';
import {
  deriveEntityTerms,
  followMergedAlerts,
  leaveAlerts,
  prepareNewAlerts,
} from '../areas/alerts/merged-alerts.store.ts';
import type { MergeFollower } from '../areas/sync/replica/followers.types.ts';
import { readNode } from '../areas/sync/replica/replica-state.store.ts';
import {
  createSqliteReplica,
  type SqliteReplicaDeps,
} from '../areas/sync/replica/sqlite-replica.ts';
import type { Replica } from '../areas/sync/replica.port.ts';
import type { Database } from '../db/database.ts';

const alerts: MergeFollower = {
  derivedFrom: new Set([
    ...['title', 'description', 'source_host', 'source_user', 'source_ip', 'dest_ip', 'techniques'],
  ]),
  derive: deriveEntityTerms,
  prepare: prepareNewAlerts,
  changed: (tx, rows) => followMergedAlerts(tx, rows as unknown as ChangedAlert[]),
  remove: leaveAlerts,
};

/** @param deps `db` is over a connection of its own, opened with `foreignKeys: false`. */
export function openReplica(deps: Omit<SqliteReplicaDeps, 'followers'>): Replica {
  return createSqliteReplica({ ...deps, followers: { alerts } });
}

/** Of the stamps that are made here; it changes where a database was put back. */
export function nodeOfDatabase(db: Database): string {
  return db.read('sync.node', readNode);
}
