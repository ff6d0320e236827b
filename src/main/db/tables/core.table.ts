import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Keys: `node_id`, `hlc`, `workspace_kind`, `workspace_created_at`, and settings. */
export const metaTable = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** Changed fields of a record, old and new value each: `{ status: ['OPEN', 'IN_PROGRESS'] }`. */
export type FieldChanges = Record<string, readonly [unknown, unknown]>;

export const auditLogTable = sqliteTable('audit_log', {
  seq: integer('seq').primaryKey(),
  at: integer('at').notNull(),
  actor: text('actor'),
  origin: text('origin').$type<'user' | 'job' | 'system' | 'sync'>().notNull(),
  action: text('action').notNull(),
  resource: text('resource').notNull(),
  recordId: text('record_id'),
  rowCount: integer('row_count').notNull().default(1),
  reason: text('reason'),
  changes: text('changes', { mode: 'json' }).$type<FieldChanges>(),
  stamp: text('stamp').notNull(),
});

export const changeLogTable = sqliteTable('change_log', {
  seq: integer('seq').primaryKey(),
  tableName: text('table_name').notNull(),
  recordId: text('record_id'),
  firstRow: integer('first_row'),
  lastRow: integer('last_row'),
  fields: text('fields', { mode: 'json' }).$type<string[]>(),
  stamp: text('stamp').notNull(),
  /** Came from others: it is not sent. */
  fromSync: integer('from_sync', { mode: 'boolean' }).notNull().default(false),
});
