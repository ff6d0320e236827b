import { dirname, posix } from 'node:path';
import { expect, test } from 'vitest';
import { messagesOf, violationsOf } from './fixture-tree.ts';

const CODE = 'export const found = 1;\n';

/** Two files, the first importing the second. */
function treeOf(from: string, to: string, statement: string) {
  const relative = posix.relative(dirname(from), to);
  const specifier = relative.startsWith('.') ? relative : `./${relative}`;
  const text = `${statement} '${specifier}';\nexport const own = 1;\n`;
  return { [from]: text, [to]: CODE };
}

const RUNTIME = 'import { found } from';
const TYPE = 'import type { found } from';

test.each([
  ['src/shared/kernel/a.ts', 'src/main/platform/b.ts'],
  ['src/shared/kernel/a.ts', 'src/renderer/ui/b.ts'],
  ['src/main/platform/a.ts', 'src/main/db/b.ts'],
  ['src/main/db/a.ts', 'src/main/http/b.ts'],
  ['src/main/http/a.ts', 'src/main/jobs/b.ts'],
  ['src/main/db/a.ts', 'src/main/areas/alerts/b.ts'],
  ['src/main/jobs/a.ts', 'src/main/app/b.ts'],
  ['src/main/http/a.ts', 'src/main/electron/b.ts'],
  ['src/main/areas/alerts/a.ts', 'src/main/app/b.ts'],
  ['src/main/areas/alerts/a.ts', 'src/main/electron/b.ts'],
  ['src/main/workers/a.ts', 'src/main/app/b.ts'],
  ['src/main/app/a.ts', 'src/main/browser-host/b.ts'],
  ['src/main/app/a.ts', 'src/main/sync-admin/b.ts'],
  ['src/main/sync-admin/a.ts', 'src/main/db/b.ts'],
  ['src/main/electron/a.ts', 'src/main/areas/alerts/b.ts'],
  ['src/main/electron/a.ts', 'src/main/db/b.ts'],
  ['src/main/browser-host/a.ts', 'src/main/electron/b.ts'],
  ['src/main/app/a.ts', 'src/renderer/app/b.ts'],
  ['src/preload/a.ts', 'src/main/electron/b.ts'],
  ['src/renderer/ui/a.tsx', 'src/renderer/areas/alerts/b.tsx'],
  ['src/renderer/ui/a.tsx', 'src/renderer/api/b.ts'],
  ['src/renderer/areas/alerts/a.tsx', 'src/main/areas/alerts/b.ts'],
  ['src/renderer/app/a.tsx', 'src/main/http/b.ts'],
  ['src/main/app/a.ts', 'tests/helpers/b.ts'],
  ['src/main/app/a.ts', 'scripts/b.ts'],
])('%s may import neither code nor types of %s', (from, to) => {
  expect(violationsOf(treeOf(from, to, RUNTIME))).toEqual([`${from}:1 layers`]);
  expect(violationsOf(treeOf(from, to, TYPE))).toEqual([`${from}:1 layers`]);
});

test.each([
  ['src/main/areas/alerts/a.ts', 'src/main/areas/risk/b.ts'],
  ['src/renderer/areas/alerts/a.tsx', 'src/renderer/areas/risk/b.tsx'],
  ['src/renderer/areas/alerts/a.tsx', 'src/renderer/app/b.ts'],
  ['src/renderer/api/a.ts', 'src/renderer/ui/b.ts'],
])('%s may import types of %s, and types only', (from, to) => {
  expect(violationsOf(treeOf(from, to, TYPE))).toEqual([]);
  expect(violationsOf(treeOf(from, to, RUNTIME))).toEqual([`${from}:1 layers`]);
  expect(violationsOf(treeOf(from, to, 'export { found } from'))).toEqual([`${from}:1 layers`]);
});

test.each([
  ['src/main/db/a.ts', 'src/main/platform/b.ts'],
  ['src/main/http/a.ts', 'src/main/db/b.ts'],
  ['src/main/jobs/a.ts', 'src/main/http/b.ts'],
  ['src/main/areas/alerts/a.ts', 'src/main/jobs/b.ts'],
  ['src/main/workers/a.ts', 'src/main/areas/alerts/b.ts'],
  ['src/main/app/a.ts', 'src/main/areas/alerts/b.ts'],
  ['src/main/electron/a.ts', 'src/main/app/b.ts'],
  ['src/preload/a.ts', 'src/shared/b.ts'],
  ['src/renderer/areas/alerts/a.tsx', 'src/renderer/areas/risk/risk-badge.embed.tsx'],
  ['src/renderer/app/a.tsx', 'src/renderer/areas/alerts/b.tsx'],
  ['src/shared/areas/settings/a.ts', 'src/shared/areas/auth/b.ts'],
  ['src/main/areas/alerts/a.test.ts', 'tests/helpers/b.ts'],
  ['tests/api/a.test.ts', 'src/main/app/b.ts'],
])('%s may import %s', (from, to) => {
  expect(violationsOf(treeOf(from, to, RUNTIME))).toEqual([]);
});

test('a type among values still runs the module, so it is no import of types only', () => {
  const from = 'src/main/areas/alerts/a.ts';
  const tree = treeOf(from, 'src/main/areas/risk/b.ts', 'import { type found } from');
  expect(violationsOf(tree)).toEqual([`${from}:1 layers`]);
});

test('a lazy import and a type fetched by import() are imports as well', () => {
  const tree = {
    'src/renderer/ui/a.tsx': `export const open = () => import('../areas/risk/b.tsx');\n`,
    'src/main/db/a.ts': `export type A = import('../app/b.ts').B;\n`,
    'src/renderer/areas/risk/b.tsx': CODE,
    'src/main/app/b.ts': CODE,
  };
  expect(violationsOf(tree)).toEqual([
    'src/main/db/a.ts:1 layers',
    'src/renderer/ui/a.tsx:1 layers',
  ]);
});

test('an import without its extension is caught, wherever it is', () => {
  const tree = { 'scripts/a.ts': `import { found } from './b';\n`, 'scripts/b.ts': CODE };
  expect(violationsOf(tree)).toEqual(['scripts/a.ts:1 layers']);
  expect(messagesOf(tree)).toEqual(["'./b' names no file; imports carry their extension"]);
});

test('a folder that is no room of the house is caught', () => {
  expect(violationsOf({ 'src/main/utils/a.ts': CODE })).toEqual(['src/main/utils/a.ts:1 layers']);
});
