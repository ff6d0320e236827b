import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { JobState } from '../../../shared/contract/jobs.ts';

export const jobsTable = sqliteTable('jobs', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  state: text('state').$type<JobState>().notNull(),
  done: integer('done').notNull(),
  total: integer('total'),
  unit: text('unit').notNull(),
  message: text('message'),
  startedBy: text('started_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  finishedAt: integer('finished_at'),
});
