import { expect, test } from 'vitest';
import type { Job } from '../../shared/contract/jobs.ts';
import {
  jobCount,
  jobEta,
  jobNews,
  jobPercent,
  jobShare,
  SHOWN_AFTER_END_MS,
  trayJobs,
} from './jobs.format.ts';

const START = Date.parse('2026-11-20T16:00:00.000Z');

function job(change: Partial<Job> = {}): Job {
  return {
    id: 'job',
    kind: 'import',
    title: 'Import eve.json',
    state: 'RUNNING',
    done: 50_000,
    total: 200_000,
    unit: 'lines',
    message: null,
    startedBy: null,
    createdAt: new Date(START).toISOString(),
    updatedAt: new Date(START + 10_000).toISOString(),
    finishedAt: null,
    ...change,
  };
}

test('[NT14] progress says how far, and how long yet by the rate measured lately', () => {
  expect(jobPercent(job())).toBe('25 %');
  expect(jobEta(job(), 50_000)).toBe('3s left');
  expect(jobEta(job(), null)).toBe('30s left');
  expect(jobShare(job())).toBe(0.25);
  expect(jobCount(job())).toBe('50,000 of 200,000 lines');
  expect(jobEta(job())).toBe('30s left');
});

test('bytes are counted in the unit that suits the whole', () => {
  const bytes = { unit: 'bytes', done: 12_500_000, total: 40_797_090 };
  expect(jobCount(job(bytes))).toBe('12.5 of 40.8 MB');
  expect(jobCount(job({ unit: 'bytes', done: 900, total: null }))).toBe('900 bytes');
  expect(jobCount(job({ unit: 'bytes', done: 4_200, total: 81_000 }))).toBe('4 of 81 kB');
  expect(jobCount(job({ unit: 'bytes', done: 0, total: 2_500_000_000 }))).toBe('0.00 of 2.50 GB');
});

test('where the end is not known nothing is invented', () => {
  const open = job({ total: null });
  expect(jobShare(open)).toBeNull();
  expect(jobCount(open)).toBe('50,000 lines');
  expect(jobEta(open)).toBeNull();
});

test('before there is a rate, and once it is over, there is no estimate', () => {
  expect(jobEta(job({ done: 0 }))).toBeNull();
  expect(jobEta(job({ updatedAt: new Date(START + 500).toISOString() }))).toBeNull();
  expect(jobEta(job({ state: 'DONE', done: 200_000 }))).toBeNull();
});

test('the tray shows what runs first, then what ended lately', () => {
  const now = START + SHOWN_AFTER_END_MS + 1_000;
  const jobs = [
    job({ id: 'ended', state: 'FAILED', finishedAt: new Date(now - 5_000).toISOString() }),
    job({ id: 'running' }),
    job({ id: 'old', state: 'DONE', finishedAt: new Date(START).toISOString() }),
    job({ id: 'queued', state: 'QUEUED' }),
  ];
  expect(trayJobs(jobs, now).map((shown) => shown.id)).toEqual(['running', 'queued', 'ended']);
});

test('[NT16] work in the background stands in the tray where it failed or takes longer than ten seconds', () => {
  const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
  const quiet = { kind: 'incident-link', createdAt: at(0), updatedAt: at(1) };
  const shown = (change: Partial<Job>, now: number) =>
    trayJobs([job({ ...quiet, ...change })], START + now * 1_000).length;
  expect(shown({}, 9)).toBe(0);
  expect(shown({}, 11)).toBe(1);
  expect(shown({ updatedAt: at(12) }, 9)).toBe(1);
  expect(shown({ state: 'DONE', finishedAt: at(9) }, 60)).toBe(0);
  expect(shown({ state: 'DONE', finishedAt: at(30) }, 60)).toBe(1);
  expect(shown({ state: 'FAILED', finishedAt: at(2) }, 60)).toBe(1);
  for (const kind of ['build-groups', 'engine-score']) expect(shown({ kind }, 5)).toBe(0);
  expect(shown({ kind: 'import' }, 5)).toBe(1);
  const running = job(quiet);
  expect(jobNews([], [running])).toBeNull();
  expect(jobNews([running], [job({ ...quiet, state: 'DONE' })])).toBeNull();
  expect(jobNews([running], [job({ ...quiet, state: 'FAILED' })])).toContain('failed');
});

test('[NT14] what began and what ended is said, progress is not', () => {
  const running = job();
  expect(jobNews([], [running])).toBe('Import eve.json has begun');
  expect(jobNews([running], [job({ done: 60_000 })])).toBeNull();
  expect(jobNews([running], [job({ state: 'FAILED' })])).toBe('Import eve.json: failed');
  expect(jobNews([], [job({ state: 'DONE' })])).toBeNull();
});
