/** `node scripts/check-crosswalks.ts`: checks every crosswalk of resources/crosswalks and counts it. */
import { checkCrosswalks } from './support/crosswalks.ts';

const crosswalks = checkCrosswalks();
let problemCount = 0;
for (const { file, crosswalk, covered, problems } of crosswalks) {
  const { links, source, target } = crosswalk;
  console.log(
    `${source} → ${target}: ${links.length} links, ${covered.linked} of ${covered.of} requirements`,
  );
  for (const problem of problems) console.log(`${file}: ${problem}`);
  problemCount += problems.length;
}
console.log(`Crosswalks: ${crosswalks.length}, ${problemCount || 'no'} problems`);
process.exitCode = problemCount > 0 ? 1 : 0;
