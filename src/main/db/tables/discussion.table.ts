import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';
import type {
  PlaybookMatches,
  PlaybookStep,
} from '../../../shared/areas/discussion/playbooks.contract.ts';
import { syncColumns } from './columns.ts';

export const noteTemplatesTable = sqliteTable('note_templates', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  text: text('text').notNull(),
  verdict: text('verdict').$type<Verdict>(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const alertCommentsTable = sqliteTable('alert_comments', {
  id: text('id').primaryKey(),
  alertId: text('alert_id').notNull(),
  author: text('author'),
  text: text('text').notNull(),
  mentions: text('mentions', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  editedAt: integer('edited_at'),
  ...syncColumns(),
});

export const investigationCommentsTable = sqliteTable('investigation_comments', {
  id: text('id').primaryKey(),
  investigationId: text('investigation_id').notNull(),
  author: text('author'),
  text: text('text').notNull(),
  mentions: text('mentions', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  editedAt: integer('edited_at'),
  ...syncColumns(),
});

export const alertWatchersTable = sqliteTable('alert_watchers', {
  id: text('id').primaryKey(),
  alertId: text('alert_id').notNull(),
  account: text('account').notNull(),
  createdAt: integer('created_at').notNull(),
  ...syncColumns(),
});

export const playbooksTable = sqliteTable('playbooks', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  summary: text('summary').notNull(),
  matches: text('matches', { mode: 'json' }).$type<PlaybookMatches>().notNull(),
  steps: text('steps', { mode: 'json' }).$type<PlaybookStep[]>().notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const alertChecksTable = sqliteTable('alert_checks', {
  id: text('id').primaryKey(),
  alertId: text('alert_id').notNull(),
  playbookId: text('playbook_id').notNull(),
  stepId: text('step_id').notNull(),
  stepText: text('step_text').notNull(),
  checkedBy: text('checked_by'),
  checkedAt: integer('checked_at').notNull(),
  ...syncColumns(),
});
