/** Exports and imports in the formats of others: what they need is loaded where one runs. */
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

const load = async () => (await import('./exchange-parts.ts')).createExchangeJobs();

export function exchangeJobs(): JobKinds {
  return {
    'exchange-export': lazyJob(async () => (await load()).exportJob),
    'exchange-import': lazyJob(async () => (await load()).importJob),
  };
}
