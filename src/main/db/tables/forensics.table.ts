import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export type InvestigationType =
  | 'malware'
  | 'network'
  | 'data-breach'
  | 'insider-threat'
  | 'apt'
  | 'phishing'
  | 'ddos';
export type InvestigationStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED';

export const investigationsTable = sqliteTable('forensic_investigations', {
  id: text('id').primaryKey(),
  incidentId: text('incident_id').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  investigationType: text('investigation_type').$type<InvestigationType>(),
  priority: text('priority').$type<Severity>().notNull().default('MEDIUM'),
  status: text('status').$type<InvestigationStatus>().notNull().default('PENDING'),
  investigator: text('investigator'),
  aiProgress: integer('ai_progress').notNull().default(0),
  findings: text('findings', { mode: 'json' }).$type<unknown>(),
  iocs: text('iocs', { mode: 'json' }).$type<unknown>(),
  timeline: text('timeline', { mode: 'json' }).$type<unknown>(),
  tools: text('tools', { mode: 'json' }).$type<unknown>(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  completedAt: integer('completed_at'),
  ...syncColumns(),
});

export const indicatorsTable = sqliteTable('indicators', {
  id: text('id').primaryKey(),
  investigationId: text('investigation_id'),
  type: text('type').notNull(),
  value: text('value').notNull(),
  severity: text('severity').$type<Severity>().notNull().default('MEDIUM'),
  source: text('source'),
  description: text('description'),
  firstSeen: integer('first_seen'),
  lastSeen: integer('last_seen'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const forensicSessionsTable = sqliteTable('forensic_sessions', {
  id: text('id').primaryKey(),
  investigationId: text('investigation_id').notNull(),
  toolName: text('tool_name').notNull(),
  toolType: text('tool_type').notNull(),
  status: text('status').notNull().default('RUNNING'),
  results: text('results', { mode: 'json' }).$type<unknown>(),
  startedAt: integer('started_at').notNull(),
  completedAt: integer('completed_at'),
  createdBy: text('created_by'),
  ...syncColumns(),
});
