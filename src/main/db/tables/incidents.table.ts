import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

/** An incident that a person took into hand: named, locked, merged or split. */
export const incidentRecordsTable = sqliteTable('incident_records', {
  id: text('id').primaryKey(),
  name: text('name'),
  lockedAt: integer('locked_at'),
  lockedBy: text('locked_by'),
  reason: text('reason'),
  mergedInto: text('merged_into'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull().default(0),
  updatedAt: integer('updated_at').notNull().default(0),
  ...syncColumns(),
});

/** `id` is the key of the group in hex; without `incidentId` linking places it. */
export const incidentPinsTable = sqliteTable('incident_pins', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull(),
  incidentId: text('incident_id'),
  ...syncColumns(),
});

/** `id` is `<kind>:<value>`; without `rule` it links unless it is too common. */
export const incidentEntitiesTable = sqliteTable('incident_entities', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  value: text('value').notNull(),
  rule: text('rule').$type<'ALWAYS' | 'NEVER'>(),
  reason: text('reason'),
  decidedBy: text('decided_by'),
  updatedAt: integer('updated_at').notNull().default(0),
  ...syncColumns(),
});

/** One row, `workspace`. */
export const incidentSettingsTable = sqliteTable('incident_settings', {
  id: text('id').primaryKey(),
  strictness: integer('strictness').notNull().default(50),
  updatedBy: text('updated_by'),
  updatedAt: integer('updated_at').notNull().default(0),
  ...syncColumns(),
});
