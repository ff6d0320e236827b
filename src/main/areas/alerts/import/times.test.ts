import { describe, expect, test } from 'vitest';
import { readTime } from '../../../platform/records/times.ts';
import { createZoneClock } from './zone-clock.ts';

function shown(value: unknown): string | null {
  const reading = readTime(value);
  if (reading === null) return null;
  if ('problem' in reading) return reading.problem;
  const iso = new Date(reading.ms).toISOString();
  return reading.zoned ? iso : iso.slice(0, -1);
}

describe('times as logs write them', () => {
  test.each([
    ['2026-03-04T13:56:40.993961+0000', '2026-03-04T13:56:40.993Z'],
    ['2026-03-04T13:56:40.993961+0200', '2026-03-04T11:56:40.993Z'],
    ['2026-03-04T13:56:40-05:30', '2026-03-04T19:26:40.000Z'],
    ['2026-03-04T13:56:40+02', '2026-03-04T11:56:40.000Z'],
    ['2026-03-04t13:56:40.9z', '2026-03-04T13:56:40.900Z'],
    ['2024-07-04 22:35:00.593840+00:00', '2024-07-04T22:35:00.593Z'],
    ['2024-07-04 22:35:00,5 UTC', '2024-07-04T22:35:00.500Z'],
    ['2024/07/04 22:35', '2024-07-04T22:35:00.000'],
    ['2024-07-04', '2024-07-04T00:00:00.000'],
    ['2009-11-24T21:27:09.534255', '2009-11-24T21:27:09.534'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['09/22/2025-18:30:36.271449', '2025-09-22T18:30:36.271'],
    ['09/22/25-18:30:36', '2025-09-22T18:30:36.000'],
    ['7/9/2024 10:34:10 PM', '2024-07-09T22:34:10.000'],
    ['7/9/2024 12:00:00 AM', '2024-07-09T00:00:00.000'],
    ['31/12/2024 10:34:10', '2024-12-31T10:34:10.000'],
    ['12/31/2024 10:34', '2024-12-31T10:34:00.000'],
    ['04.04.2024 10:34:10', '2024-04-04T10:34:10.000'],
    ['04/Jul/2024:22:35:00 +0200', '2024-07-04T20:35:00.000Z'],
    ['Thu, 04 Jul 2024 22:35:00 GMT', '2024-07-04T22:35:00.000Z'],
    ['Jul  4, 2024 10:35:00 PM', '2024-07-04T22:35:00.000'],
    ['July 4, 2024, 22:35', '2024-07-04T22:35:00.000'],
    [1_720_132_500, '2024-07-04T22:35:00.000Z'],
    [1_720_132_500.593, '2024-07-04T22:35:00.593Z'],
    [1_720_132_500_593, '2024-07-04T22:35:00.593Z'],
    [1_720_132_500_593_840, '2024-07-04T22:35:00.593Z'],
    [1_720_132_500_593_840_000, '2024-07-04T22:35:00.593Z'],
    [133_646_061_005_938_400, '2024-07-04T22:35:00.593Z'],
    ['1720132500', '2024-07-04T22:35:00.000Z'],
    ['1720132500593840000', '2024-07-04T22:35:00.593Z'],
    [' 2024-07-04T22:35:00Z ', '2024-07-04T22:35:00.000Z'],
  ])('%s is %s', (value, expected) => {
    expect(shown(value)).toBe(expected);
  });

  test.each([
    ['Sep 22 18:58:45', 'the time names no year: "Sep 22 18:58:45"'],
    ['09/22-18:30:36.27', 'the time names no year: "09/22-18:30:36.27"'],
    ['07/04/2024 22:33:56', 'day and month can be confused: "07/04/2024 22:33:56"'],
    ['2023-02-29T00:00:00Z', 'no such day or time: "2023-02-29T00:00:00Z"'],
    ['2023-13-01T00:00:00Z', 'no such day or time: "2023-13-01T00:00:00Z"'],
    ['2023-12-01T24:00:01Z', 'no such day or time: "2023-12-01T24:00:01Z"'],
    ['2023-12-01T10:00:00+99:00', 'not a time: "2023-12-01T10:00:00+99:00"'],
    ['2023-12-01T10:00:00 oclock', 'not a time: "2023-12-01T10:00:00 oclock"'],
    ['2023-xx-01T10:00:00Z', 'no such day or time: "2023-xx-01T10:00:00Z"'],
    ['13/13/2024 10:00', 'no such day or time: "13/13/2024 10:00"'],
    ['13:00 PM', 'not a time: "13:00 PM"'],
    ['yesterday', 'not a time: "yesterday"'],
    ['x'.repeat(100), `not a time: "${'x'.repeat(40)}…"`],
    [-1, 'not a time: -1'],
    [Number.NaN, 'not a time: NaN'],
    [1e300, 'not a time: 1e+300'],
    [{}, 'the time is no text'],
  ])('%s is rejected', (value, problem) => {
    expect(shown(value)).toBe(problem);
  });

  test.each([undefined, null, '', '   '])('%j is no time at all', (value) => {
    expect(readTime(value)).toBeNull();
  });
});

describe('a chosen zone', () => {
  const toUtc = (zone: string, wall: string) =>
    new Date(createZoneClock(zone).toUtc(Date.parse(`${wall}Z`))).toISOString();

  test.each([
    ['Europe/Vienna', '2026-01-15T12:00:00.123', '2026-01-15T11:00:00.123Z'],
    ['Europe/Vienna', '2026-07-15T12:00:00', '2026-07-15T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-15T12:00:00', '2026-07-15T06:15:00.000Z'],
    ['America/St_Johns', '2026-07-15T12:00:00', '2026-07-15T14:30:00.000Z'],
    ['UTC', '2026-07-15T12:00:00', '2026-07-15T12:00:00.000Z'],
  ])('%s: %s is %s', (zone, wall, utc) => {
    expect(toUtc(zone, wall)).toBe(utc);
  });

  test('a time that occurs twice is the first of the two', () => {
    expect(toUtc('Europe/Vienna', '2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z');
    expect(toUtc('Europe/Vienna', '2026-10-25T03:00:00')).toBe('2026-10-25T02:00:00.000Z');
  });

  test('a time that the clock leapt over lands as long after the leap', () => {
    expect(toUtc('Europe/Vienna', '2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(toUtc('Europe/Vienna', '2026-03-29T03:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(toUtc('America/New_York', '2026-03-08T02:15:00')).toBe('2026-03-08T07:15:00.000Z');
  });

  test('half an hour of summer time is seen too', () => {
    expect(toUtc('Australia/Lord_Howe', '2026-04-05T01:45:00')).toBe('2026-04-04T14:45:00.000Z');
    expect(toUtc('Australia/Lord_Howe', '2026-04-05T02:15:00')).toBe('2026-04-04T15:45:00.000Z');
  });

  test('an unknown zone is refused with a sentence', () => {
    expect(() => createZoneClock('Mars/Olympus')).toThrow('Unknown time zone');
  });
});
