import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const evidenceTable = sqliteTable('evidence', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  type: text('type').notNull(),
  /** Where a file is kept that is not stored here. */
  filePath: text('file_path'),
  collectedBy: text('collected_by'),
  collectionDate: integer('collection_date'),
  expirationDate: integer('expiration_date'),
  /** Kept for readers of old; nobody reads it. See VALID_EVIDENCE_SQL. */
  isValid: integer('is_valid', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  verdict: text('verdict')
    .$type<'PENDING' | 'ACCEPTED' | 'REJECTED'>()
    .notNull()
    .default('PENDING'),
  reviewedBy: text('reviewed_by'),
  reviewedAt: integer('reviewed_at'),
  reviewNote: text('review_note'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  source: text('source'),
  periodStart: integer('period_start'),
  periodEnd: integer('period_end'),
  receivedAt: integer('received_at'),
  sha256: text('sha256'),
  sizeBytes: integer('size_bytes'),
  fileName: text('file_name'),
  mediaType: text('media_type'),
  /** The id of the first revision; null counts as the row's own id. */
  seriesId: text('series_id'),
  revision: integer('revision').notNull().default(1),
  supersededBy: text('superseded_by'),
  collector: text('collector').notNull().default('manual'),
  updatedAt: integer('updated_at'),
  /** Of a file that an investigation was brought, or of its frozen bundle. */
  investigationId: text('investigation_id'),
  ...syncColumns(),
});

export const controlEvidenceTable = sqliteTable('control_evidence', {
  id: text('id').primaryKey(),
  controlId: text('control_id').notNull(),
  evidenceId: text('evidence_id').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
