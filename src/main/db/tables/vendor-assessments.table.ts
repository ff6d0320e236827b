import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export type StoredAnswer = 'YES' | 'PARTLY' | 'NO' | 'NA';

export interface ReceiptEntry {
  /** Of the sheet, from 1; 0 for a question that no row was about. */
  readonly row: number;
  readonly questionId: string;
  readonly outcome: 'taken' | 'unchanged' | 'refused';
  readonly why: string | null;
}

export const vendorTieringsTable = sqliteTable('vendor_tierings', {
  id: text('id').primaryKey(),
  vendorId: text('vendor_id').notNull(),
  version: integer('version').notNull(),
  answers: text('answers', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  /** Whole per cent of all points. */
  share: integer('share').notNull(),
  inherentTier: text('inherent_tier').$type<Severity>().notNull(),
  tier: text('tier').$type<Severity>().notNull(),
  overrideReason: text('override_reason'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const vendorAssessmentsTable = sqliteTable('vendor_assessments', {
  id: text('id').primaryKey(),
  vendorId: text('vendor_id').notNull(),
  questionnaire: text('questionnaire').notNull(),
  questionnaireVersion: integer('questionnaire_version').notNull(),
  state: text('state')
    .$type<'DRAFT' | 'SENT' | 'ANSWERED' | 'REVIEWED' | 'COMPLETED' | 'CANCELLED'>()
    .notNull()
    .default('DRAFT'),
  tier: text('tier').$type<Severity>().notNull(),
  sentTo: text('sent_to'),
  /** Days as `2026-11-20`. */
  sentOn: text('sent_on'),
  due: text('due'),
  answeredOn: text('answered_on'),
  reviewedOn: text('reviewed_on'),
  reviewedBy: text('reviewed_by'),
  reviewNote: text('review_note'),
  completedOn: text('completed_on'),
  completedBy: text('completed_by'),
  expiresOn: text('expires_on'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  score: real('score'),
  sectionScores: text('section_scores', { mode: 'json' }).$type<Record<string, number | null>>(),
  formulaVersion: integer('formula_version'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const vendorAnswersTable = sqliteTable('vendor_answers', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  questionId: text('question_id').notNull(),
  answer: text('answer').$type<StoredAnswer>(),
  comment: text('comment'),
  evidenceRef: text('evidence_ref'),
  source: text('source').$type<'hand' | 'workbook'>().notNull().default('hand'),
  recordedBy: text('recorded_by'),
  correctedAnswer: text('corrected_answer').$type<StoredAnswer>(),
  correctionReason: text('correction_reason'),
  correctedBy: text('corrected_by'),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const vendorReceiptsTable = sqliteTable('vendor_receipts', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  taken: integer('taken').notNull(),
  unchanged: integer('unchanged').notNull(),
  refused: integer('refused').notNull(),
  entries: text('entries', { mode: 'json' }).$type<ReceiptEntry[]>().notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const vendorReassessmentsTable = sqliteTable('vendor_reassessments', {
  id: text('id').primaryKey(),
  vendorId: text('vendor_id').notNull(),
  state: text('state')
    .$type<'OPEN' | 'IN_REVIEW' | 'DONE' | 'DISMISSED'>()
    .notNull()
    .default('OPEN'),
  priority: text('priority').$type<Severity>().notNull(),
  /** All that touched the vendor, and how many of them are kept as rows. */
  signalCount: integer('signal_count').notNull().default(0),
  keptCount: integer('kept_count').notNull().default(0),
  owner: text('owner'),
  due: text('due'),
  outcome: text('outcome'),
  startedBy: text('started_by'),
  closedBy: text('closed_by'),
  closedAt: integer('closed_at'),
  lastSignalAt: integer('last_signal_at').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const vendorSignalsTable = sqliteTable('vendor_signals', {
  id: text('id').primaryKey(),
  taskId: text('task_id').notNull(),
  vendorId: text('vendor_id').notNull(),
  thing: text('thing').$type<'alert' | 'indicator'>().notNull(),
  thingId: text('thing_id').notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  kind: text('kind').$type<'domain' | 'address' | 'software'>().notNull(),
  term: text('term').notNull(),
  found: text('found').notNull(),
  field: text('field').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
