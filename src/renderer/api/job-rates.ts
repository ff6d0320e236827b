import type { Job } from '../../shared/contract/jobs.ts';
import { SECOND_MS } from '../../shared/kernel/time.ts';

/** How long ago a job's pace still counts: a slow beginning is forgotten, a short pause is not the end. */
const WINDOW_MS = 30 * SECOND_MS;
/** Over less than this a rate says little. */
const SHORTEST_MS = 2 * SECOND_MS;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Measures how fast jobs go, from their events. */
export interface JobRates {
  note(job: Job): void;
  /** Units a second over the last half minute, or null while there is too little to tell. */
  rateOf(job: Job): number | null;
}

export function createJobRates(): JobRates {
  const samplesById = new Map<string, Sample[]>();
  return {
    note(job) {
      if (job.finishedAt !== null) {
        samplesById.delete(job.id);
        return;
      }
      const at = Date.parse(job.updatedAt);
      const known = samplesById.get(job.id) ?? [{ at: Date.parse(job.createdAt), done: 0 }];
      const recent = known.filter((sample) => at - sample.at <= WINDOW_MS && sample.at < at);
      samplesById.set(job.id, [
        ...(recent.length > 0 ? recent : known.slice(-1)),
        { at, done: job.done },
      ]);
    },
    rateOf(job) {
      const samples = samplesById.get(job.id) ?? [];
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < SHORTEST_MS || last.done <= first.done)
        return null;
      return ((last.done - first.done) * SECOND_MS) / (last.at - first.at);
    },
  };
}
