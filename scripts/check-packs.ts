/**
 * `node scripts/check-packs.ts`: checks every pack of resources/frameworks and counts it.
 * `--write` first recomputes checksum and layout, after a pack was edited.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPack } from '../src/shared/areas/compliance/pack.rules.ts';
import { PACK_FOLDER, packChecksum, packToJson, readPacks } from './support/packs.ts';

if (process.argv.includes('--write')) {
  for (const { file, pack } of readPacks()) {
    const checksum = packChecksum(pack.requirements);
    writeFileSync(join(PACK_FOLDER, file), packToJson({ ...pack, checksum }));
  }
}
const packs = readPacks();
let problemCount = 0;
for (const { file, pack, problems } of packs) {
  const { groups, requirements, withdrawn } = countPack(pack.requirements);
  console.log(`${pack.id}: ${requirements} requirements, ${groups} groups, ${withdrawn} withdrawn`);
  for (const problem of problems) console.log(`${file}: ${problem}`);
  problemCount += problems.length;
}
console.log(`Framework packs: ${packs.length}, ${problemCount || 'no'} problems`);
process.exitCode = problemCount > 0 ? 1 : 0;
