/** The check of the forensic tools, and imports of sets that lookups ask: readers and samples are loaded where it runs. */
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

export function forensicToolJobs(): JobKinds {
  return {
    'hash-set': lazyJob(
      async () =>
        (await import('../areas/forensics/hash-sets/import-hash-set.jobs.ts')).importHashSetJob,
    ),
    'enrichment-set': lazyJob(
      async () => (await import('../areas/enrichment/import-set.jobs.ts')).importEnrichmentJob,
    ),
    'forensic-tools': lazyJob(async () => {
      const { createCheckToolsJob } = await import('../areas/forensics/tools/check-tools.jobs.ts');
      const { allEvidenceReaders } = await import('./evidence-readers.ts');
      return createCheckToolsJob(allEvidenceReaders);
    }),
  };
}
