import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { syncColumns } from './columns.ts';

export const controlTestsTable = sqliteTable('control_tests', {
  id: text('id').primaryKey(),
  controlId: text('control_id').notNull(),
  title: text('title').notNull(),
  steps: text('steps').notNull().default(''),
  cadenceDays: integer('cadence_days').notNull(),
  tester: text('tester'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  nextDue: integer('next_due'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

/** A run counts once `approvedAt` is set. */
export const controlTestRunsTable = sqliteTable('control_test_runs', {
  id: text('id').primaryKey(),
  testId: text('test_id').notNull(),
  controlId: text('control_id').notNull(),
  ranAt: integer('ran_at').notNull(),
  tester: text('tester'),
  result: text('result').$type<'PASS' | 'FAIL' | 'INCONCLUSIVE'>().notNull(),
  notes: text('notes'),
  evidenceId: text('evidence_id'),
  approvedBy: text('approved_by'),
  approvedAt: integer('approved_at'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  proposedStatus: text('proposed_status').$type<ControlStatus>(),
  decision: text('decision').$type<'CONFIRMED' | 'DISMISSED'>(),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  decisionNote: text('decision_note'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

/** In force while `endedAt` is null and `expiresAt` lies ahead. */
export const controlExceptionsTable = sqliteTable('control_exceptions', {
  id: text('id').primaryKey(),
  controlId: text('control_id').notNull(),
  owner: text('owner'),
  reason: text('reason').notNull(),
  expiresAt: integer('expires_at').notNull(),
  createdBy: text('created_by'),
  endedAt: integer('ended_at'),
  endedBy: text('ended_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const controlBatchesTable = sqliteTable('control_batches', {
  id: text('id').primaryKey(),
  actor: text('actor'),
  summary: text('summary').notNull(),
  reason: text('reason'),
  rowCount: integer('row_count').notNull().default(0),
  skipped: text('skipped', { mode: 'json' })
    .$type<{ controlId: string; reason: string }[]>()
    .notNull(),
  state: text('state').$type<'RUNNING' | 'DONE' | 'UNDONE'>().notNull(),
  undoneBy: text('undone_by'),
  undoneAt: integer('undone_at'),
  restoredCount: integer('restored_count').notNull().default(0),
  keptCount: integer('kept_count').notNull().default(0),
  createdAt: integer('created_at').notNull(),
});

export const controlBatchRowsTable = sqliteTable(
  'control_batch_rows',
  {
    batchId: text('batch_id').notNull(),
    controlId: text('control_id').notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    stamp: text('stamp').notNull(),
    state: text('state').$type<'CHANGED' | 'RESTORED' | 'KEPT'>().notNull().default('CHANGED'),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.controlId] })],
);
