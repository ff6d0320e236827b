import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export const usersTable = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  profileImageUrl: text('profile_image_url'),
  role: text('role').notNull(),
  /** Since when the account is closed; null while it is in use. */
  deactivatedAt: integer('deactivated_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const credentialsTable = sqliteTable('credentials', {
  userId: text('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
});

export const loginAttemptsTable = sqliteTable('login_attempts', {
  email: text('email').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: integer('blocked_until').notNull(),
  lastAt: integer('last_at').notNull().default(0),
});

export interface SessionContent {
  readonly userId: string;
  readonly createdAt: number;
  /** What the browser said of itself; absent in sessions of older versions. */
  readonly device?: string;
}

export const sessionsTable = sqliteTable('sessions', {
  sid: text('sid').primaryKey(),
  sess: text('sess', { mode: 'json' }).$type<SessionContent>().notNull(),
  expire: integer('expire').notNull(),
});
