import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Of the link to the workspace and of the worker, by key. */
export const syncSettingsTable = sqliteTable('sync_settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

export const syncLogTable = sqliteTable('sync_log', {
  seq: integer('seq').primaryKey(),
  at: integer('at').notNull(),
  kind: text('kind').notNull(),
  text: text('text').notNull(),
  details: text('details', { mode: 'json' })
    .$type<Readonly<Record<string, unknown>>>()
    .notNull()
    .default({}),
});

/** A cell as it crosses the wire. */
type Cell = string | number | null;

export const syncConflictsTable = sqliteTable('sync_conflicts', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull(),
  tableName: text('table_name').notNull(),
  recordId: text('record_id').notNull(),
  /** The column. */
  field: text('field').notNull(),
  winnerValue: text('winner_value', { mode: 'json' }).$type<Cell>().notNull(),
  winnerStamp: text('winner_stamp').notNull(),
  winnerActor: text('winner_actor'),
  loserValue: text('loser_value', { mode: 'json' }).$type<Cell>().notNull(),
  loserStamp: text('loser_stamp').notNull(),
  loserActor: text('loser_actor'),
  seenAt: integer('seen_at').notNull(),
  state: text('state').$type<'OPEN' | 'TAKEN' | 'KEPT'>().notNull(),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  toSend: integer('to_send', { mode: 'boolean' }).notNull(),
});
