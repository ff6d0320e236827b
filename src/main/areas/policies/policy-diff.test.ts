import { expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { compareTexts } from './policy-diff.ts';

const joined = (type: 'added' | 'removed', parts: ReturnType<typeof compareTexts>['parts']) =>
  parts
    .filter((part) => part.type === 'same' || part.type === type)
    .map(({ text }) => text)
    .join('');

test('[PO10] the parts give both texts back, to the last space', () => {
  const from = 'One  two\r\n\tthree. Ünïcode 👩‍💻 stays\n\n';
  const to = 'One two\n\tthree, four. Ünïcode 👨‍💻 stays\n';
  const { by, parts } = compareTexts(from, to);
  expect(by).toBe('word');
  expect(joined('removed', parts)).toBe(from);
  expect(joined('added', parts)).toBe(to);
});

test('[PO10] the same, and nothing, change nothing', () => {
  expect(compareTexts('a b', 'a b')).toMatchObject({ added: 0, removed: 0 });
  expect(compareTexts('', '')).toEqual({ by: 'word', added: 0, removed: 0, parts: [] });
  expect(compareTexts('', 'a b').added).toBe(2);
});

test('[PO10] texts made to differ everywhere end in time, by line or as a whole', () => {
  const text = (seed: number) =>
    Array.from({ length: 40_000 }, (_, row) => `${(row * seed) % 65_521}`).join(' ');
  const spent = cpuClock();
  const { by, parts } = compareTexts(text(7919), text(104_729));
  // Far above the bound, for machines that do other things too.
  expect(spent()).toBeLessThan(2000);
  expect(by).not.toBe('word');
  expect(joined('removed', parts)).toBe(text(7919));
  const lines = (seed: number) => text(seed).replaceAll(' ', '\n');
  const none = compareTexts(lines(7919), lines(104_729), { wordsMs: 1, linesMs: 1 });
  expect(none.by).toBe('whole');
  expect(none.parts.map(({ type }) => type)).toEqual(['removed', 'added']);
});
