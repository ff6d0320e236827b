import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const evidenceCustodyTable = sqliteTable('evidence_custody', {
  /** `<evidence id>:<position, six digits>`. */
  id: text('id').primaryKey(),
  evidenceId: text('evidence_id').notNull(),
  position: integer('position').notNull(),
  action: text('action').notNull(),
  actor: text('actor'),
  at: integer('at').notNull(),
  /** Of the evidence's file when the entry was made. */
  sha256: text('sha256'),
  /** JSON; text, because the mac covers it byte by byte. */
  details: text('details'),
  previous: text('previous'),
  mac: text('mac').notNull(),
  /** The workstation's whose chain it is; '' before a workspace was joined. */
  chain: text('chain').notNull().default(''),
  /** Of the evidence. */
  investigationId: text('investigation_id'),
  ...syncColumns(),
});

/** Local: what is on its way here. */
export const evidenceUploadsTable = sqliteTable('evidence_uploads', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  size: integer('size').notNull(),
  mediaType: text('media_type'),
  state: text('state').$type<'RECEIVING' | 'STORING' | 'STORED'>().notNull(),
  sha256: text('sha256'),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});
