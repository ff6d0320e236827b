import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Tree, withTree } from './fixture-tree.ts';

/** What other tools hold: that they are set up to, on a tree that breaks the rule. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function fromRoot(name: string): Tree {
  return { [name]: readFileSync(`${ROOT}${name}`, 'utf8') };
}

function run(tool: string, options: readonly string[], tree: Tree): string {
  return withTree(tree, (root) => {
    const command = `${ROOT}node_modules/.bin/${tool}`;
    const { stdout, stderr, status } = spawnSync(command, options, { cwd: root, encoding: 'utf8' });
    return `${stdout}${stderr}exit ${status}`;
  });
}

test.each([
  ['any', 'a.ts', 'export const a: any = 1;', 'noExplicitAny'],
  ['a non-null assertion', 'a.ts', 'export const a = (b?: string) => b!;', 'noNonNullAssertion'],
  ['a default export', 'a.ts', 'export default 1;', 'noDefaultExport'],
  ['an enum', 'a.ts', 'export enum A { One }', 'noEnum'],
  ['a namespace', 'a.ts', 'export namespace A { export const b = 1; }', 'noNamespace'],
  [
    'a parameter property',
    'a.ts',
    'export class A { constructor(readonly b: number) {} }',
    'noParameterProperties',
  ],
  [
    'a type imported as a value',
    'a.ts',
    `import { B } from './b.ts';\nexport type A = B;`,
    'useImportType',
  ],
  ['a re-export of everything', 'a.ts', `export * from './b.ts';`, 'noReExportAll'],
  [
    'a name that is not in kebab-case',
    'theDesk.ts',
    'export const a = 1;',
    'useFilenamingConvention',
  ],
  [
    'a suppression without a reason',
    'a.ts',
    '// biome-ignore lint/suspicious/noExplicitAny:\nexport const a: any = 1;',
    'suppressions',
  ],
  [
    'a suppression that suppresses nothing',
    'a.ts',
    '// biome-ignore lint/suspicious/noExplicitAny: a reason\nexport const a = 1;',
    'suppressions/unused',
  ],
  ['a print', 'a.ts', 'console.log(1);', 'noConsole'],
])('Biome refuses %s', (_, name, text, rule) => {
  const tree = {
    ...fromRoot('biome.json'),
    ...fromRoot('.gitignore'),
    [`src/main/app/${name}`]: `${text}\n`,
  };
  const output = run('biome', ['lint', '--error-on-warnings'], tree);
  expect(output).toContain(rule);
  expect(output).toMatch(/exit 1$/);
});

test('Biome lets configurations export by default, and nothing else of scripts and tests', () => {
  const text = 'export default 1;\n';
  const tree = {
    ...fromRoot('biome.json'),
    ...fromRoot('.gitignore'),
    'tests/e2e/vitest.config.ts': text,
  };
  expect(run('biome', ['lint'], tree)).toMatch(/exit 0$/);
  expect(run('biome', ['lint'], { ...tree, 'tests/e2e/other.ts': text })).toContain(
    'noDefaultExport',
  );
});

test('Knip finds files, exports and dependencies that nothing uses', () => {
  const manifest = { name: 'fixture', type: 'module', devDependencies: { left: '1.0.0' } };
  const output = run('knip', ['--no-progress'], {
    ...fromRoot('knip.config.ts'),
    'package.json': JSON.stringify(manifest),
    'src/preload/preload.ts': `import { used } from '../shared/a.ts';\nused();\n`,
    'src/shared/a.ts': 'export function used() {}\nexport function unusedFunction() {}\n',
    'src/shared/forgotten.ts': 'export const a = 1;\n',
  });
  expect(output).toContain('src/shared/forgotten.ts');
  expect(output).toContain('unusedFunction');
  expect(output).toMatch(/left\s+package\.json/);
  expect(output).toMatch(/exit 1$/);
});
