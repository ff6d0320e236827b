import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../shared/contract/client.ts';
import { type Job, jobsContract } from '../../shared/contract/jobs.ts';

export const JOB_LIST_KEY = ['jobs', 'list'] as const;

export function jobsQuery(client: Client) {
  return queryOptions({
    queryKey: JOB_LIST_KEY,
    queryFn: () => client.call(jobsContract.list, {}),
  });
}

/** Takes the job of an event into the list, which is then never older than the last event. */
export function rememberJob(queries: QueryClient, job: Job): void {
  queries.setQueryData<Job[]>(JOB_LIST_KEY, (known) => known && withJob(known, job));
}

/** Puts a job where it was, or in front when it is new. */
function withJob(jobs: readonly Job[], job: Job): Job[] {
  const isKnown = jobs.some((known) => known.id === job.id);
  if (!isKnown) return [job, ...jobs];
  return jobs.map((known) => (known.id === job.id ? newerJob(known, job) : known));
}

/** An answer may overtake an event: the later state stays. */
function newerJob(known: Job, job: Job): Job {
  return known.updatedAt > job.updatedAt ? known : job;
}
