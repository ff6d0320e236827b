import type { SavedView, ViewFilter } from '../../../shared/areas/views/views.contract.ts';
import { viewFilterSchema } from '../../../shared/areas/views/views.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { defaultViewsTable, savedViewsTable } from '../../db/tables/views.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

type ViewRow = {
  readonly id: string;
  readonly name: string;
  readonly filter: unknown;
  readonly owner: string | null;
  readonly isShared: boolean;
  readonly updatedAt: number;
};

/** Own and shared ones, by name. */
export function listViews(db: ReadDb, me: string): SavedView[] {
  const rows = db.rows(
    savedViewsTable,
    `SELECT * FROM saved_views WHERE deleted_at IS NULL AND (owner = ? OR is_shared = 1)
     ORDER BY name COLLATE NOCASE, id`,
    me,
  );
  const chosen = defaultView(db, me);
  return rows.map((row) => toView(db, row, me, chosen));
}

export function findView(db: ReadDb, id: string, me: string): SavedView | undefined {
  const row = db.rows(
    savedViewsTable,
    'SELECT * FROM saved_views WHERE id = ? AND deleted_at IS NULL AND (owner = ? OR is_shared = 1)',
    id,
    me,
  )[0];
  return row && toView(db, row, me, defaultView(db, me));
}

function toView(db: ReadDb, row: ViewRow, me: string, chosen: string | null): SavedView {
  const filter = viewFilterSchema.safeParse(row.filter);
  return {
    id: row.id,
    name: row.name,
    // What a newer version wrote and this one cannot read shows all alerts.
    filter: filter.success ? filter.data : {},
    isShared: row.isShared,
    isMine: row.owner === me,
    isDefault: row.id === chosen,
    ownerName: row.owner === null ? null : ownerName(db, row.owner),
    updatedAt: toIso(row.updatedAt),
  };
}

function ownerName(db: ReadDb, id: string): string | null {
  const row = db.get<{ name: string }>(
    "SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name FROM users WHERE id = ?",
    id,
  );
  return row?.name ?? null;
}

function defaultView(db: ReadDb, me: string): string | null {
  return (
    db.get<{ id: string | null }>(
      'SELECT view_id AS id FROM default_views WHERE id = ? AND deleted_at IS NULL',
      me,
    )?.id ?? null
  );
}

export function ownViews(db: ReadDb, me: string): { id: string; name: string; filter: string }[] {
  return db.all<{ id: string; name: string; filter: string }>(
    'SELECT id, name, filter FROM saved_views WHERE owner = ? AND deleted_at IS NULL',
    me,
  );
}

export interface NewViewRow {
  readonly id: string;
  readonly name: string;
  readonly filter: ViewFilter;
  readonly owner: string;
  readonly isShared: boolean;
}

export function insertView(tx: WriteTx, { filter, ...row }: NewViewRow): void {
  tx.insert(savedViewsTable, {
    ...row,
    filter: plain(filter),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
}

export function changeView(
  tx: WriteTx,
  id: string,
  { filter, ...change }: { name?: string; filter?: ViewFilter; isShared?: boolean },
): void {
  tx.update(savedViewsTable, id, {
    ...change,
    ...(filter ? { filter: plain(filter) } : {}),
    updatedAt: tx.now,
  });
}

/** Without what is not set: two filters that mean the same are the same text. */
export function plain(filter: ViewFilter): Record<string, string> {
  const entries = Object.entries(filter).filter(([, value]) => value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as Record<string, string>;
}

export function removeView(tx: WriteTx, id: string): void {
  tx.remove(savedViewsTable, id);
}

export function setDefaultView(tx: WriteTx, me: string, viewId: string | null): void {
  const known = tx.get('SELECT 1 FROM default_views WHERE id = ?', me);
  if (known) tx.update(defaultViewsTable, me, { viewId });
  else tx.insert(defaultViewsTable, { id: me, viewId });
}
