import {
  type DueState,
  type ExpiryState,
  VENDOR_CURRENT_STATUSES,
  type VendorStatus,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const TIER_TONES: Record<Severity, BadgeTone> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
};

export const STATUS_TONES: Record<VendorStatus, BadgeTone> = {
  ACTIVE: 'ok',
  UNDER_REVIEW: 'accent',
  SUSPENDED: 'warn',
  TERMINATED: 'neutral',
};

/** What forms, histories and notices call the fields of a vendor. */
export const VENDOR_FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  riskTier: 'Risk tier',
  status: 'Status',
  lastAssessment: 'Last assessment',
  nextAssessment: 'Next assessment',
  contractExpiry: 'Contract expiry',
  primaryContact: 'Primary contact',
  securityContact: 'Security contact',
  complianceCertifications: 'Certifications',
  domains: 'Domains',
  addresses: 'Addresses',
  software: 'Software',
  riskScore: 'Risk score',
  kind: 'Kind',
  expiresOn: 'Expires',
  note: 'Note',
  service: 'Service',
  location: 'Location',
  dataCategories: 'Data categories',
  linkedVendorId: 'Registered vendor',
};

export const REVIEW_WORDS: Record<
  DueState,
  { readonly word: string; readonly tone: BadgeTone } | null
> = {
  none: null,
  later: null,
  due: { word: 'Due', tone: 'warn' },
  overdue: { word: 'Overdue', tone: 'bad' },
};

export const EXPIRY_WORDS: Record<
  ExpiryState,
  { readonly word: string; readonly tone: BadgeTone } | null
> = {
  none: null,
  valid: null,
  expiring: { word: 'Expiring', tone: 'warn' },
  expired: { word: 'Expired', tone: 'bad' },
};

/** Both high tiers: what the card 'High Risk' lists. */
export const HIGH_RISK_VALUE = 'HIGH,CRITICAL';
/** All that are not terminated: what the matrix counts. */
export const CURRENT_VALUE = VENDOR_CURRENT_STATUSES.join(',');

export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** A list as it is typed: separated by commas, semicolons or lines. */
export const listFrom = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter(Boolean);
