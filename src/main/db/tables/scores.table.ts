import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The figures of a day over the whole workspace. Local: each workstation counts its own days. */
export const dailySnapshotsTable = sqliteTable('daily_snapshots', {
  day: text('day').primaryKey(),
  complianceScore: real('compliance_score'),
  residualRiskSum: real('residual_risk_sum'),
  createdAt: integer('created_at').notNull(),
  coverage: real('coverage'),
  assurance: real('assurance'),
  formula: text('formula'),
  inputsDigest: text('inputs_digest'),
});

/** The figures of a day of one framework. */
export const frameworkSnapshotsTable = sqliteTable(
  'framework_snapshots',
  {
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
  },
  (table) => [primaryKey({ columns: [table.frameworkId, table.day] })],
);
