import { expect, test } from 'vitest';
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
  readPostings({ block, from: 0, to: block.length }, sets, reading);
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
        found(refs) {
          const sets: ValueSets = new Map();
          // A prefix meets the same values again, through another word.
          for (let times = 0; times < 2; times++)
            readPostings(refs, sets, { columns: null, scratch: createScratch() });
          found.push({ sets, bytes: refs.to - refs.from, weight: weightOf(refs) });
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
