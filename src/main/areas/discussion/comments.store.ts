/** Comments on alerts and on investigations, and who watches which alert. */
import type { RowChange } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  alertCommentsTable,
  alertWatchersTable,
  investigationCommentsTable,
} from '../../db/tables/discussion.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type WatcherRow = RowOf<typeof alertWatchersTable>;

/** What is told of a record that is discussed. */
export interface DiscussedRecord {
  readonly id: string;
  readonly title: string;
  /** Nothing is said about it any more. */
  readonly isClosed: boolean;
}

export interface KeptComment {
  readonly id: string;
  /** Of the record. */
  readonly about: string;
  readonly author: string | null;
  readonly text: string;
  readonly mentions: string[];
  readonly createdAt: number;
  readonly editedAt: number | null;
}

/** Comments on one kind of record. */
export interface CommentKeeper {
  readonly table: 'alert_comments' | 'investigation_comments';
  readonly record: (db: ReadDb, id: string) => DiscussedRecord | undefined;
  readonly find: (db: ReadDb, id: string) => KeptComment | undefined;
  /** Newest first, one more than `limit` where there are more; `before`: the last of the page before. */
  readonly list: (
    db: ReadDb,
    about: string,
    part: { limit: number; before: string | null },
  ) => { rows: KeptComment[]; total: number };
  readonly insert: (tx: WriteTx, row: Omit<KeptComment, 'editedAt'>) => void;
  readonly update: (
    tx: WriteTx,
    id: string,
    change: Pick<KeptComment, 'text' | 'mentions' | 'editedAt'>,
  ) => KeptComment | undefined;
  readonly remove: (tx: WriteTx, id: string) => boolean;
}

const countOf = (db: ReadDb, table: string, column: string, about: string): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${table} WHERE ${column} = ? AND deleted_at IS NULL`,
    about,
  )?.n ?? 0;

const pageSql = (table: string, column: string) =>
  `SELECT * FROM ${table} WHERE ${column} = ? AND deleted_at IS NULL
     AND (? IS NULL OR (created_at, id) < (SELECT created_at, id FROM ${table} WHERE id = ?))
   ORDER BY created_at DESC, id DESC LIMIT ?`;

const ofAlert = ({ alertId, ...row }: RowOf<typeof alertCommentsTable>): KeptComment => ({
  ...row,
  about: alertId,
});

const ALERT = ['alert_comments', 'alert_id'] as const;
export const alertComments: CommentKeeper = {
  table: 'alert_comments',
  record(db, id) {
    const row = db.get<{ id: string; title: string }>(
      'SELECT id, title FROM alerts WHERE id = ? AND deleted_at IS NULL',
      id,
    );
    return row && { ...row, isClosed: false };
  },
  find: (db, id) =>
    db
      .rows(
        alertCommentsTable,
        'SELECT * FROM alert_comments WHERE id = ? AND deleted_at IS NULL',
        id,
      )
      .map(ofAlert)[0],
  list: (db, about, { limit, before }) => ({
    rows: db
      .rows(alertCommentsTable, pageSql(...ALERT), about, before, before, limit + 1)
      .map(ofAlert),
    total: countOf(db, ...ALERT, about),
  }),
  insert: (tx, { about, ...row }) => tx.insert(alertCommentsTable, { ...row, alertId: about }),
  update(tx, id, change) {
    const changed = tx.update(alertCommentsTable, id, change);
    return changed && ofAlert(changed.after);
  },
  remove: (tx, id) => tx.remove(alertCommentsTable, id),
};

const ofInvestigation = ({
  investigationId,
  ...row
}: RowOf<typeof investigationCommentsTable>): KeptComment => ({ ...row, about: investigationId });

const INVESTIGATION = ['investigation_comments', 'investigation_id'] as const;
export const investigationComments: CommentKeeper = {
  table: 'investigation_comments',
  record(db, id) {
    const row = db.get<{ id: string; title: string; closed_at: number | null }>(
      'SELECT id, title, closed_at FROM forensic_investigations WHERE id = ? AND deleted_at IS NULL',
      id,
    );
    return row && { id: row.id, title: row.title, isClosed: row.closed_at !== null };
  },
  find: (db, id) =>
    db
      .rows(
        investigationCommentsTable,
        'SELECT * FROM investigation_comments WHERE id = ? AND deleted_at IS NULL',
        id,
      )
      .map(ofInvestigation)[0],
  list: (db, about, { limit, before }) => ({
    rows: db
      .rows(investigationCommentsTable, pageSql(...INVESTIGATION), about, before, before, limit + 1)
      .map(ofInvestigation),
    total: countOf(db, ...INVESTIGATION, about),
  }),
  insert: (tx, { about, ...row }) =>
    tx.insert(investigationCommentsTable, { ...row, investigationId: about }),
  update(tx, id, change) {
    const changed = tx.update(investigationCommentsTable, id, change);
    return changed && ofInvestigation(changed.after);
  },
  remove: (tx, id) => tx.remove(investigationCommentsTable, id),
};

/** Of these ids, the accounts that can be told something. */
export function activeAccounts(db: ReadDb, ids: readonly string[]): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))
         AND deleted_at IS NULL AND deactivated_at IS NULL`,
      JSON.stringify(ids),
    )
    .map(({ id }) => id);
}

export function accountName(db: ReadDb, id: string): string {
  return (
    db.get<{ name: string }>(
      "SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name FROM users WHERE id = ?",
      id,
    )?.name ?? 'Unknown account'
  );
}

function watchersOf(db: ReadDb, alertId: string): WatcherRow[] {
  return db.rows(
    alertWatchersTable,
    'SELECT * FROM alert_watchers WHERE alert_id = ? AND deleted_at IS NULL ORDER BY created_at DESC, id DESC',
    alertId,
  );
}

/** Does nothing where it is so already. @returns the rows that changed. */
export function setWatching(
  tx: WriteTx,
  { id, alertId, account }: { id: string; alertId: string; account: string },
  isWatching: boolean,
): RowChange[] {
  const known = tx.all<{ id: string }>(
    'SELECT id FROM alert_watchers WHERE alert_id = ? AND account = ? AND deleted_at IS NULL',
    alertId,
    account,
  );
  if (known.length > 0 === isWatching) return [];
  const row = { alertId, account };
  const table = 'alert_watchers';
  if (isWatching) {
    tx.insert(alertWatchersTable, { id, ...row, createdAt: tx.now });
    return [{ table, id, before: null, after: row }];
  }
  return known.map((one) => {
    tx.remove(alertWatchersTable, one.id);
    return { table, id: one.id, before: row, after: null };
  });
}

/** Comments of an investigation that was closed are not changed any more. */
export function isCommentFrozen(db: ReadDb, id: string): boolean {
  const row = db.get<{ closed_at: number | null }>(
    `SELECT i.closed_at FROM investigation_comments c
     JOIN forensic_investigations i ON i.id = c.investigation_id AND i.deleted_at IS NULL
     WHERE c.id = ?`,
    id,
  );
  return row === undefined || row.closed_at !== null;
}

/** The account watches the same alert by another row. */
export function isWatchedAnew(db: ReadDb, id: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM alert_watchers old JOIN alert_watchers w ON w.alert_id = old.alert_id
         AND w.account = old.account AND w.id <> old.id AND w.deleted_at IS NULL
       WHERE old.id = ?`,
      id,
    ) !== undefined
  );
}

export const watchersIn = (db: Database, alertId: string): WatcherRow[] =>
  db.read('discussion.watchers', (reader) => watchersOf(reader, alertId));
