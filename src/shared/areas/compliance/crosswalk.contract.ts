import { z } from 'zod';

/** Crosswalks as data: one file a pair of packs, in resources/crosswalks. */
const CROSSWALK_FORMAT = 'watchfloor.crosswalk/1';

export const CROSSWALK_LIMITS = { ref: 64, rationale: 500, origin: 120 } as const;

/**
 * What the source is to the target. This is the one place that says the direction:
 * `equal`: they ask for the same; `superset`: the source asks for all that the target asks for, and
 * more; `subset`: the source asks for a part of what the target asks for; `intersects`: they share a
 * part, and each asks for something the other does not.
 */
export const CROSSWALK_RELATIONS = ['equal', 'subset', 'superset', 'intersects'] as const;
export type CrosswalkRelation = (typeof CROSSWALK_RELATIONS)[number];

/**
 * `HIGH`: both texts name the same thing; `MEDIUM`: one names what the other implies; `LOW`: the link
 * depends on how the requirement is met.
 */
export const CROSSWALK_CONFIDENCES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type CrosswalkConfidence = (typeof CROSSWALK_CONFIDENCES)[number];

const packId = z.string().regex(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/);
const ref = z.string().min(1).max(CROSSWALK_LIMITS.ref);

const shippedLinkSchema = z.strictObject({
  source: ref,
  target: ref,
  relation: z.enum(CROSSWALK_RELATIONS),
  confidence: z.enum(CROSSWALK_CONFIDENCES),
  origin: z.string().min(1).max(CROSSWALK_LIMITS.origin),
  /** Why these two meet, in a sentence of ours. */
  rationale: z.string().min(20).max(CROSSWALK_LIMITS.rationale),
});

export const crosswalkFileSchema = z.strictObject({
  format: z.literal(CROSSWALK_FORMAT),
  source: packId,
  target: packId,
  name: z.string().min(1).max(120),
  /** What the links rest on, and what nobody here could hold against a publisher's own mapping. */
  basis: z.string().min(1).max(600),
  /** A pattern of the source's refs that all have a link; every requirement where it is left out. */
  covers: z.string().min(1).max(100).optional(),
  /** Rationales that stand more than once on purpose. */
  repeated: z.array(z.string()).optional(),
  links: z.array(shippedLinkSchema).min(1).max(5000),
});
export type CrosswalkFile = z.infer<typeof crosswalkFileSchema>;
