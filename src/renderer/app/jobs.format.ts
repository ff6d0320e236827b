import { isQuiet, type Job, type JobState } from '../../shared/contract/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/kernel/time.ts';
import { shortDuration } from '../ui/time.ts';

/** A finished job stays in the tray this long, so that its end is not missed. */
export const SHOWN_AFTER_END_MS = 10 * MINUTE_MS;
/** Before this much work a rate says little. */
const ETA_AFTER_MS = 2 * SECOND_MS;

export function isRunning(job: Job): boolean {
  return job.state === 'QUEUED' || job.state === 'RUNNING';
}

/** What the tray shows: what runs, then what ended lately; without what works quietly in the background. */
export function trayJobs(jobs: readonly Job[], now: number): Job[] {
  const shown = jobs.filter((job) => !isQuiet(job, now));
  const ended = shown.filter(
    (job) => job.finishedAt !== null && now - Date.parse(job.finishedAt) < SHOWN_AFTER_END_MS,
  );
  return [...shown.filter(isRunning), ...ended.filter((job) => !isRunning(job))];
}

/** 0 to 1, or null where the end is not known. */
export function jobShare(job: Job): number | null {
  if (job.total === null || job.total <= 0) return null;
  return Math.min(1, job.done / job.total);
}

/** `120,000 of 200,000 lines`, `12.5 of 40.8 MB` */
export function jobCount(job: Job): string {
  const { scale, digits, unit } = job.unit === 'bytes' ? byteScale(job.total ?? job.done) : AS_IS;
  const format = (count: number) =>
    (count / scale).toLocaleString('en', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const total = job.total === null ? '' : ` of ${format(job.total)}`;
  return `${format(job.done)}${total} ${unit ?? job.unit}`;
}

interface Scale {
  readonly scale: number;
  readonly digits: number;
  readonly unit: string | null;
}
const AS_IS: Scale = { scale: 1, digits: 0, unit: null };
const KILO = 1_000;

/** Both counts in the unit that suits the larger one (decimal, as file managers show it). */
function byteScale(bytes: number): Scale {
  if (bytes < KILO) return AS_IS;
  if (bytes < KILO ** 2) return { scale: KILO, digits: 0, unit: 'kB' };
  if (bytes < KILO ** 3) return { scale: KILO ** 2, digits: 1, unit: 'MB' };
  return { scale: KILO ** 3, digits: 2, unit: 'GB' };
}

const PERCENT = 100;

/** `41 %`, or null where the end is not known. */
export function jobPercent(job: Job): string | null {
  const share = jobShare(job);
  return share === null ? null : `${Math.floor(share * PERCENT)} %`;
}

/**
 * `1m 05s left` by the rate measured lately (units a second), or else by that of the whole time so
 * far; null until that says something.
 */
export function jobEta(job: Job, measuredRate: number | null = null): string | null {
  const share = jobShare(job);
  if (job.state !== 'RUNNING' || job.total === null || !share || share >= 1) return null;
  const rate = measuredRate ?? rateSoFar(job);
  return rate === null ? null : `${shortDuration((job.total - job.done) / rate)} left`;
}

function rateSoFar(job: Job): number | null {
  const spentMs = Date.parse(job.updatedAt) - Date.parse(job.createdAt);
  return spentMs < ETA_AFTER_MS ? null : (job.done * SECOND_MS) / spentMs;
}

const END_WORDS: Partial<Record<JobState, string>> = {
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  INTERRUPTED: 'interrupted',
};

/** What is worth saying aloud between two states of the list: a job began, or one ended. Of the background only a failure. */
export function jobNews(before: readonly Job[], now: readonly Job[]): string | null {
  const news = now.flatMap((job) => {
    const known = before.find(({ id }) => id === job.id);
    if (isQuiet(job, Date.parse(job.createdAt))) return [];
    if (!known) return isRunning(job) ? [`${job.title} has begun`] : [];
    const end = END_WORDS[job.state];
    return isRunning(known) && end ? [`${job.title}: ${end}`] : [];
  });
  return news.length > 0 ? news.join('. ') : null;
}
