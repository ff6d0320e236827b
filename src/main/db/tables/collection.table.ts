import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  Cadence,
  CollectorName,
  RunOutcome,
} from '../../../shared/areas/evidence/collection.rules.ts';
import type { EvidenceType } from '../../../shared/areas/evidence/evidence.rules.ts';
import { syncColumns } from './columns.ts';

export const collectionTasksTable = sqliteTable('collection_tasks', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  type: text('type').$type<EvidenceType>().notNull().default('DOCUMENT'),
  owner: text('owner'),
  cadence: text('cadence').$type<Cadence>().notNull().default('QUARTERLY'),
  /** Days as `2026-11-20`. */
  startsOn: text('starts_on').notNull(),
  nextDue: text('next_due').notNull(),
  collector: text('collector').$type<CollectorName>().notNull().default('manual'),
  validityDays: integer('validity_days'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  coveredUntil: integer('covered_until'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const collectionTaskControlsTable = sqliteTable('collection_task_controls', {
  id: text('id').primaryKey(),
  taskId: text('task_id').notNull(),
  controlId: text('control_id').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const collectionRunsTable = sqliteTable('collection_runs', {
  id: text('id').primaryKey(),
  taskId: text('task_id').notNull(),
  due: text('due').notNull(),
  outcome: text('outcome').$type<RunOutcome>().notNull(),
  evidenceId: text('evidence_id'),
  actor: text('actor'),
  message: text('message'),
  ranAt: integer('ran_at').notNull(),
  ...syncColumns(),
});
