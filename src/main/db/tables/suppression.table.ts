import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { SuppressionScope } from '../../../shared/areas/suppression/suppression.rules.ts';
import { syncColumns } from './columns.ts';

export const suppressionRulesTable = sqliteTable('suppression_rules', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  scope: text('scope', { mode: 'json' }).$type<SuppressionScope>().notNull(),
  reason: text('reason').notNull(),
  owner: text('owner'),
  inForceSince: integer('in_force_since').notNull(),
  expiresAt: integer('expires_at').notNull(),
  controlId: text('control_id'),
  exceptionId: text('exception_id'),
  endedAt: integer('ended_at'),
  endedBy: text('ended_by'),
  endKind: text('end_kind').$type<'ENDED' | 'EXPIRED'>(),
  endReason: text('end_reason'),
  reopening: text('reopening').$type<'ALERTS' | 'NEW'>(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
