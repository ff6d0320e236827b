/** Frameworks: made by hand, adopted from packs, brought up to a newer version. Import: framework-import. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';
import { frameworkImportCalls } from './framework-import.contract.ts';
import { FRAMEWORK_CATEGORIES, FRAMEWORK_LIMITS, TEXT_POLICIES } from './frameworks.rules.ts';
import { packRequirementSchema } from './pack.contract.ts';
import { upgradeSchema } from './upgrade.contract.ts';

const count = z.number().int();
const frameworkCountsSchema = z.record(z.enum(CONTROL_STATUSES), count);

/** `packId` is null where it was made by hand or imported; `baseline` null takes the whole pack. */
export const frameworkSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  packId: z.string().nullable(),
  packChecksum: z.string().nullable(),
  baseline: z.string().nullable(),
  publisher: z.string().nullable(),
  licence: z.string().nullable(),
  source: z.string().nullable(),
  textPolicy: z.enum(TEXT_POLICIES).nullable(),
  /** Controls, without those that are gone from their pack; `counts` add up to it. */
  controlCount: count,
  counts: frameworkCountsSchema,
  goneCount: count,
  /** The shipped pack that it can be brought up to, and why; null where there is none. */
  upgrade: z
    .object({
      packId: z.string(),
      name: z.string(),
      version: z.string(),
      /** `newer`: another version; `edited`: the same pack, changed since; `linked`: never aligned. */
      kind: z.enum(['newer', 'edited', 'linked']),
    })
    .nullable(),
});
export type Framework = z.infer<typeof frameworkSchema>;

/** `count` is of the controls anywhere under the group. Groups come in their order, parents first. */
export const frameworkGroupSchema = z.object({
  ref: z.string(),
  parentRef: z.string().nullable(),
  title: z.string(),
  controlCount: count,
  assessedCount: count,
});
export type FrameworkGroup = z.infer<typeof frameworkGroupSchema>;

export const frameworkDetailSchema = frameworkSchema.extend({
  groups: z.array(frameworkGroupSchema),
  /** What nobody could hold against the publisher's own document. */
  unverified: z.string().nullable(),
  /** Tests, evidence or assessments stand on its controls, so that it can only be deactivated. */
  hasAnswers: z.boolean(),
});
export type FrameworkDetail = z.infer<typeof frameworkDetailSchema>;

const text = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`);

export const newFrameworkSchema = z.object({
  name: text('Name', FRAMEWORK_LIMITS.name),
  description: text('Description', FRAMEWORK_LIMITS.description),
  category: z.enum(FRAMEWORK_CATEGORIES, { error: 'Category is required' }),
  version: text('Version', FRAMEWORK_LIMITS.version),
});
export type NewFramework = z.output<typeof newFrameworkSchema>;
export type NewFrameworkInput = z.input<typeof newFrameworkSchema>;

/** `packId` links a framework that was made by hand to a pack; null takes the link away. */
export const frameworkUpdateSchema = z
  .object({
    name: text('Name', FRAMEWORK_LIMITS.name).optional(),
    description: text('Description', FRAMEWORK_LIMITS.description).optional(),
    version: text('Version', FRAMEWORK_LIMITS.version).optional(),
    category: z.enum(FRAMEWORK_CATEGORIES, { error: 'Category is required' }).optional(),
    isActive: z.boolean({ error: 'isActive must be true or false' }).optional(),
    packId: z.string().min(1).max(100).nullable().optional(),
  })
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'Nothing to change',
  });
export type FrameworkUpdate = z.infer<typeof frameworkUpdateSchema>;

export const packSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  licence: z.string(),
  source: z.string(),
  textPolicy: z.enum(TEXT_POLICIES),
  category: z.enum(FRAMEWORK_CATEGORIES),
  checksum: z.string(),
  unverified: z.string().nullable(),
  supersedes: z.string().nullable(),
  groups: count,
  requirements: count,
  withdrawn: count,
  /** With how many requirements each asks for. */
  baselines: z.array(z.object({ name: z.string(), requirements: count })),
  /** Frameworks of the workspace that came from it. */
  adopted: z.array(z.object({ id: z.string(), name: z.string(), baseline: z.string().nullable() })),
  /** Frameworks that can be brought up to it. */
  upgrades: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PackSummary = z.infer<typeof packSummarySchema>;

export const packDetailSchema = packSummarySchema.extend({
  items: z.array(packRequirementSchema),
});
export type PackDetail = z.infer<typeof packDetailSchema>;

export const adoptSchema = z.object({
  /** One of the pack's; absent or null takes every requirement. */
  baseline: z.string().max(40).nullable().default(null),
  /** Absent takes the pack's own. */
  name: text('Name', FRAMEWORK_LIMITS.name).optional(),
});
export type Adopt = z.output<typeof adoptSchema>;

/** One of the two: a shipped pack, or a file that was looked at (`token` of an import preview). */
export const upgradeFromSchema = z
  .object({
    pack: z.string().min(1).max(100).optional(),
    import: z.string().min(1).max(100).optional(),
    /** Which framework of the file; the first where absent. */
    index: z.coerce.number().int().min(0).max(1000).default(0),
    /** The file is the whole framework: what it leaves out is gone. Always so for a pack. */
    isWhole: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
      .default(true),
  })
  .refine(({ pack, import: file }) => (pack === undefined) !== (file === undefined), {
    error: 'Name a pack or an import',
  });
export type UpgradeFrom = z.output<typeof upgradeFromSchema>;

export const applyUpgradeSchema = z.object({
  from: upgradeFromSchema,
  /** That of the diff that was reviewed: 409 where it is another one by now. */
  digest: z.string().min(1).max(100),
});
export type ApplyUpgrade = z.output<typeof applyUpgradeSchema>;

export const upgradeReceiptSchema = z.object({
  framework: frameworkSchema,
  added: count,
  changed: count,
  moved: count,
  gone: count,
  restored: count,
});
export type UpgradeReceipt = z.infer<typeof upgradeReceiptSchema>;

export const goneControlSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  title: z.string(),
  status: z.enum(CONTROL_STATUSES),
  goneIn: z.string(),
});
export type GoneControl = z.infer<typeof goneControlSchema>;

const restoreControlsSchema = z.object({
  controlIds: z
    .array(z.string().max(100), { error: 'Choose the controls to restore' })
    .min(1, 'Choose the controls to restore')
    .max(5000),
});

export const frameworksContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/compliance/frameworks',
    summary: 'Frameworks, newest first',
    permission: 'compliance.read',
    query: pageQuerySchema,
    response: z.array(frameworkSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/compliance/frameworks',
    summary: 'Create a framework without controls',
    permission: 'compliance.write',
    body: newFrameworkSchema,
    response: frameworkSchema,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/compliance/frameworks/{id}',
    summary: 'One framework with its groups and where it comes from',
    permission: 'compliance.read',
    params: idParamSchema,
    response: frameworkDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/compliance/frameworks/{id}',
    summary: 'Rename, describe, activate or deactivate a framework, or link it to a pack',
    permission: 'compliance.write',
    params: idParamSchema,
    body: frameworkUpdateSchema,
    response: frameworkSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/compliance/frameworks/{id}',
    summary: 'Remove a framework that has no answers; one that has is deactivated instead',
    permission: 'compliance.write',
    params: idParamSchema,
    response: z.object({ id: z.string() }),
  }),
  packs: endpoint({
    method: 'GET',
    path: '/api/compliance/packs',
    summary: 'Framework packs shipped with the product, by name',
    permission: 'compliance.read',
    response: z.array(packSummarySchema),
    list: true,
  }),
  pack: endpoint({
    method: 'GET',
    path: '/api/compliance/packs/{id}',
    summary: 'One pack with its groups and requirements',
    permission: 'compliance.read',
    params: idParamSchema,
    response: packDetailSchema,
  }),
  adopt: endpoint({
    method: 'POST',
    path: '/api/compliance/packs/{id}/adopt',
    summary: 'Make a framework with groups and controls from a pack',
    permission: 'compliance.write',
    params: idParamSchema,
    body: adoptSchema,
    response: frameworkSchema,
    status: 201,
  }),
  upgrade: endpoint({
    method: 'GET',
    path: '/api/compliance/frameworks/{id}/upgrade',
    summary: 'What bringing a framework up to a pack or an imported version would change',
    permission: 'compliance.read',
    params: idParamSchema,
    query: upgradeFromSchema,
    response: upgradeSchema,
  }),
  applyUpgrade: endpoint({
    method: 'POST',
    path: '/api/compliance/frameworks/{id}/upgrade',
    summary: 'Bring a framework up; every answer is kept',
    permission: 'compliance.write',
    params: idParamSchema,
    body: applyUpgradeSchema,
    response: upgradeReceiptSchema,
  }),
  gone: endpoint({
    method: 'GET',
    path: '/api/compliance/frameworks/{id}/gone',
    summary: 'Controls that an upgrade left without a requirement, kept for their answers',
    permission: 'compliance.read',
    params: idParamSchema,
    response: z.array(goneControlSchema),
    list: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/compliance/frameworks/{id}/restore',
    summary: 'Take controls that are gone back into the framework',
    permission: 'compliance.write',
    params: idParamSchema,
    body: restoreControlsSchema,
    response: z.array(goneControlSchema),
  }),
  ...frameworkImportCalls,
};
