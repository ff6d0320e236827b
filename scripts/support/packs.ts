/** Framework packs on disk: read, checked, written one requirement a line. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FrameworkPack,
  frameworkPackSchema,
  type PackRequirement,
} from '../../src/shared/areas/compliance/pack.contract.ts';
import {
  canonicalRequirements,
  findPackProblems,
} from '../../src/shared/areas/compliance/pack.rules.ts';
import { ROOT } from './project.ts';

export const PACK_FOLDER = join(ROOT, 'resources/frameworks');

export interface PackFile {
  file: string;
  pack: FrameworkPack;
  problems: string[];
}

export function packChecksum(requirements: readonly PackRequirement[]): string {
  return createHash('sha256').update(canonicalRequirements(requirements), 'utf8').digest('hex');
}

export function packToJson({ requirements, ...head }: FrameworkPack): string {
  const lines = requirements.map((requirement) => `    ${JSON.stringify(requirement)}`);
  const start = JSON.stringify(head, null, 2).slice(0, -2);
  return `${start},\n  "requirements": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Throws on a file that is not a pack at all; what is wrong with one stands in `problems`. */
export function readPacks(folder = PACK_FOLDER): PackFile[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const parsed = frameworkPackSchema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(`${file}: ${parsed.error.message}`);
    return { file, pack: parsed.data, problems: checkFile(file, text, parsed.data) };
  });
}

function checkFile(file: string, text: string, pack: FrameworkPack): string[] {
  const problems = findPackProblems(pack);
  if (file !== `${pack.id}.json`) problems.push(`the file of ${pack.id} is named ${file}`);
  if (pack.checksum !== packChecksum(pack.requirements)) problems.push('the checksum is not right');
  if (text !== packToJson(pack)) problems.push('it is not written one requirement a line');
  return problems;
}
