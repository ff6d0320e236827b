import { expect, test } from 'vitest';
import { dayText, isMonth, lastDay, monthText, shiftMonth, weeksOf } from './calendar.month.ts';

test.each([
  ['2026-11', '2026-10-26', '2026-12-06', 6],
  ['2026-02', '2026-01-26', '2026-03-01', 5],
  ['2027-02', '2027-02-01', '2027-02-28', 4],
  ['2028-02', '2028-01-31', '2028-03-05', 5],
  ['2026-03', '2026-02-23', '2026-04-05', 6],
  ['2026-10', '2026-09-28', '2026-11-01', 5],
])('%s is shown from %s to %s', (month, first, last, count) => {
  const weeks = weeksOf(month);
  const days = weeks.flat();
  expect([days[0], days.at(-1), weeks.length]).toEqual([first, last, count]);
  expect(new Set(days).size).toBe(count * 7);
});

test('months end and follow each other, leap years and years’ ends too', () => {
  expect(lastDay('2028-02')).toBe('2028-02-29');
  expect(lastDay('2026-12')).toBe('2026-12-31');
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test('days and months in words are those of the calendar, wherever the page is', () => {
  expect(dayText('2026-03-29', 'en-GB')).toBe('Sunday, 29 March 2026');
  expect(monthText('2026-03', 'en-GB')).toBe('March 2026');
});

test.each(['2026-13', '2026-1', '', null, 'soon'])('%s is no month', (text) => {
  expect(isMonth(text)).toBe(false);
});
