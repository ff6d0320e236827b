/** Import of a list of hashes, up to 50,000,000; cut off anywhere it leaves nothing. */
import { dirname } from 'node:path';
import { z } from 'zod';
import type { JobFunction } from '../../../jobs/job.ts';
import { aboutSchema, dropHashSet, type HashSet } from './hash-sets.ts';
import { hashSetInputSchema } from './import-hash-set.stage.ts';

const inputSchema = hashSetInputSchema
  .omit({ dataDir: true, now: true })
  .extend({ total: z.number().nullable() });
export type HashSetJobInput = z.infer<typeof inputSchema>;

const messageSchema = z.object({ reached: z.number(), set: aboutSchema.optional() });

export const importHashSetJob: JobFunction = async (rawInput, context): Promise<HashSet> => {
  const { total, ...input } = inputSchema.parse(rawInput);
  const dataDir = dirname(context.storage.databasePath);
  try {
    let set: HashSet | undefined;
    const staged = { ...input, dataDir, now: context.clock.now() };
    for await (const message of context.stage('import-hash-set', staged)) {
      const told = messageSchema.parse(message);
      set = told.set ?? set;
      context.report({ done: told.reached, total, message: null });
    }
    context.signal.throwIfAborted();
    if (!set) throw new Error('The list came to no set');
    const { name, verdict, counts } = set;
    const kept = Object.values(counts).reduce((sum, n) => sum + n, 0);
    context.db.write(
      {
        ...{ actor: context.startedBy, origin: 'user', action: 'forensics.addHashSet' },
        reason: `${name} (known ${verdict})`,
      },
      (tx) => {
        tx.note('hash_sets', kept);
        tx.announce('hash_sets');
      },
    );
    return set;
  } catch (error) {
    dropHashSet(dataDir, input.id);
    throw error;
  }
};
