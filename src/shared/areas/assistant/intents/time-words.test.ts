import { expect, test } from 'vitest';
import { readTime, spanOf } from './time-words.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const frame = { now, zone: 'UTC', shiftHours: 8 };
const spanOfText = (text: string, zone = 'UTC', at = now) => {
  const { time } = readTime(text);
  return time && spanOf(time, { ...frame, zone, now: at });
};

test.each([
  ['since yesterday', '2026-11-19T00:00:00.000Z', null],
  ['yesterday', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
  ['today', '2026-11-20T00:00:00.000Z', null],
  ['in the last 24 hours', '2026-11-19T12:00:00.000Z', null],
  ['past two weeks', '2026-11-06T12:00:00.000Z', null],
  ['this shift', '2026-11-20T04:00:00.000Z', null],
  ['this week', '2026-11-16T00:00:00.000Z', null],
  ['since monday', '2026-11-16T00:00:00.000Z', null],
  ['on Wednesday', '2026-11-18T00:00:00.000Z', '2026-11-18T23:59:59.999Z'],
  ['since 08:30', '2026-11-20T08:30:00.000Z', null],
  ['since 13:30', '2026-11-19T13:30:00.000Z', null],
  ['on 2026-11-17', '2026-11-17T00:00:00.000Z', '2026-11-17T23:59:59.999Z'],
  ['in the next 30 days', '2026-11-20T12:00:00.000Z', '2026-12-20T12:00:00.000Z'],
  ['3 hours ago', '2026-11-20T09:00:00.000Z', null],
])('[CH12] %s', (text, from, to) => {
  expect(spanOfText(text)).toMatchObject({ from, to });
});

test('[CH12] days are those of the zone, also where its clocks change', () => {
  expect(spanOfText('today', 'America/New_York')?.from).toBe('2026-11-20T05:00:00.000Z');
  // Clocks in Berlin went back at 01:00 UTC on 25 October 2026.
  const after = Date.parse('2026-10-26T12:00:00.000Z');
  expect(spanOfText('yesterday', 'Europe/Berlin', after)).toMatchObject({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T22:59:59.999Z',
  });
  expect(spanOfText('today', 'No/Such_Zone')?.from).toBe('2026-11-20T00:00:00.000Z');
});

test('[CH12] a day that is none is no time', () => {
  expect(readTime('since 2026-99-99').time).toBeNull();
});
