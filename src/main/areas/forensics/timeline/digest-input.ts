import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EventSource } from '../events/event-store.types.ts';

export const digestInputSchema = z.object({
  id: z.string(),
  kind: z.enum(['processes', 'logons']),
});
export type DigestInput = z.infer<typeof digestInputSchema>;

/** Changes where events came, went, or a clock was put right. */
export const revisionOf = (sources: readonly EventSource[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        sources
          .map(({ id, events, clock }) => [id, events, clock.offsetMs, clock.offsetNanos])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      ),
    )
    .digest('hex')
    .slice(0, 32);
