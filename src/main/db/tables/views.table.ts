import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const savedViewsTable = sqliteTable('saved_views', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  filter: text('filter', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  owner: text('owner'),
  isShared: integer('is_shared', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

/** `id` is the account. */
export const defaultViewsTable = sqliteTable('default_views', {
  id: text('id').primaryKey(),
  viewId: text('view_id'),
  ...syncColumns(),
});
