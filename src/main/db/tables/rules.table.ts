/** Rule packs and what people decide about their rules (0048). Hits and runs are local tables without a shape. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { GivenSource } from '../../../shared/areas/forensics/rules/rule-text.ts';
import { syncColumns } from './columns.ts';

export const rulePacksTable = sqliteTable('rule_packs', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  origin: text('origin').$type<'shipped' | 'imported' | 'own'>().notNull(),
  fileName: text('file_name').notNull(),
  contentHash: text('content_hash'),
  version: integer('version').notNull(),
  isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull(),
  receipt: text('receipt', { mode: 'json' }).$type<unknown>(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const detectionRulesTable = sqliteTable('detection_rules', {
  id: text('id').primaryKey(),
  packId: text('pack_id').notNull(),
  engine: text('engine').$type<'sigma' | 'yara'>().notNull(),
  kind: text('kind').$type<'rule' | 'filter' | 'correlation'>().notNull(),
  ruleKey: text('rule_key').notNull(),
  path: text('path').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  author: text('author'),
  level: text('level'),
  status: text('status'),
  logsource: text('logsource'),
  reaches: text('reaches'),
  techniques: text('techniques', { mode: 'json' }).$type<string[]>().notNull(),
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  falsePositives: text('false_positives', { mode: 'json' }).$type<string[]>().notNull(),
  state: text('state').$type<'ready' | 'unsupported' | 'invalid'>().notNull(),
  reasons: text('reasons', { mode: 'json' }).$type<string[]>().notNull(),
  hash: text('hash').notNull(),
  statedVersion: text('stated_version'),
  version: integer('version').notNull(),
  isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull(),
  isGone: integer('is_gone', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const ruleVersionsTable = sqliteTable('rule_versions', {
  id: text('id').primaryKey(),
  ruleId: text('rule_id').notNull(),
  number: integer('number').notNull(),
  hash: text('hash').notNull(),
  statedVersion: text('stated_version'),
  text: text('text').notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const ruleTuningsTable = sqliteTable('rule_tunings', {
  id: text('id').primaryKey(),
  ruleId: text('rule_id').notNull(),
  name: text('name').notNull(),
  text: text('text').notNull(),
  reason: text('reason').notNull(),
  isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const ruleMarksTable = sqliteTable('rule_marks', {
  id: text('id').primaryKey(),
  ruleId: text('rule_id').notNull(),
  ruleHash: text('rule_hash').notNull(),
  investigationId: text('investigation_id').notNull(),
  sourceId: text('source_id').notNull(),
  eventId: text('event_id').notNull(),
  /** Of the event's record: src/main/areas/forensics/events/record-key.ts. */
  recordKey: text('record_key'),
  summary: text('summary').notNull(),
  reason: text('reason').notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

/** What a rule is tried on: an event, and what the importer would have declared of its source. */
export interface RuleTestBody {
  readonly declared?: GivenSource | undefined;
  readonly event: Readonly<Record<string, string | readonly string[]>>;
}

export const ruleTestsTable = sqliteTable('rule_tests', {
  id: text('id').primaryKey(),
  ruleId: text('rule_id').notNull(),
  name: text('name').notNull(),
  isHit: integer('is_hit', { mode: 'boolean' }).notNull(),
  body: text('body', { mode: 'json' }).$type<RuleTestBody>().notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});
