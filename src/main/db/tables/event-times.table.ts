import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AlignmentConfidence,
  AlignmentMethod,
} from '../../../shared/areas/forensics/timeline/alignment.ts';
import { syncColumns } from './columns.ts';

/** What is added to the recorded times of a source; `offsetNanos` 0 to 999,999 on top of `offsetMs`. */
export const eventAlignmentsTable = sqliteTable('event_alignments', {
  id: text('id').primaryKey(),
  investigationId: text('investigation_id').notNull(),
  sourceId: text('source_id').notNull(),
  sourceName: text('source_name').notNull(),
  offsetMs: integer('offset_ms').notNull().default(0),
  offsetNanos: integer('offset_nanos').notNull().default(0),
  method: text('method').$type<AlignmentMethod>().notNull().default('none'),
  confidence: text('confidence').$type<AlignmentConfidence>().notNull().default('low'),
  note: text('note'),
  setBy: text('set_by'),
  setAt: integer('set_at').notNull(),
  ...syncColumns(),
});

/** Events taken into a case. `event` is the frozen copy: src/shared/areas/forensics/timeline/promotions.contract.ts. */
export const promotedEventsTable = sqliteTable('promoted_events', {
  id: text('id').primaryKey(),
  investigationId: text('investigation_id').notNull(),
  sourceId: text('source_id').notNull(),
  sourceName: text('source_name').notNull(),
  eventId: text('event_id').notNull(),
  timeMs: integer('time_ms'),
  timeNanos: integer('time_nanos').notNull().default(0),
  kind: text('kind').notNull().default('other'),
  summary: text('summary').notNull().default(''),
  event: text('event', { mode: 'json' }).$type<unknown>().notNull(),
  note: text('note'),
  technique: text('technique'),
  ruleId: text('rule_id'),
  ruleName: text('rule_name'),
  promotedBy: text('promoted_by'),
  promotedAt: integer('promoted_at').notNull(),
  ...syncColumns(),
});
