import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type AuditType = 'INTERNAL' | 'EXTERNAL' | 'REGULATORY' | 'CERTIFICATION';
export type AuditFramework = 'SOC2' | 'ISO27001' | 'PCI-DSS' | 'HIPAA' | 'GDPR' | 'NIST';
export type AuditStatus = 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';

export const auditsTable = sqliteTable('audits', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  type: text('type').$type<AuditType>().notNull().default('INTERNAL'),
  framework: text('framework').$type<AuditFramework>(),
  auditor: text('auditor'),
  status: text('status').$type<AuditStatus>().notNull().default('PLANNED'),
  startDate: text('start_date'),
  endDate: text('end_date'),
  reportDate: text('report_date'),
  findings: text('findings', { mode: 'json' }).$type<unknown>(),
  recommendations: text('recommendations'),
  assignedTo: text('assigned_to'),
  /** First and last day examined, 'YYYY-MM-DD' in UTC. */
  periodStart: text('period_start'),
  periodEnd: text('period_end'),
  scope: text('scope'),
  startedAt: integer('started_at'),
  endedAt: integer('ended_at'),
  preparationStartedAt: integer('preparation_started_at'),
  packageReadyAt: integer('package_ready_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
