import { expect, test } from 'vitest';
import { messagesOf, violationsOf } from './fixture-tree.ts';

const FROM_B = `import { b } from './b.ts';\nexport const a = b;\n`;
const FROM_C = `import { c } from './c.ts';\nexport const b = c;\n`;

test('a run-time cycle is named once, with the way round', () => {
  const tree = {
    'src/shared/kernel/a.ts': FROM_B,
    'src/shared/kernel/b.ts': FROM_C,
    'src/shared/kernel/c.ts': `import { a } from './a.ts';\nexport const c = a;\n`,
    'src/shared/kernel/outside.ts': FROM_B,
  };
  expect(violationsOf(tree)).toEqual(['src/shared/kernel/a.ts:1 cycles']);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `src/shared/kernel/${name}.ts`);
  expect(messagesOf(tree)).toEqual([`Run-time import cycle: ${a} → ${b} → ${c} → ${a}`]);
});

test('two cycles are two violations', () => {
  const pair = (folder: string) => ({
    [`scripts/${folder}/a.ts`]: FROM_B,
    [`scripts/${folder}/b.ts`]: `import { a } from './a.ts';\nexport const b = a;\n`,
  });
  const tree = { ...pair('one'), ...pair('two') };
  expect(violationsOf(tree)).toEqual(['scripts/one/a.ts:1 cycles', 'scripts/two/a.ts:1 cycles']);
});

test('a cycle that types close is none at run time', () => {
  const tree = {
    'src/shared/kernel/a.ts': FROM_B,
    'src/shared/kernel/b.ts': `import type { a } from './a.ts';\nexport const b = 1 as typeof a;\n`,
  };
  expect(violationsOf(tree)).toEqual([]);
});

test.each([
  `export { b } from './b.ts';\n`,
  `export type { B } from './b.ts';\n`,
  `import { b } from './b.ts';\nexport { b };\n`,
])('a file that only passes on is a barrel: %j', (text) => {
  const tree = {
    'src/shared/kernel/a.ts': text,
    'src/shared/kernel/b.ts': 'export const b = 1;\n',
  };
  expect(violationsOf(tree)).toEqual(['src/shared/kernel/a.ts:1 barrels']);
});

test('the list of areas is the one barrel that may be, and a file with code of its own is none', () => {
  const tree = {
    'src/shared/contract/index.ts': `export { b } from './b.ts';\n`,
    'src/shared/contract/b.ts': 'export const b = 1;\n',
    'src/shared/contract/c.ts': `export { b } from './b.ts';\nexport const c = 2;\n`,
  };
  expect(violationsOf(tree)).toEqual([]);
});

test.each([
  'let count = 0;',
  'export let count = 0;',
  'var count = 0;',
  'const cache = new Map<string, number>();',
  'const seen: string[] = [];',
  'export const registry = {};',
  `import { create } from 'zustand';\nexport const useDesk = create<Desk>()(() => ({}));`,
])('state in a module is caught: %j', (text) => {
  const line = text.split('\n').length;
  const found = violationsOf({ 'src/renderer/app/a.ts': `${text}\n` });
  expect(found).toEqual([`src/renderer/app/a.ts:${line} module-state`]);
});

test.each([
  'const LABELS = new Map([["a", 1]]);',
  'export const createDesk = () => { let count = 0; return () => ++count; };',
  `import { createStore } from 'zustand/vanilla';\nexport const createDesk = () => createStore(() => ({}));`,
])('a table, and state that a factory returns, are fine: %j', (text) => {
  expect(violationsOf({ 'src/renderer/app/a.ts': `${text}\n` })).toEqual([]);
});

test('what a test shares with other tests may hold no state; what it keeps to itself may', () => {
  const tree = {
    'tests/api/a.test.ts': `import { b } from '../helpers/b.ts';\nlet world = b;\n`,
    'tests/helpers/b.ts': 'export let b = 1;\n',
  };
  expect(violationsOf(tree)).toEqual(['tests/helpers/b.ts:1 module-state']);
});
