import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AttemptState, StepResult } from '../../../shared/areas/training/training.contract.ts';

export type TrainingRowKind = 'alert' | 'control' | 'evidence' | 'link';

export const trainingRowsTable = sqliteTable('training_rows', {
  part: text('part').notNull(),
  recordId: text('record_id').notNull(),
  kind: text('kind').$type<TrainingRowKind>().notNull(),
  original: text('original', { mode: 'json' }).$type<Record<string, unknown>>(),
});

export const trainingAttemptsTable = sqliteTable('training_attempts', {
  id: text('id').primaryKey(),
  account: text('account').notNull(),
  exercise: text('exercise').notNull(),
  number: integer('number').notNull(),
  state: text('state').$type<AttemptState>().notNull(),
  startedAt: integer('started_at').notNull(),
  startSeq: integer('start_seq').notNull(),
  checks: integer('checks').notNull(),
  /** How many hints of each step were asked for. */
  hints: text('hints', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  answers: text('answers', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  result: text('result', { mode: 'json' }).$type<StepResult[]>(),
  checkedAt: integer('checked_at'),
  endedAt: integer('ended_at'),
});
