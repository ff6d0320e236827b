import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type FindingSeverity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
export type FindingStatus = 'OPEN' | 'REMEDIATION' | 'RETEST' | 'CLOSED' | 'ACCEPTED';

export const findingsTable = sqliteTable('findings', {
  id: text('id').primaryKey(),
  auditId: text('audit_id'),
  number: integer('number').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  criteria: text('criteria'),
  condition: text('condition'),
  cause: text('cause'),
  effect: text('effect'),
  recommendation: text('recommendation'),
  severity: text('severity').$type<FindingSeverity>().notNull().default('MEDIUM'),
  controlId: text('control_id'),
  status: text('status').$type<FindingStatus>().notNull().default('OPEN'),
  owner: text('owner'),
  dueAt: integer('due_at'),
  remediationPlan: text('remediation_plan'),
  remediatedBy: text('remediated_by'),
  remediatedAt: integer('remediated_at'),
  remediationNote: text('remediation_note'),
  retestedBy: text('retested_by'),
  retestedAt: integer('retested_at'),
  retestResult: text('retest_result').$type<'PASS' | 'FAIL'>(),
  retestNote: text('retest_note'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  acceptedBy: text('accepted_by'),
  acceptedReason: text('accepted_reason'),
  acceptedUntil: text('accepted_until'),
  closedAt: integer('closed_at'),
  sampleId: text('sample_id'),
  sampleItem: text('sample_item'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const findingEvidenceTable = sqliteTable('finding_evidence', {
  id: text('id').primaryKey(),
  findingId: text('finding_id').notNull(),
  evidenceId: text('evidence_id').notNull(),
  addedBy: text('added_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
