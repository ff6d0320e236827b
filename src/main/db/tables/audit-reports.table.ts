import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Opinion, ReportForm } from '../../../shared/areas/audits/audit-reports.rules.ts';
import { syncColumns } from './columns.ts';

export const auditReportsTable = sqliteTable('audit_reports', {
  id: text('id').primaryKey(),
  auditId: text('audit_id').notNull(),
  version: integer('version').notNull(),
  form: text('form').$type<ReportForm>().notNull(),
  opinion: text('opinion').$type<Opinion>(),
  conclusion: text('conclusion'),
  classification: text('classification'),
  selfApproved: integer('self_approved').notNull().default(0),
  inputSha256: text('input_sha256').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const auditPackagesTable = sqliteTable('audit_packages', {
  id: text('id').primaryKey(),
  auditId: text('audit_id').notNull(),
  number: integer('number').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  fileCount: integer('file_count').notNull(),
  evidenceCount: integer('evidence_count').notNull(),
  absentCount: integer('absent_count').notNull(),
  manifestSha256: text('manifest_sha256').notNull(),
  fingerprint: text('fingerprint').notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

/** Local: see src/main/areas/audits/signing.store.ts. */
export const signingKeysTable = sqliteTable('signing_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealedPrivate: text('sealed_private').notNull(),
  fingerprint: text('fingerprint').notNull(),
  createdAt: integer('created_at').notNull(),
});
