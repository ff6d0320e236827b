import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type RiskCategory = 'OPERATIONAL' | 'FINANCIAL' | 'STRATEGIC' | 'COMPLIANCE' | 'TECHNICAL';
export type RiskStatus = 'IDENTIFIED' | 'ASSESSED' | 'MITIGATED' | 'ACCEPTED' | 'TRANSFERRED';
/** How the residual risk is known: 0.7 of the score, linked controls, or somebody's own assessment. */
export type ResidualBasis = 'CREATION' | 'CONTROLS' | 'PERSON';

/** Days (`targetDate`, `acceptedOn`, `expiresOn`, `lastReview`, `nextReview`) are text, `2026-11-20`. */
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
  residualBasis: text('residual_basis').$type<ResidualBasis>().notNull().default('CREATION'),
  residualFormula: text('residual_formula'),
  residualBy: text('residual_by'),
  residualReason: text('residual_reason'),
  residualAt: integer('residual_at'),
  acceptedBy: text('accepted_by'),
  acceptedReason: text('accepted_reason'),
  acceptedOn: text('accepted_on'),
  expiresOn: text('expires_on'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  transferredTo: text('transferred_to'),
  transferReason: text('transfer_reason'),
  reviewMonths: integer('review_months'),
  lastReview: text('last_review'),
  nextReview: text('next_review'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const riskTasksTable = sqliteTable('risk_tasks', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  title: text('title').notNull(),
  owner: text('owner'),
  due: text('due'),
  doneOn: text('done_on'),
  doneBy: text('done_by'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

/** One look at a risk, with the scores that it had then. */
export const riskReviewsTable = sqliteTable('risk_reviews', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  reviewedOn: text('reviewed_on').notNull(),
  reviewedBy: text('reviewed_by'),
  note: text('note'),
  riskScore: real('risk_score'),
  residualRisk: real('residual_risk'),
  nextReview: text('next_review'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const riskControlsTable = sqliteTable('risk_controls', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  controlId: text('control_id').notNull(),
  weight: integer('weight').notNull(),
  addedBy: text('added_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
