import { describe, expect, test } from 'vitest';
import { DEFAULT_WORKSPACE_SETTINGS } from '../settings/workspace-settings.contract.ts';
import { closingClock, firstActionClock, roughDuration, runningClock } from './sla.rules.ts';

const CREATED = Date.parse('2026-11-20T12:00:00.000Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(CREATED + hours * HOUR).toISOString();
const TARGETS = DEFAULT_WORKSPACE_SETTINGS;
const HIGH = {
  severity: 'HIGH' as const,
  status: 'OPEN' as const,
  createdAt: at(0),
  firstActionAt: null,
  resolvedAt: null,
};

describe('[DP11] clocks', () => {
  test.each([
    [1, 'running', 3],
    [3, 'soon', 1],
    [4, 'soon', 0],
    [5, 'overdue', 1],
  ])('a high alert after %d hours: %s by %d', (hours, state, by) => {
    const clock = firstActionClock(HIGH, TARGETS, CREATED + hours * HOUR);
    expect(clock).toEqual({ state, dueAt: CREATED + 4 * HOUR, ms: by * HOUR });
  });

  test('stops with the first action, then the closing counts', () => {
    const acted = { ...HIGH, firstActionAt: at(2) };
    const now = CREATED + 30 * HOUR;
    expect(firstActionClock(acted, TARGETS, now)).toMatchObject({ state: 'met', ms: 2 * HOUR });
    expect(firstActionClock({ ...HIGH, firstActionAt: at(6) }, TARGETS, now)?.state).toBe('missed');
    expect(runningClock(HIGH, TARGETS, now)?.what).toBe('act');
    expect(runningClock(acted, TARGETS, now)).toEqual({
      what: 'close',
      clock: { state: 'overdue', dueAt: CREATED + 24 * HOUR, ms: 6 * HOUR },
    });
  });

  test('of a closed alert tell how it went', () => {
    const closed = {
      ...HIGH,
      status: 'RESOLVED' as const,
      firstActionAt: at(1),
      resolvedAt: at(23),
    };
    expect(runningClock(closed, TARGETS, CREATED + 99 * HOUR)).toBeNull();
    expect(closingClock(closed, TARGETS, CREATED)).toMatchObject({ state: 'met', ms: 23 * HOUR });
    const unknown = { ...closed, firstActionAt: null, resolvedAt: null };
    expect(firstActionClock(unknown, TARGETS, CREATED)).toBeNull();
    expect(closingClock(unknown, TARGETS, CREATED)).toBeNull();
  });

  test('a time that is none has no clock', () => {
    expect(runningClock({ ...HIGH, createdAt: 'yesterday' }, TARGETS, CREATED)).toBeNull();
  });

  test.each([
    [0, '< 1 min'],
    [59 * 60_000, '59 min'],
    [HOUR, '1 h'],
    [47.9 * HOUR, '47 h'],
    [49 * HOUR, '2 d'],
  ])('%d ms is %s', (ms, words) => {
    expect(roughDuration(ms)).toBe(words);
  });
});
