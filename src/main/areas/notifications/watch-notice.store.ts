/** Changes of watched alerts that their watchers have not been told of. */
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface Watched {
  readonly alertId: string;
  readonly title: string;
  readonly watchers: readonly { readonly account: string; readonly since: number }[];
}

export interface WatchedChange {
  readonly seq: number;
  readonly at: number;
  readonly actor: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly reason: string | null;
  /** Of a comment: those whom it mentions, who are told of that. */
  readonly mentions: readonly string[];
}

/** Null: nobody has been told of anything yet. */
export function toldUpTo(db: ReadDb): number | null {
  return db.get<{ seq: number }>('SELECT seq FROM watch_told WHERE one = 1')?.seq ?? null;
}

export function setToldUpTo(tx: WriteTx, seq: number): void {
  tx.run(
    'INSERT INTO watch_told (one, seq) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET seq = excluded.seq',
    seq,
  );
}

export function newestEntry(db: ReadDb): number {
  return db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM audit_log')?.seq ?? 0;
}

/** The alerts that somebody watches, of these or of all. */
export function watchedAlerts(db: ReadDb, ids: readonly string[] | null): Watched[] {
  const rows = db.all<{ alertId: string; title: string; account: string; since: number }>(
    `SELECT w.alert_id AS alertId, a.title, w.account, w.created_at AS since
     FROM alert_watchers w CROSS JOIN alerts a ON a.id = w.alert_id
     WHERE w.deleted_at IS NULL AND a.deleted_at IS NULL
       AND (? IS NULL OR w.alert_id IN (SELECT value FROM json_each(?)))`,
    ids && 1,
    ids && JSON.stringify(ids),
  );
  return [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, watchers]) => ({
    alertId,
    title: watchers[0]?.title ?? '',
    watchers: watchers.map(({ account, since }) => ({ account, since })),
  }));
}

/** What was done to an alert after an entry of the audit log: to itself, by a comment, among many others. */
export function changesAfter(db: ReadDb, alertId: string, after: number): WatchedChange[] {
  return db
    .all<Omit<WatchedChange, 'mentions'> & { mentions: string | null }>(
      `SELECT l.seq, l.at, l.actor, l.action, l.reason, r.mentions,
         coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) AS actorName
       FROM (SELECT ? AS id, NULL AS mentions
         UNION SELECT id, mentions FROM alert_comments WHERE alert_id = ?
         UNION SELECT action_id, NULL FROM desk_action_changes WHERE record_id = ?) r
       CROSS JOIN audit_log l ON l.record_id = r.id
       LEFT JOIN users u ON u.id = l.actor
       WHERE l.seq > ? AND l.origin IN ('user', 'job') ORDER BY l.seq`,
      alertId,
      alertId,
      alertId,
      after,
    )
    .map((row) => ({
      ...row,
      mentions: row.mentions ? (JSON.parse(row.mentions) as string[]) : [],
    }));
}
