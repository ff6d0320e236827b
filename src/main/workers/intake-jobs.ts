/** Reading files of investigations: what it needs is loaded where a file is read. */
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import type { IntakeJobDeps } from '../areas/forensics/intake/intake.jobs.ts';
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

const DEPS: IntakeJobDeps = {
  evidenceFolder: EVIDENCE_FOLDER,
  async loadReaders(dataDir, db) {
    return (await import('./evidence-readers.ts')).allEvidenceReaders(dataDir, db);
  },
  async openEvents({ dataDir, key, investigationId }) {
    const { eventsFolder, openEventStore } = await import(
      '../areas/forensics/events/event-store.ts'
    );
    return openEventStore({ folder: eventsFolder(dataDir), key, investigationId });
  },
};

const load = () => import('../areas/forensics/intake/intake.jobs.ts');

export function intakeJobs(): JobKinds {
  return {
    'intake-read': lazyJob(async () => {
      const { readingWithHits } = await import('../areas/forensics/malware/reading-with-hits.ts');
      const { addProvenAlert } = await import('./proven-alert.ts');
      return readingWithHits((await load()).createReadingJob(DEPS), addProvenAlert);
    }),
    'intake-clean': lazyJob(async () => (await load()).createCleaningJob(DEPS)),
  };
}
