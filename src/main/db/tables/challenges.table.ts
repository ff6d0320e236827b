import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { syncColumns } from './columns.ts';

export type ChallengeKind = 'ALERT' | 'THRESHOLD';
export type ChallengeState = 'OPEN' | 'CONFIRMED' | 'DISMISSED';
export type ChallengeMeasure = 'TRIAGE' | 'SILENT_SOURCE' | 'OVERTURNED';

/** Synced. */
export const controlChallengesTable = sqliteTable('control_challenges', {
  id: text('id').primaryKey(),
  controlId: text('control_id').notNull(),
  kind: text('kind').$type<ChallengeKind>().notNull(),
  state: text('state').$type<ChallengeState>().notNull().default('OPEN'),
  alertId: text('alert_id'),
  technique: text('technique'),
  measure: text('measure').$type<ChallengeMeasure>(),
  reason: text('reason').notNull(),
  facts: text('facts', { mode: 'json' }).$type<unknown>(),
  proposedStatus: text('proposed_status').$type<Exclude<ControlStatus, 'COMPLIANT'>>().notNull(),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  note: text('note'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

/** Local: derived from alerts. */
export const queueRecordsTable = sqliteTable('queue_records', {
  day: integer('day').primaryKey(),
  at: integer('at').notNull(),
  record: text('record', { mode: 'json' }).$type<unknown>().notNull(),
});

/** Local: derived from controls, evidence and alerts. */
export const gapAnalysesTable = sqliteTable('gap_analyses', {
  id: text('id').primaryKey(),
  ranAt: integer('ran_at').notNull(),
  actor: text('actor'),
  digest: text('digest').notNull(),
  changeSeq: integer('change_seq').notNull(),
  scope: text('scope').notNull(),
  marks: text('marks', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  result: blob('result', { mode: 'buffer' }).notNull(),
  csv: blob('csv', { mode: 'buffer' }),
  pageSizes: text('page_sizes', { mode: 'json' }).$type<number[]>(),
  pages: blob('pages', { mode: 'buffer' }),
});
