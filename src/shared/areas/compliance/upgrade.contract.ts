/** What bringing a framework up to another version changes. */
import { z } from 'zod';
import { CONTROL_STATUSES } from './compliance.rules.ts';

const UPGRADE_FIELDS = ['title', 'text', 'parent', 'weight'] as const;

/**
 * `new`: not there yet; `changed`: `fields` differ; `moved`: renumbered, as the pack says; `gone`: no
 * longer there; `withdrawn`: kept by its publisher as withdrawn; `back`: was gone, is there again.
 */
export const UPGRADE_KINDS = ['new', 'changed', 'moved', 'gone', 'withdrawn', 'back'] as const;
export type UpgradeKind = (typeof UPGRADE_KINDS)[number];

const fieldChangeSchema = z.object({
  field: z.enum(UPGRADE_FIELDS),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const upgradeItemSchema = z.object({
  kind: z.enum(UPGRADE_KINDS),
  /** The requirement's id as it will be. */
  ref: z.string(),
  /** Its id as it is, where it moves. */
  formerRef: z.string().nullable(),
  title: z.string(),
  /** The control that answers it; null where it is new. */
  controlId: z.string().nullable(),
  status: z.enum(CONTROL_STATUSES).nullable(),
  fields: z.array(fieldChangeSchema),
});
export type UpgradeItem = z.infer<typeof upgradeItemSchema>;

export const upgradeSchema = z.object({
  frameworkId: z.string(),
  /** What it is brought up to. */
  name: z.string(),
  version: z.string().nullable(),
  baseline: z.string().nullable(),
  counts: z.record(z.enum(UPGRADE_KINDS), z.number().int()),
  /** Controls that stay as they are. */
  unchanged: z.number().int(),
  /** Controls of the workspace's own, which no version names: they stay as they are. */
  own: z.number().int(),
  items: z.array(upgradeItemSchema),
  /** Of everything above: what was reviewed is what is applied. */
  digest: z.string(),
});
export type Upgrade = z.infer<typeof upgradeSchema>;
