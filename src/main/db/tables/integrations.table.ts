import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { syncColumns } from './columns.ts';

export type IntegrationType =
  | 'EDR'
  | 'SIEM'
  | 'IAM'
  | 'CLOUD'
  | 'VULNERABILITY'
  | 'THREAT_INTEL'
  | 'FIREWALL'
  | 'EMAIL';
export type IntegrationStatus = 'CONNECTED' | 'DISCONNECTED' | 'ERROR' | 'PENDING';

export const integrationsTable = sqliteTable('integrations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  type: text('type').$type<IntegrationType>().notNull(),
  vendor: text('vendor'),
  status: text('status').$type<IntegrationStatus>().notNull().default('DISCONNECTED'),
  lastSync: integer('last_sync'),
  configuration: text('configuration', { mode: 'json' }).$type<unknown>(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
