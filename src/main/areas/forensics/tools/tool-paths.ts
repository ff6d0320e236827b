/** Paths of programs that an administrator chose, in a file of this workstation: never synced. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROGRAM_IDS, type ProgramId } from './programs.table.ts';

const fileSchema = z.object({ paths: z.partialRecord(z.enum(PROGRAM_IDS), z.string()) });
const FILE = 'tools.json';

/** One that cannot be read counts as none: PATH is searched then. */
export function readToolPaths(dataDir: string): Readonly<Partial<Record<ProgramId, string>>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'))).paths;
  } catch {
    return {};
  }
}

export function saveToolPath(dataDir: string, id: ProgramId, path: string | null): void {
  const paths: Partial<Record<ProgramId, string>> = { ...readToolPaths(dataDir) };
  if (path === null) delete paths[id];
  else paths[id] = path;
  const target = join(dataDir, FILE);
  writeFileSync(`${target}.new`, JSON.stringify({ paths }), { mode: 0o600, flush: true });
  renameSync(`${target}.new`, target);
}
