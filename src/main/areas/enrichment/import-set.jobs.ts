/** Import of a file that tells of addresses or vulnerabilities; cut off anywhere it leaves nothing. */
import { dirname } from 'node:path';
import { z } from 'zod';
import type { JobFunction } from '../../jobs/job.ts';
import { buildInputSchema } from './build-set.ts';
import { dropSet, type StoredSet, storedSetSchema } from './set-files.ts';

const inputSchema = buildInputSchema
  .omit({ dataDir: true, now: true })
  .extend({ total: z.number().nullable() });
export type EnrichmentJobInput = z.infer<typeof inputSchema>;

const messageSchema = z.object({ reached: z.number(), set: storedSetSchema.optional() });

export const importEnrichmentJob: JobFunction = async (rawInput, context): Promise<StoredSet> => {
  const { total, ...input } = inputSchema.parse(rawInput);
  const dataDir = dirname(context.storage.databasePath);
  try {
    let set: StoredSet | undefined;
    const staged = { ...input, dataDir, now: context.clock.now() };
    for await (const message of context.stage('import-enrichment', staged)) {
      const told = messageSchema.parse(message);
      set = told.set ?? set;
      context.report({ done: told.reached, total, message: null });
    }
    context.signal.throwIfAborted();
    if (!set) throw new Error('The file came to no set');
    const { name, source, entries } = set;
    context.db.write(
      {
        ...{ actor: context.startedBy, origin: 'user', action: 'enrichment.addSet' },
        reason: `${name} (${source})`,
      },
      (tx) => {
        tx.note('enrichment_sets', entries);
        tx.announce('enrichment_sets');
      },
    );
    return set;
  } catch (error) {
    dropSet(dataDir, input.id);
    throw error;
  }
};
