import { expect, test } from 'vitest';
import {
  exactTime,
  localMinute,
  localTime,
  parseTime,
  relativeTime,
  shortDuration,
  shownMinute,
  shownTime,
} from './time.ts';

const NOW = Date.parse('2026-11-20T16:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [0, 'just now'],
  [59 * SECOND, 'just now'],
  [60 * SECOND, '1 min ago'],
  [2 * MINUTE, '2 mins ago'],
  [2 * MINUTE + 59 * SECOND, '2 mins ago'],
  [59 * MINUTE, '59 mins ago'],
  [HOUR, '1 hour ago'],
  [24 * HOUR - 1, '23 hours ago'],
])('an age of %i ms reads %s', (age, text) => {
  expect(relativeTime(NOW - age, NOW)).toBe(text);
});

test('from a day on a time is no longer relative', () => {
  expect(relativeTime(NOW - 24 * HOUR, NOW)).toBeNull();
});

test('a small lead of the source clock is just now, a large one is not', () => {
  expect(relativeTime(NOW + 30 * SECOND, NOW)).toBe('just now');
  expect(relativeTime(NOW + 5 * MINUTE, NOW)).toBeNull();
});

test('a missing or unreadable time is null', () => {
  expect(parseTime(null)).toBeNull();
  expect(parseTime('')).toBeNull();
  expect(parseTime('yesterday')).toBeNull();
  expect(parseTime('2026-11-20T16:00:00.000Z')).toBe(NOW);
});

test('local time is that of the zone, the exact one names zone and UTC', () => {
  expect(localTime(NOW, 'en-GB', 'Europe/Berlin')).toBe('20 Nov 2026, 17:00:00');
  expect(localMinute(NOW, 'en-GB', 'Europe/Berlin')).toBe('20 Nov 2026, 17:00');
  expect(exactTime(NOW, 'en-GB', 'Europe/Berlin')).toBe(
    '20 Nov 2026, 17:00:00 CET · 2026-11-20 16:00:00 UTC',
  );
});

test('[SET4] a time in UTC says so, a local one does not', () => {
  const utc = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone: 'UTC' });
  expect(shownTime(NOW, 'UTC')).toMatch(/ UTC$/);
  expect(shownTime(NOW, 'UTC')).toContain(utc.format(NOW));
  expect(shownMinute(NOW, 'UTC')).toMatch(/ UTC$/);
  expect(shownTime(NOW, undefined)).toBe(localTime(NOW));
  expect(shownMinute(NOW, undefined)).toBe(localMinute(NOW));
});

test.each([
  [-3, '0s'],
  [45, '45s'],
  [59.6, '1m 00s'],
  [65, '1m 05s'],
  [3600 + 5 * 60, '1h 05m'],
  [3 * 86_400 + 4 * 3600, '3d 4h'],
])('%d seconds read %s', (seconds, text) => {
  expect(shortDuration(seconds)).toBe(text);
});
