import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type PolicyStatus = 'DRAFT' | 'UNDER_REVIEW' | 'APPROVED' | 'DEPRECATED';
export type PolicyCategory = 'SECURITY' | 'PRIVACY' | 'HR' | 'IT' | 'OPERATIONS';

/** Dates are days: `2026-11-20`. */
export const policiesTable = sqliteTable('policies', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  content: text('content'),
  version: text('version').notNull().default('1.0'),
  status: text('status').$type<PolicyStatus>().notNull().default('DRAFT'),
  category: text('category').$type<PolicyCategory>(),
  owner: text('owner'),
  approver: text('approver'),
  effectiveDate: text('effective_date'),
  reviewDate: text('review_date'),
  nextReviewDate: text('next_review_date'),
  /** Kept for readers of old; nobody reads or writes it. See `isOutdated` of policies.rules.ts. */
  isOutdated: integer('is_outdated', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  currentVersionId: text('current_version_id'),
  workingVersionId: text('working_version_id'),
  workingStatus: text('working_status').$type<'DRAFT' | 'UNDER_REVIEW'>(),
  reviewMonths: integer('review_months').notNull().default(12),
  ...syncColumns(),
});

export type VersionStatus = 'DRAFT' | 'UNDER_REVIEW' | 'APPROVED' | 'SUPERSEDED' | 'WITHDRAWN';

export const policyVersionsTable = sqliteTable('policy_versions', {
  id: text('id').primaryKey(),
  policyId: text('policy_id').notNull(),
  number: integer('number').notNull().default(1),
  version: text('version').notNull(),
  title: text('title').notNull(),
  content: text('content').notNull().default(''),
  /** Of the content's UTF-8 bytes. */
  sha256: text('sha256').notNull(),
  status: text('status').$type<VersionStatus>().notNull().default('DRAFT'),
  note: text('note'),
  author: text('author'),
  /** Everyone who wrote in it. */
  authors: text('authors', { mode: 'json' }).$type<string[]>().notNull().default([]),
  submittedBy: text('submitted_by'),
  submittedAt: integer('submitted_at'),
  approvedAt: integer('approved_at'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  effectiveDate: text('effective_date'),
  endedAt: integer('ended_at'),
  evidenceId: text('evidence_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const policyApprovalsTable = sqliteTable('policy_approvals', {
  id: text('id').primaryKey(),
  policyId: text('policy_id').notNull(),
  versionId: text('version_id').notNull(),
  sha256: text('sha256').notNull(),
  approver: text('approver'),
  isSelfApproved: integer('is_self_approved', { mode: 'boolean' }).notNull().default(false),
  note: text('note'),
  voidedAt: integer('voided_at'),
  voidedReason: text('voided_reason'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const policyControlsTable = sqliteTable('policy_controls', {
  id: text('id').primaryKey(),
  policyId: text('policy_id').notNull(),
  controlId: text('control_id').notNull(),
  addedBy: text('added_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
