import { expect, test } from 'vitest';
import { fold } from '../../src/shared/areas/forensics/sigma/fold.ts';
import { compileGlob } from '../../src/shared/areas/forensics/sigma/glob.ts';
import { GramIndex } from '../../src/shared/areas/forensics/sigma/gram-index.ts';
import { requiredLiterals } from '../../src/shared/areas/forensics/sigma/regex-literals.ts';
import { parseText } from '../../src/shared/areas/forensics/sigma/sigma-text.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { randomEvent, randomRule } from './sigma-naive.ts';
import { compileText, ruleText, TEST_SOURCE } from './sigma-reading.ts';

test('[SG18] 300 random rules answer 200 random events as a naive matcher does', async () => {
  const random = createRandom(20_261_122);
  const rules = Array.from({ length: 300 }, () => randomRule(random));
  const text = rules.map(({ yaml }, at) => ruleText(yaml, `title: Rule ${at}`)).join('---\n');
  const set = await compileText(text);
  expect(set.rules).toHaveLength(rules.length);
  let hits = 0;
  for (let turn = 0; turn < 200; turn++) {
    const event = randomEvent(random);
    const found = set.match(event, TEST_SOURCE).map(({ rule }) => rule);
    const expected = rules.flatMap(({ asks }, at) => (asks(event) ? [at] : []));
    hits += expected.length;
    const wrong = [...found, ...expected].filter(
      (at) => found.includes(at) !== expected.includes(at),
    );
    const shown = wrong.slice(0, 3).map((at) => rules[at]?.yaml);
    expect(shown, `seed ${random.seed}: ${JSON.stringify(event)}`).toEqual([]);
  }
  // Neither all nor nothing: the rules do tell events apart.
  expect(hits).toBeGreaterThan(2_000);
  expect(hits).toBeLessThan(40_000);
});

function joined(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(parts)).join('');
}

test('[SG4] 20,000 random texts with wildcards fit as the platform’s expressions do', () => {
  const random = createRandom(7);
  for (let turn = 0; turn < 2_000; turn++) {
    const pattern = joined(random, ['a', 'b', '*', '?', 'ab', '☠'], 7);
    const check = compileGlob(parseText(pattern));
    const source = pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]');
    const expression = new RegExp(`^${source}$`);
    for (let one = 0; one < 10; one++) {
      const text = joined(random, ['a', 'b', 'ab', '☠'], 7);
      expect(check(text), `seed ${random.seed}: ${pattern} and ${text}`).toBe(
        expression.test(text),
      );
    }
  }
});

/** Pieces of expressions, and texts of the same letters. */
const PIECES = ['ab', 'c', 'd?', 'e*', 'f+', '(gh|ij)', '(k|l)?', '[mn]', '.', 'o{2}', 'p{0,2}'];
const MORE = ['\\.', '(?:qr)+', '^', '$', '\\b', '(s(t|u)v){1,2}', '\\d', '(?i)', 'w|x', '[^y]z'];

test('[SG18] what an expression cannot match without stands in every text that it matches', () => {
  const random = createRandom(11);
  let [known, matched] = [0, 0];
  for (let turn = 0; turn < 4_000; turn++) {
    const source = joined(random, [...PIECES, ...MORE], 4);
    const literals = requiredLiterals(source);
    if (!literals) continue;
    known++;
    const isFolded = source.includes('(?i)');
    const expression = new RegExp(source.replaceAll('(?i)', ''), isFolded ? 'i' : '');
    for (let one = 0; one < 20; one++) {
      const parts = [
        'ab',
        'c',
        'd',
        'e',
        'f',
        'gh',
        'ij',
        'k',
        'm',
        'oo',
        'qr',
        'stv',
        'S',
        '.',
        'w',
        'z',
        '1',
      ];
      const text = joined(random, parts, 6);
      if (!expression.test(text)) continue;
      matched++;
      const folded = fold(text);
      const holds = literals.some((literal) => folded.includes(literal));
      expect(holds, `seed ${random.seed}: ${source} matches ${text}, ${literals}`).toBe(true);
    }
  }
  expect(known).toBeGreaterThan(500);
  expect(matched).toBeGreaterThan(500);
});

test('[SG18] the index finds each literal that a text holds, and no other', () => {
  const random = createRandom(13);
  const parts = ['a', 'b', 'ab', '\\', '☠', '\u0161', 'abcab'];
  for (let turn = 0; turn < 300; turn++) {
    const literals = Array.from({ length: 12 }, () => joined(random, parts, 5)).filter(Boolean);
    const index = new GramIndex(literals.map((literal) => [literal, literal] as const));
    const text = joined(random, [...parts, random.pick(literals)], 8);
    const found = new Set<string>();
    index.find(text, (payloads) => {
      for (const one of payloads) found.add(one);
    });
    const expected = new Set(literals.filter((literal) => text.includes(literal)));
    expect(found, `seed ${random.seed}: ${text}`).toEqual(expected);
    expect(index.has(text)).toBe(expected.size > 0);
  }
});
