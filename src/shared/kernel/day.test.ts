import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayAsWritten, daysBetween, optionalDay } from './day.ts';

describe('a day as it is written', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    [' 2028-02-29 ', '2028-02-29'],
    ['2026-03-29T00:00:00+02:00', '2026-03-29'],
    ['2026-10-25T23:59:59.999-11:00', '2026-10-25'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T08:30', '2026-11-20'],
  ])('%s is %s, in every time zone', (text, day) => {
    expect(dayAsWritten(text)).toBe(day);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-11-31', '20.11.2026', 'soon', '2026-11-20 x'])(
    '%s is none',
    (text) => {
      expect(dayAsWritten(text)).toBeNull();
    },
  );

  test('empty is null, and what is no date says what a date is like', () => {
    const schema = optionalDay('Target date');
    expect(schema.parse('')).toBeNull();
    expect(schema.parse(null)).toBeNull();
    expect(schema.safeParse('31/12/2026').error?.issues[0]?.message).toBe(
      'Target date must be a date like 2026-11-20',
    );
  });
});

describe('counting', () => {
  test.each([
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %i days is %s, clock changes or not', (day, days, later) => {
    expect(addDays(day, days)).toBe(later);
    expect(daysBetween(day, later)).toBe(days);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s and %i months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });
});
