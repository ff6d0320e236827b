import { expect, test } from 'vitest';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { ValueCounts } from './value-counts.ts';

const bytesOf = (text: string) => {
  const bytes = Buffer.from(`-${text}-`);
  return { bytes, from: 1, to: bytes.length - 1 };
};

test('[ES5] values are counted as a map would, however many and alike they are', () => {
  const random = createRandom(31);
  const counts = new ValueCounts(1_000_000);
  const expected = new Map<string, number>();
  for (let left = 60_000; left > 0; left--) {
    const text = random.pick(['', 'ä', '10.0.', 'x'.repeat(300)]) + random.below(9_000);
    const count = random.below(5);
    counts.add(bytesOf(text), count);
    expected.set(text, (expected.get(text) ?? 0) + count);
  }
  counts.add(bytesOf(''), 3);
  expected.set('', 3);
  const all = Array.from({ length: counts.size }, (_, n) => [counts.textOf(n), counts.countOf(n)]);
  expect(all).toEqual([...expected]);
});

test('[ES16] beyond the limit values are not told apart, and the known ones count on', () => {
  const counts = new ValueCounts(2);
  for (const text of ['a', 'b', 'c', 'a']) counts.add(bytesOf(text), 1);
  const all = Array.from({ length: counts.size }, (_, n) => [counts.textOf(n), counts.countOf(n)]);
  expect(all).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});
