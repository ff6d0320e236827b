import { expect, test } from 'vitest';
import { ageText, isOld } from './age.rules.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22', 'of today'],
  ['2026-11-21', '1 day old'],
  ['2026-10-01', '52 days old'],
  ['2025-09-15', '14 months old'],
  ['2019-01-01', '7 years old'],
  ['2027-01-01', 'dated in the future'],
  [null, 'of unknown date'],
  ['soon', 'of unknown date'],
])('[LE3] data of %s are %s', (day, text) => {
  expect(ageText(day, NOW)).toBe(text);
});

test('[LE3] what is old depends on what it is of, and what has no date counts as old', () => {
  expect(isOld('kev', '2026-10-01', NOW)).toBe(true);
  expect(isOld('asn', '2026-10-01', NOW)).toBe(false);
  expect(isOld('geo', '2025-10-01', NOW)).toBe(true);
  expect(isOld('geo', null, NOW)).toBe(true);
});
