import { describe, expect, test } from 'vitest';
import { offsetBetween, offsetText, parseOffset } from './alignment.ts';
import { addMoments, compareMoments, fromNs, momentIso, parseMoment, toNs } from './moment.ts';

describe('[TL1] moments keep every nanosecond', () => {
  test('a pair and its BigInt are the same, before 1970 too', () => {
    for (const moment of [
      { ms: 1_795_348_800_123, nanos: 456_789 },
      { ms: -1, nanos: 999_999 },
      { ms: 0, nanos: 1 },
      { ms: -62_135_596_800_000, nanos: 5 },
    ])
      expect(fromNs(toNs(moment))).toEqual(moment);
  });

  test('two that a double cannot tell apart stay apart and in order', () => {
    const a = { ms: 1_795_348_800_123, nanos: 456_789 };
    const b = { ms: 1_795_348_800_123, nanos: 456_790 };
    expect(Number(toNs(a))).toBe(Number(toNs(b)));
    expect(toNs(b) - toNs(a)).toBe(1n);
    expect(compareMoments(a, b)).toBeLessThan(0);
  });

  test('ISO with three, six or nine digits, and back', () => {
    for (const text of [
      '2026-11-20T12:00:00.123Z',
      '2026-11-20T12:00:00.123456Z',
      '2026-11-20T12:00:00.123456789Z',
      '1601-01-01T00:00:00.000000100Z',
    ]) {
      const moment = parseMoment(text);
      expect(moment && momentIso(moment)).toBe(text);
    }
    expect(parseMoment('2026-11-20 12:00:00,5 +02:00')).toEqual(
      parseMoment('2026-11-20T10:00:00.5Z'),
    );
    for (const text of ['', '2026-02-30T00:00:00Z', '2026-11-20', 'x', '2026-11-20T25:00:00Z'])
      expect(parseMoment(text)).toBeNull();
  });
});

describe('[TL3] an offset is read and written in days to nanoseconds', () => {
  test.each([
    ['-350ms', '−350 ms'],
    ['+1d 2h 0.5s', '+1 d 2 h 500 ms'],
    ['12us', '+12 µs'],
    ['-01:30:00.25', '−1 h 30 min 250 ms'],
    ['0', '0'],
    ['3 m', '+3 min'],
    ['0.000000001s', '+1 ns'],
    ['36525d', '+36525 d'],
  ])('%s', (typed, written) => {
    const offset = parseOffset(typed);
    expect(offset && offsetText(offset)).toBe(written);
    expect(parseOffset(written)).toEqual(offset);
  });

  test('what is none, or too far off, is refused', () => {
    for (const text of [
      '',
      '-',
      '5',
      'h',
      '1d2',
      '36526d',
      '1e9s',
      '--1s',
      '99999999999999999999d',
    ])
      expect(parseOffset(text), text).toBeNull();
  });

  test('it is what lies between the recorded and the actual moment', () => {
    const recorded = { ms: 1_000, nanos: 500 };
    const actual = { ms: 400, nanos: 100 };
    const offset = offsetBetween(recorded, actual);
    expect(offset.nanos).toBeGreaterThanOrEqual(0);
    expect(addMoments(recorded, offset)).toEqual(actual);
  });
});
