import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { syncColumns } from './columns.ts';

export type VendorCategory = 'SOFTWARE' | 'CLOUD' | 'CONSULTING' | 'HARDWARE';
export type VendorStatus = 'ACTIVE' | 'UNDER_REVIEW' | 'SUSPENDED' | 'TERMINATED';

export const vendorsTable = sqliteTable('vendors', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description'),
  category: text('category').$type<VendorCategory>(),
  riskTier: text('risk_tier').$type<Severity>().notNull().default('MEDIUM'),
  lastAssessment: text('last_assessment'),
  nextAssessment: text('next_assessment'),
  contractExpiry: text('contract_expiry'),
  primaryContact: text('primary_contact'),
  securityContact: text('security_contact'),
  complianceCertifications: text('compliance_certifications', { mode: 'json' })
    .$type<string[]>()
    .notNull()
    .default([]),
  domains: text('domains', { mode: 'json' }).$type<string[]>().notNull().default([]),
  addresses: text('addresses', { mode: 'json' }).$type<string[]>().notNull().default([]),
  software: text('software', { mode: 'json' }).$type<string[]>().notNull().default([]),
  riskScore: real('risk_score'),
  status: text('status').$type<VendorStatus>().notNull().default('ACTIVE'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export type VendorDocumentKind = 'CONTRACT' | 'CERTIFICATE' | 'DPA' | 'REPORT' | 'INSURANCE';

export const vendorDocumentsTable = sqliteTable('vendor_documents', {
  id: text('id').primaryKey(),
  vendorId: text('vendor_id').notNull(),
  evidenceId: text('evidence_id').notNull(),
  kind: text('kind').$type<VendorDocumentKind>().notNull(),
  expiresOn: text('expires_on'),
  note: text('note'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});

export const vendorSubprocessorsTable = sqliteTable('vendor_subprocessors', {
  id: text('id').primaryKey(),
  vendorId: text('vendor_id').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  service: text('service'),
  location: text('location'),
  dataCategories: text('data_categories', { mode: 'json' }).$type<string[]>().notNull().default([]),
  linkedVendorId: text('linked_vendor_id'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  ...syncColumns(),
});
