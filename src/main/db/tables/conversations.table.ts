import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const conversationsTable = sqliteTable('conversations', {
  id: text('id').primaryKey(),
  account: text('account').notNull(),
  kind: text('kind').$type<'assistant' | 'analyst'>().notNull(),
  title: text('title').notNull(),
  incidentId: text('incident_id'),
  createdAt: integer('created_at').notNull(),
  lastAt: integer('last_at').notNull(),
});

export const chatMessagesTable = sqliteTable('chat_messages', {
  id: text('id').primaryKey(),
  account: text('account').notNull(),
  conversation: text('conversation').notNull().default('assistant'),
  content: text('content').notNull(),
  isUser: integer('is_user').notNull(),
  timestamp: integer('timestamp').notNull(),
  conversationId: text('conversation_id'),
  answer: text('answer', { mode: 'json' }).$type<unknown>(),
});
