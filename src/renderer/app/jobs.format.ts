import type { Job } from '../../shared/contract/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/kernel/time.ts';
import { shortDuration } from '../ui/time.ts';

/** A finished job stays in the tray this long, so that its end is not missed. */
export const SHOWN_AFTER_END_MS = 10 * MINUTE_MS;
/** Before this much work a rate says little. */
const ETA_AFTER_MS = 2 * SECOND_MS;

export function isRunning(job: Job): boolean {
  return job.state === 'QUEUED' || job.state === 'RUNNING';
}

/** What the tray shows: what runs, then what ended lately. */
export function trayJobs(jobs: readonly Job[], now: number): Job[] {
  const ended = jobs.filter(
    (job) => job.finishedAt !== null && now - Date.parse(job.finishedAt) < SHOWN_AFTER_END_MS,
  );
  return [...jobs.filter(isRunning), ...ended.filter((job) => !isRunning(job))];
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

/** `1m 05s left`, from the rate so far; null until that says something. */
export function jobEta(job: Job): string | null {
  const share = jobShare(job);
  const spentMs = Date.parse(job.updatedAt) - Date.parse(job.createdAt);
  if (job.state !== 'RUNNING' || !share || share >= 1 || spentMs < ETA_AFTER_MS) return null;
  return `${shortDuration((spentMs * (1 - share)) / share / SECOND_MS)} left`;
}
