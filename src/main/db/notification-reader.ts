import { mutedKinds } from '../../shared/areas/notifications/notifications.rules.ts';
import type { Bound, ReadDb } from './database.ts';
import { readPreferences } from './settings-reader.ts';

/*
 * Which notifications an account has, and whether it has read them: one definition for the list, the
 * marks and the figure of the dashboard.
 */

/** The rows of an account with its own marks; takes the values of `inboxOf`. */
export const INBOX = `FROM notifications n
  LEFT JOIN notification_marks m ON m.notification = n.id AND m.account = ?
  WHERE (n.account IS NULL OR n.account = ?) AND n.kind NOT IN (SELECT value FROM json_each(?))`;

/** When the account read it: its own mark, or else what the row says for everybody. */
export const READ_AT = 'CASE WHEN m.notification IS NULL THEN n.read_at ELSE m.read_at END';

/** Kinds that the account switched off are neither listed nor counted. */
export function inboxOf(db: ReadDb, account: string): [string, string, string] {
  const muted = mutedKinds(readPreferences(db, account).notify);
  return [account, account, JSON.stringify(muted)];
}

export function countUnread(db: ReadDb, account: string): number {
  return countInbox(
    db,
    `SELECT count(*) AS n ${INBOX} AND ${READ_AT} IS NULL`,
    inboxOf(db, account),
  );
}

export function countInbox(db: ReadDb, sql: string, values: readonly Bound[]): number {
  return db.get<{ n: number }>(sql, ...values)?.n ?? 0;
}
