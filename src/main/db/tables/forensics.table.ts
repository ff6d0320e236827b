import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CaseVerdict } from '../../../shared/areas/assistant/agent.types.ts';
import type { RelationKind, Tlp } from '../../../shared/areas/forensics/indicators/life.ts';
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
  /** {alertIds: string[]}. */
  scope: text('scope', { mode: 'json' }).$type<unknown>(),
  createdBy: text('created_by'),
  verdict: text('verdict').$type<CaseVerdict>(),
  /** src/shared/areas/forensics/analysis.ts. */
  analysis: text('analysis', { mode: 'json' }).$type<unknown>(),
  opinion: text('opinion', { mode: 'json' }).$type<unknown>(),
  closedAt: integer('closed_at'),
  closedBy: text('closed_by'),
  closingReason: text('closing_reason'),
  closingVerdict: text('closing_verdict').$type<CaseVerdict>(),
  bundleEvidenceId: text('bundle_evidence_id'),
  /** string[] of accounts; null: everybody whose role may. */
  restrictedTo: text('restricted_to', { mode: 'json' }).$type<unknown>(),
  /** src/shared/areas/forensics/journal.ts. */
  journal: text('journal', { mode: 'json' }).$type<unknown>(),
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
  /** EvidenceRef[]. */
  evidence: text('evidence', { mode: 'json' }).$type<unknown>(),
  confidence: integer('confidence').notNull().default(50),
  tlp: text('tlp').$type<Tlp>(),
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
  notes: text('notes'),
  expiresAt: integer('expires_at'),
  inactiveReason: text('inactive_reason'),
  /** Provenance of src/shared/areas/forensics/indicators/life.ts. */
  provenance: text('provenance', { mode: 'json' }).$type<unknown>(),
  stixId: text('stix_id'),
  createdBy: text('created_by'),
  updatedAt: integer('updated_at'),
  ...syncColumns(),
});

export const indicatorRelationsTable = sqliteTable('indicator_relations', {
  id: text('id').primaryKey(),
  fromId: text('from_id').notNull(),
  toId: text('to_id').notNull(),
  kind: text('kind').$type<RelationKind>().notNull().default('related-to'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  /** Of the indicator it begins at. */
  investigationId: text('investigation_id'),
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
  evidenceId: text('evidence_id'),
  parentId: text('parent_id'),
  fileName: text('file_name'),
  innerPath: text('inner_path'),
  sizeBytes: integer('size_bytes'),
  sha256: text('sha256'),
  toolVersion: text('tool_version'),
  detected: text('detected'),
  /** string[]: ids of readers. */
  chosen: text('chosen', { mode: 'json' }).$type<unknown>(),
  events: integer('events'),
  /** src/shared/areas/forensics/intake/intake.contract.ts. */
  receipt: text('receipt', { mode: 'json' }).$type<unknown>(),
  problem: text('problem'),
  ...syncColumns(),
});
