import { expect, test } from 'vitest';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { packTerms, readPostings, seekWord, weightOf } from './term-blocks.ts';
import { TermTable } from './term-table.ts';
import { createScratch, type ValueSets } from './value-sets.ts';

const valuesIn = (sets: ValueSets): Map<number, number[]> =>
  new Map(
    [...sets].map(([column, { flags, size }]) => {
      const values = [...flags.keys()].filter((value) => flags[value] === 1);
      expect(values).toHaveLength(size);
      return [column, values];
    }),
  );

function read(bytes: readonly number[]): Map<number, number[]> {
  const sets: ValueSets = new Map();
  const block = Uint8Array.from(bytes);
  const reading = { columns: null, scratch: createScratch() };
  readPostings({ block, spans: [0, block.length] }, sets, reading);
  return valuesIn(sets);
}

test('[ES14] words of segments that were written before are read as they are', () => {
  // Column 6, three values from the first on, one byte each; column 300 with values 2 and 150.
  expect(read([6, 3, 0, 1, 1, 172, 2, 2, 2, 148, 1])).toEqual(
    new Map([
      [6, [0, 1, 2]],
      [300, [2, 150]],
    ]),
  );
});

test('[ES14] a word that all values of a column have takes no byte for each', () => {
  const table = new TermTable();
  const of = (column: number, value: number) => column * 65_536 + value;
  for (let value = 0; value < 5_000; value++) {
    table.add(value % 7 === 3 ? 'every seventh' : 'every', of(20, value));
  }
  for (let value = 0; value < 9; value++) table.add('every', of(21, value));
  const { blocks } = packTerms(table);
  const found: { sets: ValueSets; bytes: number; weight: number }[] = [];
  for (const word of ['every', 'seventh'])
    for (const block of blocks)
      seekWord(block, Buffer.from(word), {
        isPrefix: false,
        found(from, to) {
          const sets: ValueSets = new Map();
          // A prefix meets the same values again, through another word.
          for (let times = 0; times < 2; times++)
            readPostings({ block, spans: [from, to] }, sets, {
              columns: null,
              scratch: createScratch(),
            });
          found.push({ sets, bytes: to - from, weight: weightOf(block, from, to) });
        },
      });
  const [every, seventh] = found;
  expect(every?.bytes).toBeLessThan(10);
  expect(every?.weight).toBe(5_009);
  expect(valuesIn(every?.sets ?? new Map()).get(20)).toHaveLength(5_000);
  expect(valuesIn(every?.sets ?? new Map()).get(21)).toHaveLength(9);
  expect(
    valuesIn(seventh?.sets ?? new Map())
      .get(20)
      ?.slice(0, 3),
  ).toEqual([3, 10, 17]);
  expect(seventh?.weight).toBeGreaterThan(700);
});

test('[ES2] a word, and those that begin so, are found in a block as comparing each finds them', () => {
  const random = createRandom(41);
  const makeWord = (): string =>
    Array.from({ length: 1 + random.below(5) }, () => random.pick(['a', 'b', 'é', '9'])).join('');
  for (let left = 40; left > 0; left--) {
    const table = new TermTable();
    const words = [...new Set(Array.from({ length: 1 + random.below(60) }, makeWord))];
    words.forEach((word, value) => {
      table.add(word, 65_536 + value);
    });
    const [block = new Uint8Array()] = packTerms(table).blocks;
    for (const term of [...words.slice(0, 20), ...Array.from({ length: 20 }, makeWord)])
      for (const isPrefix of [false, true]) {
        const sets: ValueSets = new Map();
        const spans: number[] = [];
        const found = (from: number, to: number) => spans.push(from, to);
        const goesOn = seekWord(block, Buffer.from(term), { isPrefix, found });
        readPostings({ block, spans }, sets, { columns: null, scratch: createScratch() });
        const isMeant = (word: string) => (isPrefix ? word.startsWith(term) : word === term);
        const expected = words.flatMap((word, value) => (isMeant(word) ? [value] : []));
        expect(valuesIn(sets).get(1) ?? [], `${term} in ${words}`).toEqual(expected);
        const last = words
          .map((word) => Buffer.from(word))
          .sort(Buffer.compare)
          .at(-1);
        if (last && isPrefix && last.toString().startsWith(term)) expect(goesOn).toBe(true);
      }
  }
});
