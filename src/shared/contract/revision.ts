/**
 * Edits of one record by several people. A record says its `revision`; who changes it may send the one
 * they saw as `baseRevision`. What others changed meanwhile in other fields stays and is told
 * (`merged`); the same field is a conflict (409), which names both values and the revision to send
 * to write one's own all the same. Without `baseRevision` the change is made as it is.
 */
import { z } from 'zod';
import { isoTimeSchema } from '../kernel/time.ts';

/** Sorts as text in the order of writes. */
export const revisionSchema = z.string().min(1).max(100);

/** What somebody else changed in a field since a revision. */
const otherChangeSchema = z.object({
  field: z.string(),
  /** The value as it is now. */
  value: z.unknown(),
  /** The person's name, or 'Watchfloor'. */
  by: z.string(),
  at: isoTimeSchema,
});
export type OtherChange = z.infer<typeof otherChangeSchema>;

/** In the answer to a change: what others changed since the revision that was sent. */
export const mergedSchema = z.array(otherChangeSchema);

export const recordConflictSchema = z.object({
  revision: revisionSchema,
  fields: z.array(otherChangeSchema.extend({ yours: z.unknown() })),
});
export type RecordConflict = z.infer<typeof recordConflictSchema>;
