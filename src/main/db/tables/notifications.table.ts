import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const notificationsTable = sqliteTable('notifications', {
  id: text('id').primaryKey(),
  account: text('account'),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  body: text('body'),
  link: text('link'),
  readAt: integer('read_at'),
  createdAt: integer('created_at').notNull(),
  groupKey: text('group_key'),
  groupCount: integer('group_count').notNull().default(1),
});

export const notificationMarksTable = sqliteTable(
  'notification_marks',
  {
    notification: text('notification').notNull(),
    account: text('account').notNull(),
    readAt: integer('read_at'),
  },
  (table) => [primaryKey({ columns: [table.notification, table.account] })],
);

export const toldOccasionsTable = sqliteTable('told_occasions', {
  occasion: text('occasion').primaryKey(),
  toldAt: integer('told_at').notNull(),
});
