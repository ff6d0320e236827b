/**
 * Imported sets, in a folder beside the database: a description and its tables each. They are lists of others and
 * hold nothing of this workspace, so they are not encrypted. The file that was imported is not kept.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENRICHMENT_KINDS } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';

const FOLDER = 'enrichment';
const MOST_SETS = 20;
const IDS = /^[0-9a-zA-Z-]{1,64}$/;
const MOST_DESCRIPTION = 65_536;

export const storedSetSchema = z.object({
  id: z.string().regex(IDS),
  kind: z.enum(ENRICHMENT_KINDS),
  ...{ name: z.string(), source: z.string(), licence: z.string() },
  date: z.string().nullable(),
  dateFrom: z.enum(['file', 'person']).nullable(),
  importedAt: z.number(),
  ...{ entries: z.int(), rejected: z.int(), v4: z.int(), v6: z.int(), bytes: z.int() },
  reasons: z.array(z.object({ text: z.string(), count: z.int() })),
  sha256: z.string(),
});
export type StoredSet = z.infer<typeof storedSetSchema>;

type Part = 'v4' | 'v6' | 'facts' | 'kev';

const folderOf = (dataDir: string) => join(dataDir, FOLDER);
export const partPath = (dataDir: string, id: string, part: Part) =>
  join(folderOf(dataDir), `${id}.${part}`);

function readSet(path: string): StoredSet | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MOST_DESCRIPTION
      ? null
      : (storedSetSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function listSets(dataDir: string): StoredSet[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readSet(join(folder, name)) ?? [])
    .sort((a, b) => b.importedAt - a.importedAt);
}

export function openFolder(dataDir: string): void {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  if (listSets(dataDir).length >= MOST_SETS) {
    throw new AppError('conflict', `At most ${MOST_SETS} sets are kept: remove an older one first`);
  }
}

/** Last of an import: what has no description is not asked. */
export function saveSet(dataDir: string, set: StoredSet): void {
  const path = join(folderOf(dataDir), `${set.id}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(set), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Whatever an import that was cut off has left. */
export function dropSet(dataDir: string, id: string): void {
  const folder = folderOf(dataDir);
  if (!IDS.test(id) || !existsSync(folder)) return;
  rmSync(join(folder, `${id}.json`), { force: true });
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${id}.`)) rmSync(join(folder, name), { force: true });
  }
}
