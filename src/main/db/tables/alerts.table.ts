import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlertStatus, TimeBasis } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';
import type { ImportFormat, ImportState } from '../../../shared/areas/alerts/imports.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export const alertsTable = sqliteTable('alerts', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  status: text('status').$type<AlertStatus>().notNull(),
  source: text('source').notNull(),
  sourceHost: text('source_host'),
  sourceUser: text('source_user'),
  sourceIp: text('source_ip'),
  destIp: text('dest_ip'),
  detector: text('detector'),
  category: text('category'),
  techniques: text('techniques', { mode: 'json' }).$type<string[]>().notNull(),
  aiInvestigation: text('ai_investigation', { mode: 'json' }).$type<unknown>(),
  assignedTo: text('assigned_to'),
  escalated: integer('escalated', { mode: 'boolean' }).notNull(),
  falsePositive: integer('false_positive', { mode: 'boolean' }).notNull(),
  timeBasis: text('time_basis').$type<TimeBasis>().notNull(),
  importId: text('import_id'),
  fingerprint: blob('fingerprint', { mode: 'buffer' }),
  entityTerms: text('entity_terms'),
  createdAt: integer('created_at').notNull(),
  receivedAt: integer('received_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  resolvedAt: integer('resolved_at'),
  firstActionAt: integer('first_action_at'),
  inProgressSince: integer('in_progress_since'),
  handlingMs: integer('handling_ms').notNull(),
  autoClosedAt: integer('auto_closed_at'),
  overturnedAt: integer('overturned_at'),
  verdict: text('verdict').$type<Verdict>(),
  reasonCode: text('reason_code'),
  closingNote: text('closing_note'),
  closingEvidence: text('closing_evidence', { mode: 'json' }).$type<string[]>(),
  closedBy: text('closed_by'),
  suppressedBy: text('suppressed_by'),
  ...syncColumns(),
});

export const importsTable = sqliteTable('imports', {
  id: text('id').primaryKey(),
  jobId: text('job_id'),
  fileName: text('file_name').notNull(),
  format: text('format').$type<ImportFormat>(),
  state: text('state').$type<ImportState>().notNull(),
  error: text('error'),
  bytesRead: integer('bytes_read').notNull().default(0),
  totalBytes: integer('total_bytes'),
  read: integer('read').notNull().default(0),
  added: integer('added').notNull().default(0),
  merged: integer('merged').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  rejected: integer('rejected').notNull().default(0),
  notes: text('notes', { mode: 'json' }).$type<string[]>().notNull().default([]),
  unknownFields: text('unknown_fields', { mode: 'json' })
    .$type<{ field: string; count: number }[]>()
    .notNull()
    .default([]),
  startedBy: text('started_by'),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const importRejectionsTable = sqliteTable('import_rejections', {
  importId: text('import_id').notNull(),
  line: integer('line').notNull(),
  reason: text('reason').notNull(),
  excerpt: text('excerpt').notNull(),
});
