import { expect, test } from 'vitest';
import { messagesOf, violationsOf } from './fixture-tree.ts';

const lines = (count: number, line = '// filler'): string => `${line}\n`.repeat(count);
const calls = (count: number): string => lines(count, '  call();');

/** Small files that keep the distribution in its bars. */
const SMALL = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [`src/shared/kernel/small-${n}.ts`, lines(10)]),
);

test('a file has at most 400 lines, a test 600', () => {
  const tree = {
    ...SMALL,
    'src/shared/kernel/at-the-bar.ts': lines(400),
    'src/shared/kernel/over.ts': lines(401),
    'src/shared/kernel/at-the-bar.test.ts': lines(600),
    'tests/api/over.test.ts': lines(601),
  };
  expect(violationsOf(tree)).toEqual([
    'src/shared/kernel/over.ts:400 sizes',
    'tests/api/over.test.ts:600 sizes',
  ]);
});

test('a function has at most 80 lines, a component 120', () => {
  const ok = Array.from({ length: 30 }, (_, n) => `function small${n}() {}\n`).join('');
  const tree = {
    ...SMALL,
    'src/shared/kernel/a.ts': `${ok}export function fits() {\n${calls(78)}}\n`,
    'src/shared/kernel/b.ts': `${ok}export const tooLong = () => {\n${calls(79)}};\n`,
    'src/renderer/ui/c.tsx': `${ok}export function Fits() {\n${calls(118)}}\n`,
    'src/renderer/ui/d.tsx': `${ok}export function TooLong() {\n${calls(119)}}\n`,
  };
  expect(violationsOf(tree)).toEqual([
    'src/renderer/ui/d.tsx:31 sizes',
    'src/shared/kernel/b.ts:31 sizes',
  ]);
});

test('a factory is measured by its members and by what is around them', () => {
  const small = Array.from({ length: 30 }, (_, n) => `function small${n}() {}\n`).join('');
  const member = (name: string) => `    ${name}() {\n${calls(38)}    },\n`;
  const around = (count: number) =>
    `${small}export function createDesk() {\n${calls(count)}  return {\n${member('one')}${member('two')}${member('three')}  };\n}\n`;
  expect(violationsOf({ ...SMALL, 'src/shared/kernel/a.ts': around(76) })).toEqual([]);
  expect(messagesOf({ ...SMALL, 'src/shared/kernel/a.ts': around(77) })).toEqual([
    'createDesk has 81 lines; a function has at most 80',
  ]);
});

test('half of the files have at most 90 lines', () => {
  const tree = (long: number) =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `src/shared/kernel/a${n}.ts`,
        lines(n < long ? 91 : 90),
      ]),
    );
  expect(messagesOf(tree(5))).toEqual([]);
  expect(messagesOf(tree(6))).toEqual(['median of the files: 91 lines; the bar is 90']);
});

test('nine files of ten have at most 250 lines, however long the tests are', () => {
  const tree = (long: number) => ({
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `src/shared/kernel/a${n}.ts`,
        lines(n < long ? 251 : 10),
      ]),
    ),
    'src/shared/kernel/a.test.ts': lines(500),
  });
  expect(messagesOf(tree(1))).toEqual([]);
  expect(messagesOf(tree(2))).toEqual(['90 % of the files: 251 lines; the bar is 250']);
});

test('nine functions of ten have at most 40 lines', () => {
  const tree = (long: number) =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `src/shared/kernel/a${n}.ts`,
        `export function a() {\n${calls(n < long ? 39 : 5)}}\n`,
      ]),
    );
  expect(messagesOf(tree(1))).toEqual([]);
  expect(messagesOf(tree(2))).toEqual(['90 % of the functions: 41 lines; the bar is 40']);
});
