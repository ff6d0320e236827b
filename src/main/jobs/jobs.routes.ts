import { jobsContract } from '../../shared/contract/jobs.ts';
import { page, type Route, route } from '../http/route.ts';
import type { JobRunner } from './job-runner.ts';

export function jobRoutes(runner: JobRunner): Route[] {
  return [
    route(jobsContract.list, () => {
      const jobs = runner.list();
      return page(jobs, jobs.length, null);
    }),
    route(jobsContract.get, ({ params }) => runner.find(params.id)),
    route(jobsContract.cancel, ({ params }) => runner.cancel(params.id)),
  ];
}
