import { expect, test } from 'vitest';
import type { Job } from '../../shared/contract/jobs.ts';
import { createJobRates } from './job-rates.ts';

const START = Date.parse('2026-11-20T16:00:00.000Z');

function at(seconds: number, done: number, change: Partial<Job> = {}): Job {
  return {
    id: 'job',
    kind: 'import',
    title: 'Import eve.json',
    state: 'RUNNING',
    done,
    total: 1_000_000,
    unit: 'bytes',
    message: null,
    startedBy: null,
    createdAt: new Date(START).toISOString(),
    updatedAt: new Date(START + seconds * 1_000).toISOString(),
    finishedAt: null,
    ...change,
  };
}

test('[NT14] the rate is measured over the last half minute, so a slow beginning is forgotten', () => {
  const rates = createJobRates();
  for (let second = 1; second <= 60; second++) rates.note(at(second, second * 10));
  expect(rates.rateOf(at(60, 600))).toBeCloseTo(10);
  for (let second = 61; second <= 95; second++) rates.note(at(second, 600 + (second - 60) * 500));
  expect(rates.rateOf(at(95, 18_100))).toBeCloseTo(500);
});

test('[NT14] too little, or standing still, is no rate', () => {
  const rates = createJobRates();
  expect(rates.rateOf(at(0, 0))).toBeNull();
  rates.note(at(1, 50));
  expect(rates.rateOf(at(1, 50))).toBeNull();
  const still = createJobRates();
  still.note(at(5, 0));
  still.note(at(9, 0));
  expect(still.rateOf(at(9, 0))).toBeNull();
});

test('[NT14] an ended job is forgotten', () => {
  const rates = createJobRates();
  rates.note(at(10, 100));
  rates.note(at(11, 100, { state: 'DONE', finishedAt: 'x' }));
  expect(rates.rateOf(at(11, 100))).toBeNull();
});
