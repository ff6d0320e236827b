import { expect, test } from 'vitest';
import type { SlaBurn } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { slaLimits } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { isBurnOld, slaQuery, slaTime } from './sla.rules.ts';

const figures = {
  hours: 4,
  within: 1,
  dueSoon: 1,
  breached: 1,
  dueSoonBefore: '2026-11-20T09:00:00.000Z',
  breachedBefore: '2026-11-20T08:00:00.000Z',
  oldest: null,
};
const burn: SlaBurn = {
  severities: { CRITICAL: figures, HIGH: figures, MEDIUM: figures, LOW: figures },
  actedOn: 0,
  nextChangeAt: '2026-11-20T12:00:10.000Z',
};

test('[DA4] three quarters of the time are within, the last one is due soon, then it is breached', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  const { dueSoon, breached } = slaLimits(4, now);
  expect(new Date(dueSoon).toISOString()).toBe('2026-11-20T09:00:00.000Z');
  expect(new Date(breached).toISOString()).toBe('2026-11-20T08:00:00.000Z');
});

test('[DA4] the three ages of the list do not overlap and leave nothing out', () => {
  const query = (state: Parameters<typeof slaQuery>[2]) =>
    Object.fromEntries(new URLSearchParams(slaQuery(burn, 'HIGH', state)));
  const open = { status: 'OPEN', severity: 'HIGH', handling: 'waiting' };
  expect(query('within')).toEqual({ ...open, from: '2026-11-20T09:00:00.001Z' });
  expect(query('dueSoon')).toEqual({
    ...open,
    from: '2026-11-20T08:00:00.001Z',
    to: '2026-11-20T09:00:00.000Z',
  });
  expect(query('breached')).toEqual({ ...open, to: '2026-11-20T08:00:00.000Z' });
});

test('figures are old once an alert has passed a limit by time alone', () => {
  const limit = Date.parse('2026-11-20T12:00:10.000Z');
  expect(isBurnOld(burn, limit - 1)).toBe(false);
  expect(isBurnOld(burn, limit)).toBe(true);
  expect(isBurnOld({ ...burn, nextChangeAt: null }, limit)).toBe(false);
});

test.each([
  [0.25, '15m'],
  [1, '1h'],
  [4.5, '4.5h'],
  [24, '24h'],
  [72, '3d'],
  [50, '50h'],
])('%d hours read as %s', (hours, text) => {
  expect(slaTime(hours)).toBe(text);
});
