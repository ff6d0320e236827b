/** The check of the forensic tools: readers and samples are loaded where it runs. */
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

export function forensicToolJobs(): JobKinds {
  return {
    'hash-set': lazyJob(
      async () =>
        (await import('../areas/forensics/hash-sets/import-hash-set.jobs.ts')).importHashSetJob,
    ),
    'forensic-tools': lazyJob(async () => {
      const { createCheckToolsJob } = await import('../areas/forensics/tools/check-tools.jobs.ts');
      const { allEvidenceReaders } = await import('./evidence-readers.ts');
      return createCheckToolsJob(allEvidenceReaders);
    }),
  };
}
