/**
 * What is kept too long: counted for the page, and deleted in batches by the job. Open alerts are in
 * no query of this file.
 */
import type { RetentionCounts } from '../../../shared/areas/settings/retention.contract.ts';
import type { Retention } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import { countOverActions } from '../../db/action-prune.ts';
import type { Bound, Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { WriteTx } from '../../db/write-door.ts';

/**
 * Closed before a moment; a closing whose time is not known (imported so) counts from the alert's.
 * In the words of the index `alerts_over`, which answers it alone.
 */
const CLOSED_BEFORE = `status IN ('RESOLVED', 'FALSE_POSITIVE') AND deleted_at IS NULL
  AND coalesce(resolved_at, created_at) < ?`;

/** Tables of this workstation, by the setting that rules them. */
const LOCAL = {
  jobs: 'finished_at IS NOT NULL AND finished_at < ?',
  notifications: 'read_at IS NOT NULL AND read_at < ?',
  chat_messages: 'timestamp < ?',
} as const;
export type LocalTable = keyof typeof LOCAL;

const LAST_RUN = 'retention_last';

export function cutoff(days: number | null, now: number): number | null {
  return days === null ? null : now - days * DAY_MS;
}

export const DAYS_OF: Readonly<Record<LocalTable, keyof Retention>> = {
  jobs: 'jobsDays',
  notifications: 'notificationsDays',
  chat_messages: 'chatDays',
};

function countDue(db: ReadDb, retention: Retention, now: number): RetentionCounts {
  const count = (sql: string, ...values: Bound[]) => db.get<{ n: number }>(sql, ...values)?.n ?? 0;
  const local = (table: LocalTable) => {
    const before = cutoff(retention[DAYS_OF[table]], now);
    if (before === null) return 0;
    return count(`SELECT count(*) AS n FROM ${table} WHERE ${LOCAL[table]}`, before);
  };
  const before = cutoff(retention.alertsDays, now);
  const alerts =
    before === null
      ? 0
      : count(
          `SELECT count(*) AS n FROM alerts INDEXED BY alerts_over WHERE ${CLOSED_BEFORE}`,
          before,
        );
  const doneBefore = cutoff(retention.actionsDays, now);
  return {
    alerts,
    jobs: local('jobs'),
    notifications: local('notifications'),
    chatMessages: local('chat_messages'),
    actions: doneBefore === null ? 0 : countOverActions(db, doneBefore),
  };
}

/** The next alerts that were closed before a moment, by their `seq`. */
export function dueAlerts(db: ReadDb, before: number, limit: number): number[] {
  return db
    .all<{ seq: number }>(
      `SELECT seq FROM alerts INDEXED BY alerts_over WHERE ${CLOSED_BEFORE} LIMIT ?`,
      before,
      limit,
    )
    .map(({ seq }) => seq);
}

/** Deletes up to `limit` rows of one of the workstation's tables, and writes down how many. */
export function removeLocal(tx: WriteTx, table: LocalTable, before: number, limit: number): number {
  const removed = tx.run(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${LOCAL[table]} LIMIT ?)`,
    before,
    limit,
  );
  if (removed > 0) {
    tx.note(table, removed);
    tx.announce(table);
  }
  return removed;
}

/** Failed sign-ins whose wait is long over, and sessions that have ended. */
function removeStaleSignIns(tx: WriteTx): void {
  tx.run(
    'DELETE FROM login_attempts WHERE last_at < ? AND blocked_until < ?',
    tx.now - DAY_MS,
    tx.now,
  );
  tx.run('DELETE FROM sessions WHERE expire <= ?', tx.now);
}

export function saveRun(tx: WriteTx, deleted: RetentionCounts): void {
  tx.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    LAST_RUN,
    JSON.stringify({ at: toIso(tx.now), deleted }),
  );
  tx.announce('retention');
}

export function createRetentionStore(db: Database) {
  return {
    settings: (): Retention =>
      db.read('retention.settings', (reader) => readWorkspaceSettings(reader).retention),
    due: (retention: Retention, now: number): RetentionCounts =>
      db.read('retention.due', (reader) => countDue(reader, retention, now)),
    removeStaleSignIns: (): void =>
      db.write({ actor: null, origin: 'system', action: 'settings.retention' }, removeStaleSignIns),
    /** JSON of the last run, or undefined before the first. */
    last: (): string | undefined =>
      db.read(
        'retention.last',
        (reader) =>
          reader.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', LAST_RUN)?.value,
      ),
  };
}
export type RetentionStore = ReturnType<typeof createRetentionStore>;
