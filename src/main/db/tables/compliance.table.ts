import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export const frameworksTable = sqliteTable('compliance_frameworks', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version'),
  description: text('description'),
  category: text('category'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  packId: text('pack_id'),
  packChecksum: text('pack_checksum'),
  baseline: text('baseline'),
  publisher: text('publisher'),
  licence: text('licence'),
  source: text('source'),
  textPolicy: text('text_policy').$type<FrameworkPack['textPolicy']>(),
  updatedAt: integer('updated_at'),
  ...syncColumns(),
});

export const frameworkGroupsTable = sqliteTable('framework_groups', {
  id: text('id').primaryKey(),
  frameworkId: text('framework_id').notNull(),
  ref: text('ref').notNull(),
  parentRef: text('parent_ref'),
  title: text('title').notNull(),
  position: integer('position').notNull().default(0),
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
  parentRef: text('parent_ref'),
  position: integer('position').notNull().default(0),
  weight: integer('weight').notNull().default(1),
  isApplicable: integer('is_applicable', { mode: 'boolean' }).notNull().default(true),
  applicabilityReason: text('applicability_reason'),
  goneIn: text('gone_in'),
  isCustom: integer('is_custom', { mode: 'boolean' }).notNull().default(false),
  ...syncColumns(),
});
