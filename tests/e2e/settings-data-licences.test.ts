/** What the build says that it bundled, against what the code names and the maps of the bundles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aboutContract } from '../../src/shared/areas/settings/about.contract.ts';
import { openTestApp, REPOSITORY, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Auditor' });
});
afterAll(() => app.close());

/** Packages that the code names, each by its own folder: proof from another side than the build's. */
function importedPackages(): Set<string> {
  const found = new Set<string>();
  const sources = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' });
  const names = /^(?:import (?!type)[^;]*?from |import |@import )['"]([^'".][^'"]*)['"]/gm;
  for (const file of sources.filter((path) => /\.(?:tsx?|css)$/.test(path))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    for (const [, name = ''] of readFileSync(join(REPOSITORY, 'src', file), 'utf8').matchAll(
      names,
    )) {
      if (name.startsWith('node:')) continue;
      found.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return found;
}

/** Packages in the maps of the bundles, which the bundler wrote. */
function mappedPackages(): Set<string> {
  const found = new Set<string>();
  const main = join(REPOSITORY, 'out', 'main');
  const maps = readdirSync(main, { recursive: true, encoding: 'utf8' });
  for (const map of maps.filter((path) => path.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(main, map), 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(source)?.[1];
      if (name) found.add(name);
    }
  }
  return found;
}

test('[SET30] every package that is bundled is listed with its licence, and nothing of them is a link', async () => {
  const response = await app.request('GET', '/api/about/licences');
  const licences = aboutContract.licences.response.parse(await response.json());
  const listed = new Set(licences.map(({ name }) => name));
  // Named otherwise by its own package.json; and a package of which only parts are taken.
  const names = (name: string) =>
    ({ 'better-sqlite3': 'better-sqlite3-multiple-ciphers' })[name] ?? name;
  const mapped = mappedPackages();
  expect(mapped.size).toBeGreaterThan(10);
  expect([...mapped].map(names).filter((name) => !listed.has(name))).toEqual([]);
  // Hulls of other packages; and what only the page of components takes, which no build has.
  const absent = ['radix-ui', 'react-router-dom', 'react-markdown', '@tanstack/react-table'];
  const direct = [...importedPackages()].filter((name) => !absent.includes(name)).map(names);
  expect(direct.length).toBeGreaterThan(10);
  expect(direct.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].some((name) => name.startsWith('@radix-ui/'))).toBe(true);
  expect(listed).toContain('react-router');
  for (const name of ['electron', 'tailwindcss', 'SQLite with SQLite3 Multiple Ciphers'])
    expect(listed).toContain(name);
  for (const { name, version, licence, texts } of licences) {
    expect([name, version, licence]).toEqual([
      name,
      expect.stringMatching(/\d/),
      expect.stringMatching(/[A-Z]/),
    ]);
    for (const text of texts) expect(text.length).toBeGreaterThan(20);
  }
  const without = licences.filter(({ texts }) => texts.length === 0);
  // The packages of @react-pdf ship none; what they are under is in their package.json.
  const ours = without.filter(({ name }) => !name.startsWith('@react-pdf/'));
  expect(ours.map(({ name }) => name).length).toBeLessThan(licences.length / 10);
});
