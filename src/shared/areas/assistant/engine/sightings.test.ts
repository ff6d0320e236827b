import { expect, test } from 'vitest';
import { engineAlert, NOW } from '../../../../../tests/helpers/engine-cases.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts';
import type { PlainAlert } from './normalise.ts';
import { createSightings } from './sightings.ts';

const at = (time: number, changes: Partial<PlainAlert> = {}) =>
  engineAlert({ createdAt: time, ...changes });

test('[EG31] repeats of a detector on a host are counted within a quarter of an hour', () => {
  const sightings = createSightings();
  const bursts = [0, 1, 14, 15].map((minute) => sightings.see(at(NOW + minute * MINUTE_MS)).burst);
  expect(bursts).toEqual([1, 2, 3, 1]);
  expect(sightings.see(at(NOW + 16 * MINUTE_MS), 40).burst).toBe(41);
  expect(sightings.see(at(NOW + 17 * MINUTE_MS, { sourceHost: 'web-02' })).burst).toBe(1);
});

test('[EG32] what is new to a host and to the desk is new for an hour, and again after a month', () => {
  const sightings = createSightings();
  expect(sightings.see(at(NOW)).firstSeen).toEqual({
    detector: true,
    detectorOnHost: true,
    host: true,
    user: true,
  });
  const second = sightings.see(at(NOW + MINUTE_MS, { detector: 'wazuh:1' }));
  expect(second).toMatchObject({ newOnHost: 2, newOnDesk: 2, detectorsOnHost: 2 });
  expect(second.firstSeen).toEqual({
    detector: true,
    detectorOnHost: true,
    host: false,
    user: false,
  });
  expect(sightings.see(at(NOW + HOUR_MS + 2 * MINUTE_MS))).toMatchObject({
    newOnHost: 0,
    detectorsOnHost: 1,
  });
  expect(sightings.see(at(NOW + 40 * DAY_MS)).firstSeen.detectorOnHost).toBe(true);
});

test('[EG33] how much that is new is usual is the mean of an hour over a week', () => {
  const sightings = createSightings();
  for (let hour = 0; hour < 48; hour++)
    sightings.see(at(NOW + hour * HOUR_MS, { detector: `d${hour}` }));
  expect(sightings.around(at(NOW), NOW + 48 * HOUR_MS).newOnDeskUsual).toBeCloseTo(1);
});
