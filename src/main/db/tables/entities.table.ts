import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { syncColumns } from './columns.ts';

export const entityMarksTable = sqliteTable('entity_marks', {
  /** Made of kind and value (src/main/areas/entities/entity-id.ts). */
  id: text('id').primaryKey(),
  entityKind: text('entity_kind').$type<EntityKind>().notNull(),
  entityValue: text('entity_value').notNull(),
  criticality: text('criticality').$type<Criticality>().notNull(),
  reason: text('reason'),
  markedBy: text('marked_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const entityNotesTable = sqliteTable('entity_notes', {
  id: text('id').primaryKey(),
  entityId: text('entity_id').notNull(),
  entityKind: text('entity_kind').$type<EntityKind>().notNull(),
  entityValue: text('entity_value').notNull(),
  /** Markdown. */
  text: text('text').notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
