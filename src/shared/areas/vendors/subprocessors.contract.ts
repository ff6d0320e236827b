/** Fourth parties: whom vendors hand our work or data to, and which of them many vendors share. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { listItem, requiredText, textList, textOrNull } from './vendor-fields.ts';

export const SUBPROCESSOR_NAME_MAX = 100;
export const SUBPROCESSOR_TEXT_MAX = 255;

const fields = {
  name: requiredText('Name', SUBPROCESSOR_NAME_MAX),
  service: textOrNull('Service', SUBPROCESSOR_TEXT_MAX),
  location: textOrNull('Location', SUBPROCESSOR_TEXT_MAX),
  dataCategories: textList('Data categories', listItem('Data categories')),
  linkedVendorId: z
    .string({ error: 'Vendor must be one of the registry' })
    .max(100)
    .nullable()
    .transform((value) => (value ? value : null)),
};

const vendorRefSchema = z.object({
  id: z.string(),
  name: z.string(),
  riskTier: z.enum(SEVERITIES),
});
export type VendorRef = z.infer<typeof vendorRefSchema>;

export const subprocessorSchema = z.object({
  id: z.string(),
  vendorId: z.string(),
  name: z.string(),
  service: z.string().nullable(),
  location: z.string().nullable(),
  dataCategories: z.array(z.string()),
  /** Where it is in the registry itself. */
  linkedVendor: vendorRefSchema.nullable(),
  /** Other vendors that name it too. */
  sharedWith: z.number().int(),
  revision: revisionSchema,
  createdAt: z.string(),
});
export type Subprocessor = z.infer<typeof subprocessorSchema>;

const newSubprocessorSchema = z.object({
  name: fields.name,
  service: fields.service.default(null),
  location: fields.location.default(null),
  dataCategories: fields.dataCategories.default([]),
  linkedVendorId: fields.linkedVendorId.default(null),
});
export type NewSubprocessor = z.output<typeof newSubprocessorSchema>;

const subprocessorUpdateSchema = z
  .object({ ...fields, baseRevision: revisionSchema })
  .partial()
  .refine(
    ({ baseRevision, ...changes }) => Object.values(changes).some((value) => value !== undefined),
    'Nothing to change',
  );
export type SubprocessorUpdate = z.output<typeof subprocessorUpdateSchema>;

/**
 * A registered vendor that is reached over sub-processors: `depth` 1 is named by the vendor itself.
 * `isCycle`: it leads back to a vendor on the way to it, and is not followed again.
 */
const chainLinkSchema = z.object({
  vendor: vendorRefSchema,
  via: vendorRefSchema,
  depth: z.number().int(),
  isCycle: z.boolean(),
});
export type ChainLink = z.infer<typeof chainLinkSchema>;

const concentrationSchema = z.object({
  name: z.string(),
  linkedVendor: vendorRefSchema.nullable(),
  /** Vendors that name it, terminated ones left out. */
  count: z.number().int(),
  /** Of these, those of tier HIGH or CRITICAL. */
  highRisk: z.number().int(),
  /** At most 20 of them, the highest tiers first. */
  vendors: z.array(vendorRefSchema),
  locations: z.array(z.string()),
});
export type Concentration = z.infer<typeof concentrationSchema>;

const params = idParamSchema.extend({ subprocessorId: z.string().min(1).max(100) });

export const subprocessorsContract = {
  subprocessors: endpoint({
    method: 'GET',
    path: '/api/vendors/{id}/subprocessors',
    summary: 'Sub-processors of a vendor, whom they lead to, and which vendors name this one',
    permission: 'vendors.read',
    params: idParamSchema,
    response: z.object({
      subprocessors: z.array(subprocessorSchema),
      chain: z.array(chainLinkSchema),
      usedBy: z.array(vendorRefSchema),
    }),
  }),
  addSubprocessor: endpoint({
    method: 'POST',
    path: '/api/vendors/{id}/subprocessors',
    summary: 'Note a sub-processor of a vendor',
    permission: 'vendors.write',
    params: idParamSchema,
    body: newSubprocessorSchema,
    response: subprocessorSchema,
    status: 201,
  }),
  updateSubprocessor: endpoint({
    method: 'PATCH',
    path: '/api/vendors/{id}/subprocessors/{subprocessorId}',
    summary: 'Change what is noted of a sub-processor',
    permission: 'vendors.write',
    params,
    body: subprocessorUpdateSchema,
    response: subprocessorSchema.extend({ merged: mergedSchema }),
  }),
  removeSubprocessor: endpoint({
    method: 'DELETE',
    path: '/api/vendors/{id}/subprocessors/{subprocessorId}',
    summary: 'Take a sub-processor off a vendor',
    permission: 'vendors.write',
    params,
    response: z.object({ ok: z.literal(true) }),
  }),
  concentration: endpoint({
    method: 'GET',
    path: '/api/vendor-concentration',
    summary: 'Sub-processors that several vendors share, the most shared first; at most 100',
    permission: 'vendors.read',
    response: z.array(concentrationSchema),
  }),
};
