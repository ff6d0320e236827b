import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AlertVolume } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/kernel/time.ts';
import {
  axisTop,
  countsText,
  dayTicks,
  hourFormat,
  hourStart,
  moveEnd,
  stretchBetween,
  stretchCounts,
  stretchQuery,
  volumeAt,
} from './volume.rules.ts';

const HOURS = 168;

function volumeFrom(from: string, counts: Partial<AlertVolume['counts']> = {}): AlertVolume {
  const none = () => new Array<number>(HOURS).fill(0);
  return {
    from,
    counts: { CRITICAL: none(), HIGH: none(), MEDIUM: none(), LOW: none(), ...counts },
  };
}
const numbered = (change = 0) => Array.from({ length: HOURS }, (_, place) => place + change);
const inZone = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

describe('time alone', () => {
  const volume = volumeFrom('2026-11-13T21:00:00.000Z', { HIGH: numbered() });
  const last = hourStart(volume, HOURS - 1);

  test('changes nothing while the last hour runs', () => {
    expect(volumeAt(volume, last)).toBe(volume);
    expect(volumeAt(volume, last + HOUR_MS - 1)).toBe(volume);
    expect(volumeAt(volume, last - DAY_MS)).toBe(volume);
  });

  test('[DA1] lets hours go at the left and begins empty ones at the right', () => {
    const later = volumeAt(volume, last + 2 * HOUR_MS);
    expect(later.from).toBe('2026-11-13T23:00:00.000Z');
    expect(later.counts.HIGH).toEqual([...numbered().slice(2), 0, 0]);
    expect(later.counts.LOW).toHaveLength(HOURS);
    const muchLater = volumeAt(volume, last + 30 * DAY_MS);
    expect(muchLater.counts.HIGH).toEqual(new Array(HOURS).fill(0));
    expect(muchLater.from).toBe('2026-12-13T21:00:00.000Z');
  });
});

describe('[DA8] the clocks on the wall', () => {
  test('an hour that comes twice is two bars with two links, and reads differently', () => {
    // Lisbon, 25 October 2026: at 01:00 UTC 02:00 becomes 01:00 again.
    inZone('Europe/Lisbon');
    const volume = volumeFrom('2026-10-24T23:00:00.000Z', { LOW: numbered() });
    const label = hourFormat(undefined, 'en-GB');
    expect(label(hourStart(volume, 1))).toContain('01:00');
    expect(label(hourStart(volume, 2))).toContain('01:00');
    expect(label(hourStart(volume, 1))).not.toBe(label(hourStart(volume, 2)));
    expect(decodeURIComponent(stretchQuery(volume, { first: 1, last: 1 }))).toBe(
      'from=2026-10-25T00:00:00.000Z&to=2026-10-25T00:59:59.999Z',
    );
    expect(decodeURIComponent(stretchQuery(volume, { first: 2, last: 2 }))).toBe(
      'from=2026-10-25T01:00:00.000Z&to=2026-10-25T01:59:59.999Z',
    );
    const places = dayTicks(volume, undefined, 'en-GB').map(({ place }) => place);
    // Sunday begins at the chart's first hour and has 25 of them.
    expect(places.slice(0, 2)).toEqual([25, 49]);
  });

  test('an hour that is left out makes a day of 23 bars and no gap', () => {
    inZone('Europe/Lisbon');
    const volume = volumeFrom('2026-03-28T00:00:00.000Z');
    const places = dayTicks(volume, undefined, 'en-GB').map(({ place }) => place);
    expect(places.slice(0, 3)).toEqual([24, 47, 71]);
  });

  test('in UTC every day has 24 hours, whatever the computer says', () => {
    inZone('America/New_York');
    const volume = volumeFrom('2026-10-30T05:00:00.000Z');
    const ticks = dayTicks(volume, 'UTC', 'en-GB');
    expect(ticks.map(({ place }) => place)).toEqual([19, 43, 67, 91, 115, 139, 163]);
    expect(ticks[0]?.label).toBe('Sat 31');
    expect(hourFormat('UTC', 'en-GB')(hourStart(volume, 0))).toContain('05:00 UTC');
  });

  test('in a zone off the hour a bar says its half hour, and the day begins with the next bar', () => {
    inZone('Asia/Kolkata');
    const volume = volumeFrom('2026-11-13T18:00:00.000Z');
    expect(hourFormat(undefined, 'en-GB')(hourStart(volume, 0))).toContain('23:30');
    expect(dayTicks(volume, undefined, 'en-GB')[0]?.place).toBe(1);
  });
});

describe('a stretch', () => {
  const volume = volumeFrom('2026-11-13T21:00:00.000Z', { HIGH: numbered(), LOW: numbered(1) });

  test('[DA5] has the numbers of its hours, both ends included', () => {
    const counts = stretchCounts(volume, { first: 1, last: 3 });
    expect(counts).toEqual({ CRITICAL: 0, HIGH: 6, MEDIUM: 0, LOW: 9 });
    expect(countsText(counts)).toBe('6 high, 9 low');
    expect(countsText(stretchCounts(volume, { first: 0, last: 0 }))).toBe('1 low');
  });

  test('is the same from either side, and stays on the chart', () => {
    expect(stretchBetween(5, 2, HOURS)).toEqual({ first: 2, last: 5 });
    expect(stretchBetween(160, 400, HOURS)).toEqual({ first: 160, last: 167 });
    expect(stretchBetween(-4, 2, HOURS)).toEqual({ first: 0, last: 2 });
  });

  test.each([
    ['first', 'ArrowRight', { first: 11, last: 20 }],
    ['first', 'ArrowLeft', { first: 9, last: 20 }],
    ['first', 'PageUp', { first: 20, last: 20 }],
    ['first', 'Home', { first: 0, last: 20 }],
    ['first', 'End', { first: 20, last: 20 }],
    ['last', 'ArrowUp', { first: 10, last: 21 }],
    ['last', 'ArrowDown', { first: 10, last: 19 }],
    ['last', 'PageDown', { first: 10, last: 10 }],
    ['last', 'PageUp', { first: 10, last: 44 }],
    ['last', 'End', { first: 10, last: 167 }],
    ['last', 'Tab', undefined],
  ] as const)('[DA5] its %s end goes with %s, never past the other', (end, key, after) => {
    expect(moveEnd({ first: 10, last: 20 }, end, key, HOURS)).toEqual(after);
  });
});

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 16],
  [17, 20],
  [399, 400],
  [401, 600],
  [1_000_000, 1_000_000],
])('the axis over %i goes to %i, and its half is whole', (highest, top) => {
  expect(axisTop(highest)).toBe(top);
  expect(Number.isInteger(top / 2)).toBe(true);
});
