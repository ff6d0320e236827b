import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type RequestStatus = 'OPEN' | 'PROVIDED' | 'ACCEPTED' | 'RETURNED';
export type SamplePopulation = 'ALERTS' | 'INCIDENTS' | 'ACCESS';
export type SampleResult = 'PASS' | 'EXCEPTION' | 'NOT_TESTABLE';

/** One item of a sample, as it was when it was drawn. `ordinal` is its place in the population, from 1. */
export interface SampleItem {
  readonly ref: string;
  readonly ordinal: number;
  readonly label: string;
  /** ISO time. */
  readonly at: string;
  readonly facts: Readonly<Record<string, string | null>>;
}

export const auditFrameworksTable = sqliteTable('audit_frameworks', {
  id: text('id').primaryKey(),
  auditId: text('audit_id').notNull(),
  frameworkId: text('framework_id').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const auditRequestsTable = sqliteTable('audit_requests', {
  id: text('id').primaryKey(),
  auditId: text('audit_id').notNull(),
  number: integer('number').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  controlId: text('control_id'),
  owner: text('owner'),
  due: text('due'),
  status: text('status').$type<RequestStatus>().notNull().default('OPEN'),
  providedNote: text('provided_note'),
  providedBy: text('provided_by'),
  providedAt: integer('provided_at'),
  decisionNote: text('decision_note'),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  origin: text('origin').notNull().default('hand'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const auditRequestControlsTable = sqliteTable('audit_request_controls', {
  id: text('id').primaryKey(),
  requestId: text('request_id').notNull(),
  controlId: text('control_id').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const auditRequestEvidenceTable = sqliteTable('audit_request_evidence', {
  id: text('id').primaryKey(),
  requestId: text('request_id').notNull(),
  evidenceId: text('evidence_id').notNull(),
  addedBy: text('added_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const auditSamplesTable = sqliteTable('audit_samples', {
  id: text('id').primaryKey(),
  auditId: text('audit_id').notNull(),
  number: integer('number').notNull(),
  population: text('population').$type<SamplePopulation>().notNull(),
  purpose: text('purpose'),
  periodStart: integer('period_start').notNull(),
  periodEnd: integer('period_end').notNull(),
  filter: text('filter', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  seed: text('seed').notNull(),
  method: text('method').notNull(),
  size: integer('size').notNull(),
  sizeBasis: text('size_basis').notNull().default('chosen'),
  populationCount: integer('population_count').notNull(),
  populationSha256: text('population_sha256').notNull(),
  items: text('items', { mode: 'json' }).$type<readonly SampleItem[]>().notNull(),
  reconciliation: text('reconciliation', { mode: 'json' }).$type<unknown>().notNull(),
  drawnBy: text('drawn_by'),
  drawnAt: integer('drawn_at').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const auditSampleResultsTable = sqliteTable('audit_sample_results', {
  id: text('id').primaryKey(),
  sampleId: text('sample_id').notNull(),
  itemRef: text('item_ref').notNull(),
  result: text('result').$type<SampleResult>().notNull(),
  note: text('note'),
  evidenceId: text('evidence_id'),
  findingId: text('finding_id'),
  testedBy: text('tested_by'),
  testedAt: integer('tested_at').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
