import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, toIso } from './time.ts';

test('a time is written as Date writes it', () => {
  const asDateDoes = (ms: number) => expect(toIso(ms)).toBe(new Date(ms).toISOString());
  // Every day of 1970 to 2120, at another time of it, with its first and its last millisecond.
  for (let day = 0; day < 55_000; day += 1) {
    const at = day * DAY_MS;
    if (toIso(at) !== new Date(at).toISOString()) asDateDoes(at);
    const within = at + ((day * 7_919_777) % DAY_MS);
    if (toIso(within) !== new Date(within).toISOString()) asDateDoes(within);
    if (toIso(at - 1 + DAY_MS) !== new Date(at - 1 + DAY_MS).toISOString())
      asDateDoes(at - 1 + DAY_MS);
  }
  // Years up to 9999, and what lies outside.
  for (let at = 0; at < 253_402_300_800_000; at += 40 * DAY_MS + HOUR_MS + 1)
    if (toIso(at) !== new Date(at).toISOString()) asDateDoes(at);
  for (const at of [
    253_402_300_799_999, 253_402_300_800_000, -1, -62_198_755_200_000, 1.7, 999.999,
  ])
    asDateDoes(at);
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
  expect(() => toIso(Number.POSITIVE_INFINITY)).toThrow(RangeError);
});
