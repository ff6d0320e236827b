import { expect, test } from 'vitest';
import { violationsOf } from './fixture-tree.ts';

/** Spelt in parts, for this file is checked too. */
const HOSTS = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['npm', 'pkg', 'github', 'com'],
  ['deb', 'debian', 'org'],
].map((parts) => parts.join('.'));

test.each(HOSTS)('the registry host %s is caught in any text file', (host) => {
  const tree = {
    '.npmrc': `audit=false\nregistry=https://${host}/\n`,
    'README.md': `See ${host}.\n`,
    'resources/frameworks/a.json': `{"from": "${host}"}\n`,
    '.ci/run': `#!/bin/sh\ncurl ${host}\n`,
  };
  const files = ['.ci/run:2', '.npmrc:2', 'README.md:1', 'resources/frameworks/a.json:1'];
  expect(violationsOf(tree)).toEqual(files.map((file) => `${file} registries`));
});

test("a company's own registry is caught by its address", () => {
  const address = ['https://artifactory', 'corp.example/npm'].join('.');
  expect(violationsOf({ 'README.md': `${address}\n` })).toEqual(['README.md:1 registries']);
});

test("Windows' registry and ignored files are no business of this rule", () => {
  const tree = {
    '.gitignore': 'out/\n',
    'out/a.txt': HOSTS.join('\n'),
    'src/shared/kernel/a.ts': `export const SOURCE = 'registry.key.changed';\n`,
  };
  expect(violationsOf(tree)).toEqual([]);
});

test.each([
  '^1.2.3',
  '~1.2.3',
  '1.2',
  '*',
  'latest',
  '>=1.2.3',
  'npm:other@^1.2.3',
  'file:../other',
])('the version %s is not pinned', (version) => {
  const manifest = { dependencies: { one: '1.2.3' }, devDependencies: { other: version } };
  const tree = { 'package.json': JSON.stringify(manifest, null, 2) };
  expect(violationsOf(tree)).toEqual(['package.json:6 pins']);
});

test('overrides are pinned too, however deep', () => {
  const manifest = { overrides: { one: { other: '^1.0.0' } } };
  const tree = { 'package.json': JSON.stringify(manifest, null, 2) };
  expect(violationsOf(tree)).toEqual(['package.json:4 pins']);
});

test('exact versions and exact aliases are pinned', () => {
  const dependencies = { one: '1.2.3', two: '1.0.0-beta.2', three: 'npm:@scope/other@13.0.3' };
  expect(violationsOf({ 'package.json': JSON.stringify({ dependencies }) })).toEqual([]);
});

test('a lock file that says where packages come from is caught', () => {
  const lock = (resolved: string) => ({
    'package-lock.json': `{\n  "packages": {\n    "a": { "resolved": "${resolved}" }\n  }\n}\n`,
  });
  const found = ['package-lock.json:3 pins'];
  expect(violationsOf(lock('https://one.example/a.tgz'))).toEqual(found);
  expect(violationsOf(lock('git+ssh://git@one.example/a.git'))).toEqual(found);
  expect(violationsOf(lock('file:../a'))).toEqual([]);
});
