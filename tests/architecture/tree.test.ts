import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkArchitecture } from '../../scripts/architecture/check.ts';
import { readProject } from '../../scripts/architecture/project.ts';
import { type Tree, withTree } from './fixture-tree.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = fileURLToPath(new URL('../../scripts/check-architecture.ts', import.meta.url));

// Two thousand files are parsed.
test('this repository is built as its design says', () => {
  const violations = checkArchitecture(readProject(ROOT));
  expect(violations.map((one) => `${one.file}:${one.line} ${one.rule} ${one.message}`)).toEqual([]);
}, 180_000);

function runIn(tree: Tree): { status: number | null; lines: string[] } {
  return withTree(tree, (root) => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trim().split('\n') };
  });
}

test('the command names file, line and rule, says the sizes, and fails', () => {
  const { status, lines } = runIn({ 'src/shared/kernel/a.ts': '\nexport let a = 1;\n' });
  expect(lines).toEqual([
    'src/shared/kernel/a.ts:2 module-state Module-level let: keep state in what a factory returns',
    '1 files: median 2, 90 % ≤ 2, longest 2; 0 functions: median 0, 90 % ≤ 0, longest 0',
    'Architecture: 1 violation',
  ]);
  expect(status).toBe(1);
});

test('the command passes a tree without violations', () => {
  const { status, lines } = runIn({ 'src/shared/kernel/a.ts': 'export const a = 1;\n' });
  expect(lines.at(-1)).toBe('Architecture: no violations');
  expect(status).toBe(0);
});
