import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RiskCase } from '../../../shared/areas/risk/incident.contract.ts';
import type {
  ImportChange,
  ImportOutcome,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { syncColumns } from './columns.ts';

export const riskQuantitiesTable = sqliteTable('risk_quantities', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  currency: text('currency'),
  lossLow: real('loss_low').notNull(),
  lossHigh: real('loss_high').notNull(),
  frequencyLow: real('frequency_low').notNull(),
  frequencyHigh: real('frequency_high').notNull(),
  afterLossLow: real('after_loss_low'),
  afterLossHigh: real('after_loss_high'),
  afterFrequencyLow: real('after_frequency_low'),
  afterFrequencyHigh: real('after_frequency_high'),
  assumptions: text('assumptions'),
  statedBy: text('stated_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const riskQuantSettingsTable = sqliteTable('risk_quant_settings', {
  id: text('id').primaryKey(),
  currency: text('currency').notNull(),
  seed: integer('seed').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const riskScenariosTable = sqliteTable('risk_scenarios', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  techniques: text('techniques', { mode: 'json' }).$type<string[]>().notNull(),
  keywords: text('keywords', { mode: 'json' }).$type<string[]>().notNull(),
  exposureFrom: text('exposure_from'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const riskCasesTable = sqliteTable('risk_cases', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  kind: text('kind').$type<'MANUAL' | 'EXCLUDED'>().notNull(),
  day: text('day'),
  ref: text('ref'),
  note: text('note').notNull(),
  addedBy: text('added_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const riskProposalsTable = sqliteTable('risk_proposals', {
  id: text('id').primaryKey(),
  riskId: text('risk_id').notNull(),
  state: text('state').$type<'PENDING' | 'CONFIRMED' | 'DISMISSED' | 'WITHDRAWN'>().notNull(),
  fromLikelihood: integer('from_likelihood').notNull(),
  toLikelihood: integer('to_likelihood').notNull(),
  priorSource: text('prior_source').notNull(),
  priorShape: real('prior_shape').notNull(),
  priorRate: real('prior_rate').notNull(),
  posteriorShape: real('posterior_shape').notNull(),
  posteriorRate: real('posterior_rate').notNull(),
  exposureFrom: text('exposure_from').notNull(),
  exposureTo: text('exposure_to').notNull(),
  exposureYears: real('exposure_years').notNull(),
  caseCount: integer('case_count').notNull(),
  cases: text('cases', { mode: 'json' }).$type<RiskCase[]>().notNull(),
  digest: text('digest').notNull(),
  reason: text('reason'),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const riskFoundCasesTable = sqliteTable('risk_found_cases', {
  riskId: text('risk_id').primaryKey(),
  cases: text('cases', { mode: 'json' }).$type<RiskCase[]>().notNull(),
  isCut: integer('is_cut', { mode: 'boolean' }).notNull(),
  foundAt: integer('found_at').notNull(),
});

export const riskImportsTable = sqliteTable('risk_imports', {
  id: text('id').primaryKey(),
  fileName: text('file_name').notNull(),
  format: text('format').$type<'csv' | 'xlsx'>().notNull(),
  state: text('state').$type<'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'>().notNull(),
  total: integer('total').notNull(),
  created: integer('created').notNull(),
  updated: integer('updated').notNull(),
  unchanged: integer('unchanged').notNull(),
  skipped: integer('skipped').notNull(),
  notes: text('notes', { mode: 'json' }).$type<string[]>().notNull(),
  message: text('message'),
  jobId: text('job_id'),
  startedBy: text('started_by'),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const riskImportRowsTable = sqliteTable('risk_import_rows', {
  importId: text('import_id').notNull(),
  line: integer('line').notNull(),
  outcome: text('outcome').$type<ImportOutcome>().notNull(),
  title: text('title').notNull(),
  riskId: text('risk_id'),
  reason: text('reason'),
  changes: text('changes', { mode: 'json' }).$type<ImportChange[]>(),
});
