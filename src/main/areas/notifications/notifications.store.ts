import type {
  NotificationKind,
  NotificationQuery,
  ReadAll,
} from '../../../shared/areas/notifications/notifications.contract.ts';
import {
  boundedMessage,
  type Message,
} from '../../../shared/areas/notifications/notifications.rules.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { countInbox, INBOX, inboxOf, READ_AT } from '../../db/notification-reader.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** `account` null: for everybody. */
export interface NewNotification extends Message {
  readonly id: string;
  readonly account: string | null;
  readonly kind: NotificationKind;
  readonly link: string | null;
  readonly groupKey?: string;
  /** How many it tells of; one unless said. */
  readonly groupCount?: number;
}

/** A notification as one account has it. */
export interface InboxRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string | null;
  readonly link: string | null;
  readonly readAt: number | null;
  readonly createdAt: number;
}

/** Where a page ended: its last row, newest first. */
export interface InboxPosition {
  readonly createdAt: number;
  readonly id: string;
}

const RESOURCE = 'notifications';
const COLUMNS = `n.id, n.kind, n.title, n.body, n.link, ${READ_AT} AS readAt, n.created_at AS createdAt`;

/** Tells something, in the transaction of what it tells. */
export function insertNotification(tx: WriteTx, notification: NewNotification): void {
  const { title, body } = boundedMessage(notification);
  tx.run(
    `INSERT INTO notifications (id, account, kind, title, body, link, created_at, group_key, group_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    notification.id,
    notification.account,
    notification.kind,
    title,
    body,
    notification.link,
    tx.now,
    notification.groupKey ?? null,
    notification.groupCount ?? 1,
  );
  tx.announce(RESOURCE, notification.id);
}

/** How many single ones of a kind came since a moment. */
export function countSince(db: ReadDb, kind: NotificationKind, since: number): number {
  return countInbox(
    db,
    'SELECT count(*) AS n FROM notifications WHERE created_at >= ? AND kind = ? AND group_key IS NULL',
    [since, kind],
  );
}

export function findGroup(
  db: ReadDb,
  key: string,
  since: number,
): { id: string; count: number } | undefined {
  return db.get(
    'SELECT id, group_count AS count FROM notifications WHERE created_at >= ? AND group_key = ?',
    since,
    key,
  );
}

/** More of a group: its text says so, and it is unread again for everybody. */
export function growGroup(
  tx: WriteTx,
  id: string,
  { by, ...message }: Message & { readonly by: number },
): void {
  const { title, body } = boundedMessage(message);
  tx.run(
    'UPDATE notifications SET title = ?, body = ?, group_count = group_count + ? WHERE id = ?',
    title,
    body,
    by,
    id,
  );
  tx.run('DELETE FROM notification_marks WHERE notification = ?', id);
  tx.announce(RESOURCE, id);
}

interface Filter {
  readonly sql: string;
  readonly values: readonly string[];
}

function filterOf({ unread, kind }: Pick<NotificationQuery, 'unread' | 'kind'>): Filter {
  const state =
    unread === undefined ? '' : ` AND ${READ_AT} IS ${unread === 'true' ? '' : 'NOT '}NULL`;
  if (!kind || kind.length === 0) return { sql: state, values: [] };
  const sql = `${state} AND n.kind IN (SELECT value FROM json_each(?))`;
  return { sql, values: [JSON.stringify(kind)] };
}

function findInInbox(db: ReadDb, account: string, id: string): InboxRow | undefined {
  return db.get(`SELECT ${COLUMNS} ${INBOX} AND n.id = ?`, ...inboxOf(db, account), id);
}

function mark(tx: WriteTx, account: string, id: string, readAt: number | null): void {
  tx.run(
    `INSERT INTO notification_marks (notification, account, read_at) VALUES (?, ?, ?)
     ON CONFLICT (notification, account) DO UPDATE SET read_at = excluded.read_at`,
    id,
    account,
    readAt,
  );
}

export function createNotificationStore(db: Database) {
  return {
    list(account: string, query: NotificationQuery, after: InboxPosition | null) {
      return db.read('notifications.list', (reader) => {
        const { sql, values } = filterOf(query);
        const inbox = [...inboxOf(reader, account), ...values];
        const place = after ? [after.createdAt, after.id] : [Number.MAX_SAFE_INTEGER, ''];
        const rows = reader.all<InboxRow>(
          `SELECT ${COLUMNS} ${INBOX}${sql} AND (n.created_at, n.id) < (?, ?)
           ORDER BY n.created_at DESC, n.id DESC LIMIT ?`,
          ...inbox,
          ...place,
          query.limit + 1,
        );
        const total = countInbox(reader, `SELECT count(*) AS n ${INBOX}${sql}`, inbox);
        return { rows: rows.slice(0, query.limit), total, hasMore: rows.length > query.limit };
      });
    },

    /** Undefined where the account has no such notification. */
    setRead(account: string, id: string, isRead: boolean): InboxRow | undefined {
      const caller = { actor: account, origin: 'user', action: 'notifications.mark' } as const;
      return db.write(caller, (tx) => {
        const before = findInInbox(tx, account, id);
        if (!before) return undefined;
        if ((before.readAt !== null) === isRead) return before;
        mark(tx, account, id, isRead ? tx.now : null);
        tx.announce(RESOURCE, id);
        return findInInbox(tx, account, id);
      });
    },

    /** Undefined where `upTo` is not one of the account's. */
    readAll(account: string, { upTo, kind }: ReadAll): number | undefined {
      const caller = { actor: account, origin: 'user', action: 'notifications.readAll' } as const;
      return db.write(caller, (tx) => {
        const newest = upTo === undefined ? null : findInInbox(tx, account, upTo);
        if (newest === undefined) return undefined;
        const { sql, values } = filterOf({ unread: 'true', kind });
        const unread = tx.all<{ id: string }>(
          `SELECT n.id ${INBOX}${sql} AND (n.created_at, n.id) <= (?, ?)`,
          ...inboxOf(tx, account),
          ...values,
          newest?.createdAt ?? Number.MAX_SAFE_INTEGER,
          newest?.id ?? '',
        );
        for (const { id } of unread) mark(tx, account, id, tx.now);
        if (unread.length > 0) tx.announce(RESOURCE);
        return unread.length;
      });
    },
  };
}
export type NotificationStore = ReturnType<typeof createNotificationStore>;
