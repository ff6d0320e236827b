import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export type ControlStatus = 'NOT_ASSESSED' | 'COMPLIANT' | 'PARTIALLY_COMPLIANT' | 'NON_COMPLIANT';

export const frameworksTable = sqliteTable('compliance_frameworks', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version'),
  description: text('description'),
  category: text('category'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const controlsTable = sqliteTable('controls', {
  id: text('id').primaryKey(),
  frameworkId: text('framework_id').notNull(),
  controlId: text('control_id').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  category: text('category'),
  requirement: text('requirement'),
  priority: text('priority').$type<Severity>().notNull().default('MEDIUM'),
  isAutomated: integer('is_automated', { mode: 'boolean' }).notNull().default(false),
  status: text('status').$type<ControlStatus>().notNull().default('NOT_ASSESSED'),
  lastAssessment: integer('last_assessment'),
  nextAssessment: integer('next_assessment'),
  owner: text('owner'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
