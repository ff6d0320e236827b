import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { type Day, optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { subprocessorsContract } from './subprocessors.contract.ts';
import { vendorDocumentsContract } from './vendor-documents.contract.ts';
import {
  addressItem,
  anyOf,
  domainItem,
  listItem,
  requiredText,
  scoreOrNull,
  textList,
  textOrNull,
} from './vendor-fields.ts';
import {
  CONTRACT_WINDOWS,
  MATRIX_WINDOWS,
  REVIEW_WINDOWS,
  VENDOR_CATEGORIES,
  VENDOR_STATUSES,
} from './vendors.rules.ts';
import { vendorsExportContract } from './vendors-export.contract.ts';

const VENDOR_NAME_MAX = 100;
export const VENDOR_DESCRIPTION_MAX = 2000;
export const VENDOR_CONTACT_MAX = 255;
const VENDOR_REASON_MAX = 1000;

const categorySchema = z.enum(VENDOR_CATEGORIES, {
  error: `Category must be one of ${VENDOR_CATEGORIES.join(', ')}`,
});
const tierSchema = z.enum(SEVERITIES, {
  error: `Risk tier must be one of ${SEVERITIES.join(', ')}`,
});
const statusSchema = z.enum(VENDOR_STATUSES, {
  error: `Status must be one of ${VENDOR_STATUSES.join(', ')}`,
});

const fields = {
  name: requiredText('Name', VENDOR_NAME_MAX),
  description: textOrNull('Description', VENDOR_DESCRIPTION_MAX),
  category: z
    .union([z.literal(''), categorySchema], {
      error: `Category must be one of ${VENDOR_CATEGORIES.join(', ')}`,
    })
    .nullable()
    .transform((value) => (value === '' ? null : value)),
  riskTier: tierSchema,
  lastAssessment: optionalDay('Last assessment'),
  nextAssessment: optionalDay('Next assessment'),
  contractExpiry: optionalDay('Contract expiry'),
  primaryContact: textOrNull('Primary contact', VENDOR_CONTACT_MAX),
  securityContact: textOrNull('Security contact', VENDOR_CONTACT_MAX),
  complianceCertifications: textList('Certifications', listItem('Certifications')),
  /** What alerts are matched by. */
  domains: textList('Domains', domainItem),
  addresses: textList('Addresses', addressItem),
  software: textList('Software', listItem('Software')),
  riskScore: scoreOrNull,
};

interface Dated {
  readonly status?: string | undefined;
  readonly lastAssessment?: Day | null | undefined;
  readonly nextAssessment?: Day | null | undefined;
}

export interface VendorIssue {
  readonly path: 'nextAssessment';
  readonly message: string;
}

/** What is wrong with the days of a vendor taken together. */
export function vendorIssues({ status, lastAssessment, nextAssessment }: Dated): VendorIssue[] {
  const path = 'nextAssessment';
  if (!nextAssessment) return [];
  if (status === 'TERMINATED')
    return [{ path, message: 'A terminated vendor has no next assessment' }];
  if (lastAssessment && nextAssessment < lastAssessment)
    return [{ path, message: 'Next assessment must not be before the last assessment' }];
  return [];
}

export const newVendorSchema = z
  .object({
    name: fields.name,
    description: fields.description.default(null),
    category: fields.category.default(null),
    riskTier: fields.riskTier.default('MEDIUM'),
    status: statusSchema.default('ACTIVE'),
    lastAssessment: fields.lastAssessment.default(null),
    nextAssessment: fields.nextAssessment.default(null),
    contractExpiry: fields.contractExpiry.default(null),
    primaryContact: fields.primaryContact.default(null),
    securityContact: fields.securityContact.default(null),
    complianceCertifications: fields.complianceCertifications.default([]),
    domains: fields.domains.default([]),
    addresses: fields.addresses.default([]),
    software: fields.software.default([]),
    riskScore: fields.riskScore.default(null),
  })
  .superRefine((vendor, context) => {
    for (const { path, message } of vendorIssues(vendor))
      context.addIssue({ code: 'custom', path: [path], message });
  });
export type NewVendor = z.output<typeof newVendorSchema>;
export type NewVendorInput = z.input<typeof newVendorSchema>;

export const vendorUpdateSchema = z
  .object({
    ...fields,
    status: statusSchema,
    /** Why the status changes; goes to the history. */
    reason: requiredText('Reason', VENDOR_REASON_MAX),
    baseRevision: revisionSchema,
  })
  .partial()
  .refine((update) => {
    const { reason, baseRevision, ...changes } = update;
    return Object.values(changes).some((value) => value !== undefined);
  }, 'Nothing to change');
export type VendorUpdate = z.output<typeof vendorUpdateSchema>;
export type VendorUpdateInput = z.input<typeof vendorUpdateSchema>;

/**
 * Days are 'YYYY-MM-DD' without a time, `riskScore` a decimal with one digit ('12.4'). `review` and
 * `contract` say what the days mean today, on this machine's calendar.
 */
export const vendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: categorySchema.nullable(),
  riskTier: tierSchema,
  status: statusSchema,
  lastAssessment: z.string().nullable(),
  nextAssessment: z.string().nullable(),
  contractExpiry: z.string().nullable(),
  primaryContact: z.string().nullable(),
  securityContact: z.string().nullable(),
  complianceCertifications: z.array(z.string()),
  domains: z.array(z.string()),
  addresses: z.array(z.string()),
  software: z.array(z.string()),
  riskScore: z.string().nullable(),
  review: z.enum(['none', 'overdue', 'due', 'later']),
  contract: z.enum(['none', 'valid', 'expiring', 'expired']),
  revision: revisionSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Vendor = z.infer<typeof vendorSchema>;

export const vendorQuerySchema = pageQuerySchema.extend({
  q: z.string().max(500).optional(),
  status: anyOf('Status', VENDOR_STATUSES).optional(),
  tier: anyOf('Risk tier', SEVERITIES).optional(),
  category: anyOf('Category', VENDOR_CATEGORIES).optional(),
  review: z
    .enum(REVIEW_WINDOWS, { error: `Review must be one of ${REVIEW_WINDOWS.join(', ')}` })
    .optional(),
  /** The same as `review=due`. */
  due: z.enum(['1'], { error: 'Due must be 1' }).optional(),
  contract: z
    .enum(CONTRACT_WINDOWS, { error: `Contract must be one of ${CONTRACT_WINDOWS.join(', ')}` })
    .optional(),
  /** `expiring`: a document of theirs has expired, or does within 30 days. */
  documents: z.enum(['expiring'], { error: 'Documents must be expiring' }).optional(),
});
export type VendorQuery = z.output<typeof vendorQuerySchema>;
export type VendorQueryInput = z.input<typeof vendorQuerySchema>;

const matrixRowSchema = z.object({
  tier: tierSchema,
  counts: z.record(z.enum(MATRIX_WINDOWS), z.number().int()),
});

/** `due`: next assessment from today for 30 days; the matrix counts vendors that are not terminated. */
export const vendorFiguresSchema = z.object({
  today: z.string(),
  total: z.number().int(),
  active: z.number().int(),
  highRisk: z.number().int(),
  due: z.number().int(),
  overdue: z.number().int(),
  contractsExpiring: z.number().int(),
  documentsExpiring: z.number().int(),
  matrix: z.array(matrixRowSchema),
});
export type VendorFigures = z.infer<typeof vendorFiguresSchema>;

export const vendorsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/vendors',
    summary: 'Vendors, newest first; by what is typed in the order of the search',
    permission: 'vendors.read',
    query: vendorQuerySchema,
    response: z.array(vendorSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vendors',
    summary: 'Add a vendor',
    permission: 'vendors.write',
    body: newVendorSchema,
    response: vendorSchema,
    status: 201,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/vendors/figures',
    summary: 'How many vendors there are, and when their reviews are due by tier',
    permission: 'vendors.read',
    response: vendorFiguresSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/vendors/{id}',
    summary: 'One vendor',
    permission: 'vendors.read',
    params: idParamSchema,
    response: vendorSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/vendors/{id}',
    summary: 'Change a vendor: its data or its status',
    permission: 'vendors.write',
    params: idParamSchema,
    body: vendorUpdateSchema,
    response: vendorSchema.extend({ merged: mergedSchema }),
  }),
  ...vendorsExportContract,
  ...vendorDocumentsContract,
  ...subprocessorsContract,
};
