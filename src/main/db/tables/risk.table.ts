import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type RiskCategory = 'OPERATIONAL' | 'FINANCIAL' | 'STRATEGIC' | 'COMPLIANCE' | 'TECHNICAL';
export type RiskStatus = 'IDENTIFIED' | 'ASSESSED' | 'MITIGATED' | 'ACCEPTED' | 'TRANSFERRED';

export const risksTable = sqliteTable('risks', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  category: text('category').$type<RiskCategory>(),
  likelihood: integer('likelihood').notNull().default(1),
  impact: integer('impact').notNull().default(1),
  riskScore: real('risk_score').notNull(),
  inherentRisk: real('inherent_risk').notNull(),
  residualRisk: real('residual_risk').notNull(),
  status: text('status').$type<RiskStatus>().notNull().default('IDENTIFIED'),
  owner: text('owner'),
  mitigationPlan: text('mitigation_plan'),
  targetDate: text('target_date'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
