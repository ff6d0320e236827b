import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HandoverFacts } from '../../../shared/areas/handover/handover.contract.ts';
import { syncColumns } from './columns.ts';

export const handoversTable = sqliteTable('handovers', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  state: text('state').$type<'DRAFT' | 'HANDED_OVER' | 'ACKNOWLEDGED'>().notNull(),
  since: integer('since').notNull(),
  until: integer('until').notNull(),
  timeZone: text('time_zone').notNull(),
  facts: text('facts', { mode: 'json' }).$type<HandoverFacts>(),
  generatedAt: integer('generated_at'),
  texts: text('texts', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  hidden: text('hidden', { mode: 'json' }).$type<string[]>().notNull(),
  createdBy: text('created_by'),
  handedTo: text('handed_to'),
  handedBy: text('handed_by'),
  handedAt: integer('handed_at'),
  acknowledgedBy: text('acknowledged_by'),
  acknowledgedAt: integer('acknowledged_at'),
  acknowledgement: text('acknowledgement'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
