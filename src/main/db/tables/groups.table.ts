import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FingerprintField } from '../../../shared/areas/incidents/groups.rules.ts';
import { syncColumns } from './columns.ts';

/** `id` is the source. */
export const groupFingerprintsTable = sqliteTable('group_fingerprints', {
  id: text('id').primaryKey(),
  fields: text('fields', { mode: 'json' }).$type<FingerprintField[]>().notNull(),
  updatedBy: text('updated_by'),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

/** `id` is the alert's. */
export const groupPinsTable = sqliteTable('group_pins', {
  id: text('id').primaryKey(),
  pinnedBy: text('pinned_by'),
  pinnedAt: integer('pinned_at').notNull(),
  ...syncColumns(),
});
