/** `node scripts/check-architecture.ts`: holds the tree to the design. Part of `npm run lint`. */
import { checkArchitecture } from './architecture/check.ts';
import { readProject } from './architecture/project.ts';
import { describeSizes } from './architecture/rules/sizes.ts';

const project = readProject(process.cwd());
const violations = checkArchitecture(project);
for (const { file, line, rule, message } of violations) {
  process.stdout.write(`${file}:${line} ${rule} ${message}\n`);
}
process.stdout.write(`${describeSizes(project)}\n`);
process.stdout.write(
  `Architecture: ${violations.length || 'no'} violation${violations.length === 1 ? '' : 's'}\n`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
