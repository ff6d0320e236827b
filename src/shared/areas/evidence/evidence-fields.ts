/** Fields that several of the area's requests have. */
import { z } from 'zod';

/** Text that may be left out; nothing and white space are null. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .nullish()
    .transform((value) => (value ? value : null));

export const doneSchema = z.object({ ok: z.literal(true) });
