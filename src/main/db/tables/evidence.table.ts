import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const evidenceTable = sqliteTable('evidence', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  type: text('type').notNull(),
  filePath: text('file_path'),
  collectedBy: text('collected_by'),
  collectionDate: integer('collection_date'),
  expirationDate: integer('expiration_date'),
  isValid: integer('is_valid', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const controlEvidenceTable = sqliteTable('control_evidence', {
  id: text('id').primaryKey(),
  controlId: text('control_id').notNull(),
  evidenceId: text('evidence_id').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
