import { describe, expect, test } from 'vitest';
import { CADENCES, daysBetween, nextDueAfter, occurrence, taskState } from './collection.rules.ts';

describe('[EC1] due days', () => {
  test('are counted from the first: a short month has its last day, the next is as at first', () => {
    const days = [0, 1, 2, 3].map((n) => occurrence('2027-01-31', 'MONTHLY', n));
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(occurrence('2024-02-29', 'YEARLY', 1)).toBe('2025-02-28');
    expect(occurrence('2024-02-29', 'YEARLY', 4)).toBe('2028-02-29');
  });

  test.each(CADENCES)(
    '%s: the next one is the first after the day, whatever the day',
    (cadence) => {
      for (const day of ['2026-01-01', '2026-02-27', '2026-02-28', '2027-12-31', '2031-07-15']) {
        const all = Array.from({ length: 2500 }, (_, n) => occurrence('2026-01-31', cadence, n));
        expect(nextDueAfter('2026-01-31', cadence, day)).toBe(all.find((due) => due > day));
      }
    },
  );
});

test('[EC2] a task is overdue after its day, due on it, and soon from the first reminder on', () => {
  const state = (nextDue: string, isActive = true) =>
    taskState({ isActive, nextDue }, '2026-11-21');
  expect(state('2026-11-20')).toBe('overdue');
  expect(state('2026-11-21')).toBe('due');
  expect(state('2026-12-21')).toBe('soon');
  expect(state('2026-12-22')).toBe('later');
  expect(state('2026-11-01', false)).toBe('paused');
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
});
