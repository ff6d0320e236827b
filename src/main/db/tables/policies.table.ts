import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type PolicyStatus = 'DRAFT' | 'UNDER_REVIEW' | 'APPROVED' | 'DEPRECATED';
export type PolicyCategory = 'SECURITY' | 'PRIVACY' | 'HR' | 'IT' | 'OPERATIONS';

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
  isOutdated: integer('is_outdated', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
