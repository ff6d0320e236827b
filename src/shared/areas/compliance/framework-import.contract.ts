/** Import of frameworks: a file is looked at first, and written only when its preview is accepted. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { FRAMEWORK_CATEGORIES, FRAMEWORK_LIMITS } from './frameworks.rules.ts';
import { packRequirementSchema } from './pack.contract.ts';

export const FRAMEWORK_FILE_FORMATS = [
  'oscal-catalog',
  'oscal-profile',
  'oscal-mapping',
  'ciso-assistant',
  'workbook',
  'csv',
] as const;
export type FrameworkFileFormat = (typeof FRAMEWORK_FILE_FORMATS)[number];

export const FRAMEWORK_FILE_LABELS: Record<FrameworkFileFormat, string> = {
  'oscal-catalog': 'OSCAL catalog (JSON)',
  'oscal-profile': 'OSCAL profile (JSON)',
  'oscal-mapping': 'OSCAL mapping collection (JSON)',
  'ciso-assistant': 'CISO Assistant library (YAML)',
  workbook: 'Watchfloor template (XLSX)',
  csv: 'CSV table',
};

/** Columns of a CSV file that a mapping can name. */
export const FRAMEWORK_COLUMNS = [
  'id',
  'title',
  'text',
  'parent',
  'group',
  'kind',
  'baselines',
  'weight',
] as const;
export type FrameworkColumn = (typeof FRAMEWORK_COLUMNS)[number];

const columnsSchema = z.partialRecord(z.enum(FRAMEWORK_COLUMNS), z.string().min(1).max(500));
export type FrameworkColumns = z.infer<typeof columnsSchema>;

const count = z.number().int();

/** What of a file was not taken over, and why. `line` counts from 1; null where the format has none. */
const leftOutSchema = z.object({
  line: count.nullable(),
  where: z.string(),
  reason: z.string(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

const draftSummarySchema = z.object({
  name: z.string(),
  version: z.string().nullable(),
  publisher: z.string().nullable(),
  licence: z.string().nullable(),
  groups: count,
  requirements: count,
  withdrawn: count,
  baselines: z.array(z.object({ name: z.string(), requirements: count })),
  /** The first groups and requirements, to look at. */
  sample: z.array(packRequirementSchema),
  /** A framework of the workspace that this seems to be another version of. */
  target: z.object({ id: z.string(), name: z.string(), version: z.string().nullable() }).nullable(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

export const frameworkPreviewSchema = z.object({
  /** Names the file as it was read, for an hour; what is written is this, not the file again. */
  token: z.string(),
  fileName: z.string(),
  format: z.enum(FRAMEWORK_FILE_FORMATS),
  frameworks: z.array(draftSummarySchema),
  /** Links between requirements; `resolved` have both ends in a pack or a framework of the workspace. */
  links: z.object({ total: count, resolved: count }),
  /** The first 200. */
  leftOut: z.array(leftOutSchema),
  leftOutCount: count,
  notes: z.array(z.string()),
  /** Columns of a CSV file with a value each, and what they are taken for; null for other formats. */
  columns: z
    .object({
      found: z.array(z.object({ name: z.string(), sample: z.string() })),
      mapping: columnsSchema,
    })
    .nullable(),
});
export type FrameworkPreview = z.infer<typeof frameworkPreviewSchema>;

const jsonInQuery = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .max(20_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'Columns must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

export const frameworkFileQuerySchema = z.object({
  name: z.string().max(255).optional(),
  /** A file the user chose on the desktop; the request then has no body. */
  handle: z.string().max(100).optional(),
  columns: jsonInQuery(columnsSchema).optional(),
  /** Tokens of files that this one refers to (the catalog of a profile), separated by commas. */
  with: z.string().max(2000).optional(),
});
export type FrameworkFileQuery = z.output<typeof frameworkFileQuerySchema>;

export const importFrameworkSchema = z.object({
  token: z.string({ error: 'Choose a file first' }).min(1, 'Choose a file first').max(100),
  /** New frameworks of the file; the others of it are left alone. */
  frameworks: z
    .array(
      z.object({
        index: z.number().int().min(0).max(1000),
        name: z
          .string({ error: 'Name is required' })
          .trim()
          .min(1, 'Name is required')
          .max(FRAMEWORK_LIMITS.name, 'Name must be less than 100 characters'),
        version: z.string().trim().max(FRAMEWORK_LIMITS.version).optional(),
        category: z.enum(FRAMEWORK_CATEGORIES, { error: 'Category is required' }),
        baseline: z.string().max(40).nullable().default(null),
      }),
    )
    .max(50),
  /** Whether the file's links between requirements are taken over. */
  links: z.boolean().default(false),
});
export type ImportFramework = z.output<typeof importFrameworkSchema>;
export type ImportFrameworkInput = z.input<typeof importFrameworkSchema>;

export const importReceiptSchema = z.object({
  fileName: z.string(),
  format: z.enum(FRAMEWORK_FILE_FORMATS),
  frameworks: z.array(
    z.object({ id: z.string(), name: z.string(), created: count, groups: count, withdrawn: count }),
  ),
  links: z.object({ created: count, known: count, unresolved: count }),
  leftOut: z.array(leftOutSchema),
  leftOutCount: count,
  notes: z.array(z.string()),
});
export type ImportReceipt = z.infer<typeof importReceiptSchema>;

export const frameworkImportCalls = {
  previewImport: endpoint({
    method: 'POST',
    path: '/api/compliance/imports/preview',
    summary: 'Read a file of frameworks and say what is in it; nothing is written',
    permission: 'compliance.write',
    query: frameworkFileQuerySchema,
    body: 'bytes',
    response: frameworkPreviewSchema,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/compliance/imports',
    summary:
      'Make frameworks of a file that was looked at, in one transaction; answers the receipt',
    permission: 'compliance.write',
    body: importFrameworkSchema,
    response: importReceiptSchema,
    status: 201,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/compliance/imports/template',
    summary: 'The XLSX template, with instructions and examples',
    permission: 'compliance.read',
    response: 'bytes',
  }),
  exportWorkbook: endpoint({
    method: 'GET',
    path: '/api/compliance/frameworks/{id}/workbook',
    summary: 'A framework in the form of the XLSX template, so that it can be imported again',
    permission: 'compliance.read',
    params: z.object({ id: z.string().min(1).max(100) }),
    response: 'bytes',
  }),
};
