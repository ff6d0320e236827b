import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  CrosswalkConfidence,
  CrosswalkRelation,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';
import { syncColumns } from './columns.ts';

export const crosswalkLinksTable = sqliteTable('crosswalk_links', {
  id: text('id').primaryKey(),
  sourcePack: text('source_pack'),
  sourceFrameworkId: text('source_framework_id'),
  sourceRef: text('source_ref').notNull(),
  targetPack: text('target_pack'),
  targetFrameworkId: text('target_framework_id'),
  targetRef: text('target_ref').notNull(),
  relation: text('relation').$type<CrosswalkRelation>().notNull(),
  rationale: text('rationale').notNull(),
  origin: text('origin').notNull(),
  originKind: text('origin_kind').$type<'OWN' | 'IMPORT'>().notNull().default('OWN'),
  confidence: text('confidence').$type<CrosswalkConfidence>().notNull(),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
