import { integer, text } from 'drizzle-orm/sqlite-core';

/**
 * Columns of every synced table: the stamp of the write that made the row, later stamps of single
 * fields, and the tombstone.
 */
export function syncColumns() {
  return {
    rowVersion: text('row_version').notNull(),
    fieldVersions: text('field_versions', { mode: 'json' }).$type<Record<string, string>>(),
    deletedAt: integer('deleted_at'),
  };
}
