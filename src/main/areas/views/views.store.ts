import type { SavedView, ViewFilter } from '../../../shared/areas/views/views.contract.ts';
import { viewFilterSchema } from '../../../shared/areas/views/views.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { rowChange } from '../../db/action-append.ts';
import type { RowChange } from '../../db/action-log.ts';
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

/** What a view is, as the desk's history keeps it. */
const kept = ({ name, filter, isShared }: Pick<ViewRow, 'name' | 'filter' | 'isShared'>) => ({
  ...{ name, filter, isShared },
});

export function insertView(tx: WriteTx, { filter, ...row }: NewViewRow): RowChange {
  const view = { ...row, filter: plain(filter) };
  tx.insert(savedViewsTable, { ...view, createdAt: tx.now, updatedAt: tx.now });
  return { table: 'saved_views', id: row.id, before: null, after: kept(view) };
}

/** Null where nothing changed. */
export function changeView(
  tx: WriteTx,
  id: string,
  { filter, ...change }: { name?: string; filter?: ViewFilter; isShared?: boolean },
): RowChange | null {
  const changed = tx.update(savedViewsTable, id, {
    ...change,
    ...(filter ? { filter: plain(filter) } : {}),
    updatedAt: tx.now,
  });
  return changed ? rowChange('saved_views', changed.before, changed.after) : null;
}

/** Without what is not set: two filters that mean the same are the same text. */
export function plain(filter: ViewFilter): Record<string, string> {
  const entries = Object.entries(filter).filter(([, value]) => value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as Record<string, string>;
}

export function removeView(tx: WriteTx, { id, ...view }: SavedView): RowChange {
  tx.remove(savedViewsTable, id);
  const before = kept({ ...view, filter: plain(view.filter) });
  return { table: 'saved_views', id, before, after: null };
}

/** Null where it was so. The row stays: an undo puts the choice of before back into it. */
export function setDefaultView(tx: WriteTx, me: string, viewId: string | null): RowChange | null {
  const known = tx.get<{ view_id: string | null }>(
    'SELECT view_id FROM default_views WHERE id = ?',
    me,
  );
  const before = known?.view_id ?? null;
  if (before === viewId) return null;
  if (known) tx.update(defaultViewsTable, me, { viewId });
  else tx.insert(defaultViewsTable, { id: me, viewId });
  return { table: 'default_views', id: me, before: { viewId: before }, after: { viewId } };
}

/** Another view of its owner has the name that this one would have again. */
export function isNameTaken(db: ReadDb, id: string, name: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM saved_views old JOIN saved_views v ON v.owner = old.owner AND v.id <> old.id
         AND v.deleted_at IS NULL AND v.name = ? COLLATE NOCASE
       WHERE old.id = ?`,
      name,
      id,
    ) !== undefined
  );
}
