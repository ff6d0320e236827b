/**
 * Sets of known-good and known-bad hashes, in a folder beside the database: one description and up to three
 * tables a set. They are lists of others and hold nothing of this workspace, so they are not encrypted.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../../shared/contract/errors.ts';
import { HashLines } from './hash-lines.ts';
import {
  HASH_BYTES,
  type HashAlgorithm,
  type HashLookup,
  type HashSetAnswer,
  type HashVerdict,
} from './hash-sets.types.ts';
import { HashTableWriter, openHashTable } from './hash-table.ts';

const FOLDER = 'hash-sets';
const ALGORITHMS = Object.keys(HASH_BYTES) as HashAlgorithm[];
const MOST_HASHES = 50_000_000;
const MOST_SETS = 100;
const IDS = /^[0-9a-zA-Z-]{1,64}$/;

export const aboutSchema = z.object({
  id: z.string().regex(IDS),
  name: z.string(),
  verdict: z.enum(['good', 'bad']),
  counts: z.record(z.string(), z.number()),
  lines: z.number(),
  /** Lines with no hash. */
  without: z.number(),
  importedAt: z.number(),
});
export type HashSet = z.infer<typeof aboutSchema>;

const folderOf = (dataDir: string) => join(dataDir, FOLDER);
const tablePath = (dataDir: string, id: string, algorithm: HashAlgorithm) =>
  join(folderOf(dataDir), `${id}.${algorithm}`);

export function listHashSets(dataDir: string): HashSet[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  const sets: HashSet[] = [];
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json')) continue;
    const about = aboutSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    if (about.success) sets.push(about.data);
  }
  return sets.sort((a, b) => b.importedAt - a.importedAt);
}

/** What its tables take on the disk. */
export const hashSetBytes = (dataDir: string, { id, counts }: HashSet): number =>
  ALGORITHMS.filter((algorithm) => (counts[algorithm] ?? 0) > 0).reduce(
    (sum, algorithm) =>
      sum + (statSync(tablePath(dataDir, id, algorithm), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Whatever an import that was cut off has left. */
export function dropHashSet(dataDir: string, id: string): void {
  const folder = folderOf(dataDir);
  if (!IDS.test(id) || !existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.startsWith(`${id}.`)) rmSync(join(folder, name), { force: true });
}

export function removeHashSet(dataDir: string, id: string): void {
  if (!IDS.test(id) || !listHashSets(dataDir).some((set) => set.id === id)) {
    throw new AppError('not-found', 'There is no such hash set');
  }
  // The description first: what it does not name is not asked.
  rmSync(join(folderOf(dataDir), `${id}.json`), { force: true });
  for (const algorithm of ALGORITHMS) rmSync(tablePath(dataDir, id, algorithm), { force: true });
}

export interface HashSetImport {
  readonly dataDir: string;
  readonly id: string;
  readonly name: string;
  readonly verdict: HashVerdict;
  readonly now: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  reached(bytes: number): void;
}

/** A cut-off or refused import leaves nothing. */
export async function importHashSet(asked: HashSetImport): Promise<HashSet> {
  const { dataDir, id, name, verdict, signal } = asked;
  mkdirSync(folderOf(dataDir), { recursive: true });
  if (listHashSets(dataDir).length >= MOST_SETS) {
    throw new AppError('conflict', `At most ${MOST_SETS} hash sets are kept`);
  }
  const writers = new Map<HashAlgorithm, HashTableWriter>();
  let total = 0;
  const lines = new HashLines((algorithm, hash) => {
    let writer = writers.get(algorithm);
    writer ??= new HashTableWriter(tablePath(dataDir, id, algorithm), HASH_BYTES[algorithm]);
    writers.set(algorithm, writer);
    total += 1;
    if (total > MOST_HASHES)
      throw new AppError('bad-input', 'A set holds at most 50,000,000 hashes');
    writer.add(hash);
  });
  const counts: Record<string, number> = {};
  try {
    let done = 0;
    for await (const piece of asked.bytes) {
      signal.throwIfAborted();
      lines.push(piece);
      done += piece.length;
      asked.reached(done);
    }
    lines.end();
    if (total === 0) throw new AppError('bad-input', 'There is no hash in this file');
    for (const [algorithm, writer] of writers) {
      counts[algorithm] = await writer.finish(async () => {
        await nextTurn();
        signal.throwIfAborted();
      });
      writers.delete(algorithm);
    }
    const about: HashSet = { id, name, verdict, counts, ...lines.counts, importedAt: asked.now };
    const path = join(folderOf(dataDir), `${id}.json`);
    writeFileSync(`${path}.new`, JSON.stringify(about));
    renameSync(`${path}.new`, path);
    return about;
  } catch (error) {
    for (const algorithm of ALGORITHMS) rmSync(tablePath(dataDir, id, algorithm), { force: true });
    throw error;
  } finally {
    for (const writer of writers.values()) writer.drop();
  }
}

/** All sets of a data folder; each answers by the strongest hash that it has of the file. */
export function openHashSets(dataDir: string): HashLookup {
  const sets = listHashSets(dataDir).map((about) => ({
    about,
    tables: ALGORITHMS.toReversed().flatMap((algorithm) =>
      (about.counts[algorithm] ?? 0) > 0
        ? [
            {
              algorithm,
              table: openHashTable(tablePath(dataDir, about.id, algorithm), HASH_BYTES[algorithm]),
            },
          ]
        : [],
    ),
  }));
  return {
    sets: sets.length,
    find: (hashes) =>
      sets.flatMap(({ about, tables }): HashSetAnswer[] => {
        const hit = tables.find(({ algorithm, table }) =>
          table.has(Buffer.from(hashes[algorithm], 'hex')),
        );
        return hit ? [{ set: about.name, verdict: about.verdict, algorithm: hit.algorithm }] : [];
      }),
    close() {
      for (const { tables } of sets) for (const { table } of tables) table.close();
    },
  };
}
