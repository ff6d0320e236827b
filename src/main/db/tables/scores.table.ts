import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

/** The figures of a day over the whole workspace; `id` is the day, so that everybody keeps the same row. */
export const dailySnapshotsTable = sqliteTable('daily_snapshots', {
  id: text('id').primaryKey(),
  day: text('day').notNull(),
  complianceScore: real('compliance_score'),
  residualRiskSum: real('residual_risk_sum'),
  coverage: real('coverage'),
  assurance: real('assurance'),
  formula: text('formula'),
  inputsDigest: text('inputs_digest'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

/** The figures of a day of one framework; `id` is `<framework>:<day>`. */
export const frameworkSnapshotsTable = sqliteTable('framework_snapshots', {
  id: text('id').primaryKey(),
  frameworkId: text('framework_id').notNull(),
  day: text('day').notNull(),
  score: real('score'),
  coverage: real('coverage'),
  assurance: real('assurance'),
  compliant: integer('compliant').notNull(),
  assessed: integer('assessed').notNull(),
  applicable: integer('applicable').notNull(),
  formula: text('formula').notNull(),
  inputsDigest: text('inputs_digest').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
