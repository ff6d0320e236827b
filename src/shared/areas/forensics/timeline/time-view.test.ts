import { describe, expect, test } from 'vitest';
import { DAY_NS, parseMoment, toNs } from './moment.ts';
import {
  between,
  momentAt,
  moved,
  placeIn,
  spanText,
  ticksOf,
  viewOf,
  zoomed,
} from './time-view.ts';

const ns = (text: string): bigint => {
  const moment = parseMoment(text);
  if (!moment) throw new Error(text);
  return toNs(moment);
};
const AT = ns('2026-11-20T12:34:56.789012345Z');
const utc = () => 0;

describe('[TL2] a view holds from years to a microsecond', () => {
  test('zooming in keeps the moment under the pointer to the nanosecond, down to 1 µs', () => {
    let view = between(AT - 200n * DAY_NS, AT + 200n * DAY_NS);
    for (let step = 0; step < 300; step++) view = zoomed(view, 0.7, placeIn(view, AT));
    expect(view.span).toBe(1_000n);
    expect(placeIn(view, AT)).toBeGreaterThanOrEqual(0);
    expect(placeIn(view, AT)).toBeLessThanOrEqual(1);
    expect(momentAt(view, placeIn(view, AT))).toBe(AT);
    expect(placeIn(view, AT + 250n) - placeIn(view, AT)).toBeCloseTo(0.25, 9);
  });

  test('zooming out ends at two centuries, and moving is a share of the view', () => {
    let view = between(AT, AT + 1_000n);
    for (let step = 0; step < 300; step++) view = zoomed(view, 2);
    expect(spanText(view.span)).toBe('200 years');
    expect(moved(between(AT, AT + 1_000n), 0.5).from).toBe(AT + 500n);
  });

  test('everything lies inside the view of all, an instant alone too', () => {
    for (const [first, last] of [
      [AT, AT],
      [AT, AT + 1n],
      [AT - 5_000n * DAY_NS, AT],
    ] as const) {
      const view = viewOf(first, last);
      expect(placeIn(view, first)).toBeGreaterThan(0);
      expect(placeIn(view, last)).toBeLessThan(1);
    }
  });

  test.each([
    [1_000n, '34:56.789012400'],
    [1_000_000n, '34:56.789200'],
    [1_000_000_000n, '34:56.800'],
    [60n * 1_000_000_000n, '12:35:00'],
    [3_600n * 1_000_000_000n, '12:40'],
    [3n * DAY_NS, '2026-11-21'],
    [300n * DAY_NS, '2027-01'],
    [40n * 365n * DAY_NS, '2030'],
  ])('ticks over %s ns stand at round times', (span, label) => {
    const ticks = ticksOf({ from: AT, span }, 8, utc);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(13);
    expect(ticks.map((tick) => tick.label)).toContain(label);
    for (const { at } of ticks) expect(placeIn({ from: AT, span }, at)).toBeGreaterThanOrEqual(0);
  });

  // Europe: put forward on 29 March 2026 at 01:00 UTC, back on 25 October.
  const europe = (ms: number) =>
    ms >= Date.UTC(2026, 2, 29, 1) && ms < Date.UTC(2026, 9, 25, 1) ? 120 : 60;
  const shownBy = (from: string, span: bigint, most: number) =>
    ticksOf({ from: ns(from), span }, most, europe).map(({ at, label }) => ({
      label,
      // What the clock really shows then.
      shown: new Date(Number(at / 1_000_000n) + europe(Number(at / 1_000_000n)) * 60_000)
        .toISOString()
        .slice(0, 16),
    }));

  test.each([
    ['put forward', '2026-03-28T20:00:00Z'],
    ['put back', '2026-10-24T20:00:00Z'],
  ])('hours and days are those of a clock that is %s within the view', (_, from) => {
    for (const [hours, most] of [
      [12, 13],
      [24, 5],
      [60, 10],
      [96, 6],
    ] as const) {
      const ticks = shownBy(from, (BigInt(hours) * DAY_NS) / 24n, most);
      expect(ticks.length).toBeGreaterThan(2);
      for (const { label, shown } of ticks)
        expect(shown).toBe(
          label.length === 5 ? `${shown.slice(0, 10)}T${label}` : `${label}T00:00`,
        );
    }
  });

  test('an hour that the clock skips has no tick, one that it repeats has two', () => {
    const labels = (from: string) =>
      shownBy(from, DAY_NS / 4n, 7).map(({ label }) => label.slice(-5));
    expect(labels('2026-03-28T23:00:00Z')).toEqual(
      expect.arrayContaining(['01:00', '03:00', '04:00']),
    );
    expect(labels('2026-03-28T23:00:00Z')).not.toContain('02:00');
    expect(labels('2026-10-24T22:00:00Z').filter((label) => label === '02:00')).toHaveLength(2);
  });

  test('of the clock that is shown: midnight of a zone ahead is a tick', () => {
    const ticks = ticksOf({ from: AT, span: 3n * DAY_NS }, 4, () => 60);
    expect(ticks[0]).toEqual({ at: ns('2026-11-20T23:00:00Z'), label: '2026-11-21' });
  });
});
