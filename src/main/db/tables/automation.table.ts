import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { syncColumns } from './columns.ts';

/** `id` as entity_marks.id. */
export const assetsTable = sqliteTable('assets', {
  id: text('id').primaryKey(),
  entityKind: text('entity_kind').$type<EntityKind>().notNull(),
  entityValue: text('entity_value').notNull(),
  role: text('role'),
  owner: text('owner'),
  note: text('note'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const automationPolicyTable = sqliteTable('automation_policy', {
  id: text('id').primaryKey(),
  state: text('state').$type<'SHADOW' | 'ON' | 'TRIPPED'>().notNull(),
  dailyCap: integer('daily_cap').notNull(),
  onSince: integer('on_since').notNull().default(0),
  points: text('points').$type<'REFITTED' | 'HAND'>().notNull().default('REFITTED'),
  reason: text('reason'),
  changedBy: text('changed_by'),
  changedAt: integer('changed_at').notNull(),
  ...syncColumns(),
});

export const automationPatternsTable = sqliteTable('automation_patterns', {
  id: text('id').primaryKey(),
  patternKey: text('pattern_key').notNull(),
  label: text('label').notNull(),
  state: text('state').$type<'OFF' | 'SHADOW' | 'ON' | 'TRIPPED'>().notNull(),
  reason: text('reason'),
  auditsSince: integer('audits_since').notNull(),
  changedBy: text('changed_by'),
  changedAt: integer('changed_at').notNull(),
  ...syncColumns(),
});

export const automationAuditsTable = sqliteTable('automation_audits', {
  id: text('id').primaryKey(),
  alertId: text('alert_id').notNull(),
  patternId: text('pattern_id').notNull(),
  kind: text('kind').$type<'SHADOW' | 'RANDOM' | 'CLOSING'>().notNull(),
  decidedAt: integer('decided_at').notNull(),
  verdict: text('verdict').$type<'AGREE' | 'DISAGREE'>(),
  note: text('note'),
  auditedBy: text('audited_by'),
  auditedAt: integer('audited_at'),
  ...syncColumns(),
});

/** `id` is the alert's. */
export const automationClosingsTable = sqliteTable('automation_closings', {
  id: text('id').primaryKey(),
  patternId: text('pattern_id').notNull(),
  closedAt: integer('closed_at').notNull(),
  actionId: text('action_id'),
  ...syncColumns(),
});

export const automationTripsTable = sqliteTable('automation_trips', {
  id: text('id').primaryKey(),
  patternId: text('pattern_id'),
  alertId: text('alert_id').notNull(),
  reason: text('reason').notNull(),
  confirmedBy: text('confirmed_by'),
  at: integer('at').notNull(),
  ...syncColumns(),
});

/** `id` is the alert's. */
export const automationSecondLooksTable = sqliteTable('automation_second_looks', {
  id: text('id').primaryKey(),
  patternId: text('pattern_id').notNull(),
  reason: text('reason').notNull(),
  firstVerdict: text('first_verdict'),
  firstBy: text('first_by'),
  openedAt: integer('opened_at').notNull(),
  outcome: text('outcome').$type<'CONFIRMED' | 'MISLABELLED'>(),
  note: text('note'),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  firstConfirmedBy: text('first_confirmed_by'),
  firstConfirmedAt: integer('first_confirmed_at'),
  ...syncColumns(),
});
