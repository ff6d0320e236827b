import { expect, test } from 'vitest';
import { createRandom, spread } from './random.ts';

test('the same seed draws the same, another seed something else', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.int(0, 1_000_000));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(0)).size).toBe(20);
});

test('draws keep to their bounds and reach them', () => {
  const random = createRandom(3);
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(2, 5)));
  expect([...drawn].toSorted()).toEqual([2, 3, 4, 5]);
});

test('what has no weight is never picked', () => {
  const random = createRandom(11);
  const picked = Array.from({ length: 300 }, () => random.weighted([0, 3, 0, 1], (w) => w));
  expect(new Set(picked)).toEqual(new Set([3, 1]));
});

test.each([
  [1, 45_000],
  [99, 34_452_000],
  [909, 10_908_000],
])('a sum spread over %i parts is still that sum, evenly enough', (count, total) => {
  const parts = spread(createRandom(5), count, total);
  const mean = total / count;
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
  expect(Math.min(...parts)).toBeGreaterThan(mean * 0.3);
  expect(Math.max(...parts)).toBeLessThanOrEqual(mean * 1.7);
});
