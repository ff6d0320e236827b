import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../shared/contract/client.ts';
import { contract } from '../../shared/contract/index.ts';
import type { Job } from '../../shared/contract/jobs.ts';

export const jobKeys = {
  list: ['jobs', 'list'] as const,
  one: (id: string) => ['jobs', 'one', id] as const,
};

export function jobsQuery(client: Client) {
  return queryOptions({
    queryKey: jobKeys.list,
    queryFn: () => client.call(contract.jobs.list, {}),
  });
}

/** One job, kept up to date by the events. */
export function jobQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: jobKeys.one(id),
    queryFn: () => client.call(contract.jobs.get, { params: { id } }),
  });
}

export function rememberJob(queries: QueryClient, job: Job): void {
  queries.setQueryData<Job>(jobKeys.one(job.id), (known) => newerJob(known, job));
  queries.setQueryData<Job[]>(jobKeys.list, (known) => known && withJob(known, job));
}

/** Puts a job where it was, or in front when it is new. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const isKnown = jobs.some((known) => known.id === job.id);
  if (!isKnown) return [job, ...jobs];
  return jobs.map((known) => (known.id === job.id ? newerJob(known, job) : known));
}

/** An answer may overtake an event: the later state stays. */
function newerJob(known: Job | undefined, job: Job): Job {
  return known && known.updatedAt > job.updatedAt ? known : job;
}
