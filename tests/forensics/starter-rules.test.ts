import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRules } from '../../src/main/areas/forensics/rules/read-rules.ts';
import type { ReadRule } from '../../src/main/areas/forensics/rules/rule.types.ts';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import { plainSource } from '../../src/shared/areas/forensics/rules/rule-text.ts';
import { compileSigma, type SigmaSet } from '../../src/shared/areas/forensics/sigma/sigma-set.ts';
import { readLog } from '../conformance/evtx-reading.ts';
import { SIGMA } from '../conformance/sigma-reading.ts';
import { SHARED_DATA } from '../helpers/import-file.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

const FOLDER = join(REPOSITORY, 'resources', 'rules', 'sigma');
let rules: readonly ReadRule[];
let set: SigmaSet;

beforeAll(async () => {
  const files = globSync('**/*', { cwd: FOLDER })
    .filter((path) => /\.(?:yml|json)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(FOLDER, path), 'utf8') }));
  const sigma = await loadSigmaPorts();
  const read = await readRules(files, { sigma, yara: async () => [], pause: async () => {} });
  expect(read.rejected).toEqual([]);
  expect(read.duplicates).toEqual([]);
  rules = read.rules;
  set = compileSigma(
    rules.flatMap(({ document }) => document ?? []),
    sigma,
  );
});

test('[RU1] the starter set holds at least 60 rules, all of which run', () => {
  expect(
    rules.filter(({ state }) => state !== 'ready').map(({ path, reasons }) => [path, reasons]),
  ).toEqual([]);
  expect(rules.filter(({ kind }) => kind === 'rule').length).toBeGreaterThanOrEqual(60);
  for (const { key, title, description, level, techniques, falsePositives, path } of rules) {
    expect([path, key]).toEqual([
      path,
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-/),
    ]);
    expect([path, title.length > 5, (description ?? '').length > 20, level !== null]).toEqual([
      path,
      true,
      true,
      true,
    ]);
    expect([path, techniques.length > 0, falsePositives.length > 0]).toEqual([path, true, true]);
  }
  expect(new Set(rules.map(({ title }) => title)).size).toBe(rules.length);
});

test('[RU1] each rule of the starter set finds its positive events and leaves its negative ones', () => {
  const wrong = rules.flatMap(({ kind, path, tests, key }) => {
    if (kind !== 'rule') return [];
    if (!tests.some(({ isHit }) => isHit) || !tests.some(({ isHit }) => !isHit))
      return [`${path}: no tests`];
    return tests
      .filter(({ event, declared, isHit }) => {
        const hits = set.match(event, declared ? plainSource(declared) : undefined);
        return hits.some(({ info }) => info.id?.toLowerCase() === key) !== isHit;
      })
      .map(({ name }) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

const skip = !existsSync(join(SIGMA, 'rules'));
if (skip) console.log('Starter rules are not held against real logs: ../shared/data is missing.');

// Skipped where ../shared/data is missing.
describe.skipIf(skip)('over real logs', () => {
  test('[RU1] no rule of the starter set was taken from the rules of SigmaHQ', () => {
    const titles = new Set<string>();
    const ids = new Set<string>();
    for (const file of globSync('rules*/**/*.yml', { cwd: SIGMA })) {
      const text = readFileSync(join(SIGMA, file), 'utf8');
      titles.add(/^title: (.+)$/m.exec(text)?.[1]?.trim().toLowerCase() ?? '');
      ids.add(/^id: (\S+)$/m.exec(text)?.[1] ?? '');
    }
    expect(
      rules.filter(({ title, key }) => titles.has(title.toLowerCase()) || ids.has(key)),
    ).toEqual([]);
  });

  /** Ordinary logs: a rule that speaks up here much would be noise. */
  test('[RU1] few rules speak up over ordinary logs, and some of the attacks recorded for other rules are noticed', () => {
    const hits = new Map<string, number>();
    let events = 0;
    for (const file of globSync('evtx/format-samples/**/*.evtx', { cwd: SHARED_DATA })) {
      for (const { event } of readLog(readFileSync(join(SHARED_DATA, file))).records) {
        events++;
        for (const { info, alone } of set.match(flattenEvent(event)))
          if (alone && info.level !== 'informational')
            hits.set(info.title, (hits.get(info.title) ?? 0) + 1);
      }
    }
    const noisy = [...hits].filter(([, count]) => count > events / 200);
    if (process.env.WATCHFLOOR_SHOW) console.log(events, [...hits]);
    expect(noisy).toEqual([]);
    const logs = globSync('regression_data/**/*.evtx', { cwd: SIGMA });
    const noticed = logs.filter((log) =>
      readLog(readFileSync(join(SIGMA, log))).records.some(
        ({ event }) => set.match(flattenEvent(event)).length > 0,
      ),
    );
    if (process.env.WATCHFLOOR_SHOW)
      console.log(logs.length, noticed.map((log) => basename(log)).length);
    expect(noticed.length).toBeGreaterThanOrEqual(12);
  });
});
