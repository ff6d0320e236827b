import { z } from 'zod';
import { FRAMEWORK_CATEGORIES } from './frameworks.rules.ts';

/** Framework packs: the requirements of a standard or law as data, one file in resources/frameworks. */
const PACK_FORMAT = 'watchfloor.framework-pack/1';

/** A control's id and title must find room in the columns of `controls`. */
export const PACK_LIMITS = {
  id: 64,
  title: 255,
  text: 12_000,
  name: 100,
  requirements: 20_000,
} as const;

const packTextPolicySchema = z.enum([
  /** The publisher lets everyone pass the text on; requirements may carry it. */
  'text',
  /** Identifiers of the publisher under our own short wording. */
  'own-wording',
  /** A named frame only: who has a licence imports the requirements. */
  'import-only',
]);

const packCategorySchema = z.enum(FRAMEWORK_CATEGORIES);

export const packRequirementSchema = z.strictObject({
  id: z.string().min(1).max(PACK_LIMITS.id),
  parent: z.string().min(1).max(PACK_LIMITS.id).optional(),
  title: z.string().min(1).max(PACK_LIMITS.title),
  text: z.string().min(1).max(PACK_LIMITS.text).optional(),
  /** Groups hold others and are not assessed; what is withdrawn keeps its id, so that old answers do. */
  kind: z.enum(['group', 'requirement', 'withdrawn']),
  /** Levels, baselines or profiles that ask for it; where it is left out, `baselineDefault` says. */
  baselines: z.array(z.string().min(1).max(40)).min(1).optional(),
  /** How much it counts in a score; 1 where it is left out. */
  weight: z.number().int().min(1).max(10).optional(),
  /** Its ids in the versions before, where its publisher renumbered it: answers move with it. */
  formerly: z.array(z.string().min(1).max(PACK_LIMITS.id)).min(1).max(10).optional(),
});
export type PackRequirement = z.infer<typeof packRequirementSchema>;

export const frameworkPackSchema = z.strictObject({
  format: z.literal(PACK_FORMAT),
  id: z.string().regex(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/),
  name: z.string().min(1).max(PACK_LIMITS.name),
  version: z.string().min(1).max(40),
  publisher: z.string().min(1).max(120),
  /** Title and edition of the document, so that a reader can find it. */
  source: z.string().min(1).max(400),
  licence: z.string().min(1).max(400),
  textPolicy: packTextPolicySchema,
  category: packCategorySchema,
  /** What nobody here could hold against the publisher's own document. */
  unverified: z.string().min(1).max(600).optional(),
  /** SHA-256, in hex, over `canonicalRequirements` in UTF-8. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whether what names no baselines is in every one of them, or in none; every one where it is left out. */
  baselineDefault: z.enum(['all', 'none']).optional(),
  /** The pack of the version before, from which frameworks are upgraded to this one. */
  supersedes: z
    .string()
    .regex(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/)
    .optional(),
  requirements: z.array(packRequirementSchema).min(1).max(PACK_LIMITS.requirements),
});
export type FrameworkPack = z.infer<typeof frameworkPackSchema>;
