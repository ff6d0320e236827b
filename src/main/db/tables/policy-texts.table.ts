import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const policyAttestationRequestsTable = sqliteTable('policy_attestation_requests', {
  id: text('id').primaryKey(),
  policyId: text('policy_id').notNull(),
  versionId: text('version_id').notNull(),
  version: text('version').notNull(),
  sha256: text('sha256').notNull(),
  statement: text('statement').notNull(),
  roles: text('roles', { mode: 'json' }).$type<string[]>().notNull(),
  accounts: text('accounts', { mode: 'json' }).$type<string[]>().notNull(),
  due: text('due'),
  closedAs: text('closed_as').$type<'WITHDRAWN' | 'SUPERSEDED'>(),
  closedAt: integer('closed_at'),
  closedBy: text('closed_by'),
  closedReason: text('closed_reason'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const policyAttestationsTable = sqliteTable('policy_attestations', {
  id: text('id').primaryKey(),
  requestId: text('request_id'),
  policyId: text('policy_id').notNull(),
  versionId: text('version_id').notNull(),
  version: text('version').notNull(),
  sha256: text('sha256').notNull(),
  statement: text('statement').notNull(),
  accountId: text('account_id').notNull(),
  accountName: text('account_name').notNull(),
  attestedAt: integer('attested_at').notNull(),
  ...syncColumns(),
});

export interface ImportNote {
  readonly what: string;
  readonly reason: string;
  readonly count: number;
}

export const policyImportsTable = sqliteTable('policy_imports', {
  id: text('id').primaryKey(),
  policyId: text('policy_id').notNull(),
  fileName: text('file_name').notNull(),
  format: text('format').$type<'markdown' | 'docx'>().notNull(),
  sha256: text('sha256').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  counts: text('counts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  notes: text('notes', { mode: 'json' }).$type<ImportNote[]>().notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const policyValuesTable = sqliteTable('policy_values', {
  id: text('id').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
