import { expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { diffTexts } from './text-diff.ts';

const side = (parts: ReturnType<typeof diffTexts>, other: 'removed' | 'added') =>
  parts
    .filter(({ type }) => type === 'same' || type === other)
    .map(({ text }) => text)
    .join('');

test('[SY105] two texts are compared by word, and either can be read from the result', () => {
  const parts = diffTexts(
    'Keep logs for 90 days.\nReview weekly.',
    'Keep logs for 180 days.\nReview.',
  );
  expect(parts).toEqual([
    { type: 'same', text: 'Keep logs for ' },
    { type: 'removed', text: '90 ' },
    { type: 'added', text: '180 ' },
    { type: 'same', text: 'days.\n' },
    { type: 'removed', text: 'Review weekly.' },
    { type: 'added', text: 'Review.' },
  ]);
});

test('[SY105] equal, empty and very long texts are compared in bounded time', () => {
  expect(diffTexts('same', 'same')).toEqual([{ type: 'same', text: 'same' }]);
  expect(diffTexts('', '')).toEqual([]);
  expect(diffTexts('', 'new')).toEqual([{ type: 'added', text: 'new' }]);
  const long = (seed: number) =>
    Array.from({ length: 20_000 }, (_, i) => `w${(i * seed) % 977}`).join(' ');
  const spent = cpuClock();
  const parts = diffTexts(long(3), long(7));
  expect(spent()).toBeLessThan(1_000);
  expect(side(parts, 'removed')).toBe(long(3));
  expect(side(parts, 'added')).toBe(long(7));
});
