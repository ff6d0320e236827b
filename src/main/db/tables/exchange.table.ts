import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

/** Objects of STIX and MISP as they came; `id` is their own. */
export const intelObjectsTable = sqliteTable('intel_objects', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  object: text('object', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  modifiedAt: integer('modified_at'),
  isRevoked: integer('is_revoked', { mode: 'boolean' }).notNull().default(false),
  source: text('source'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
