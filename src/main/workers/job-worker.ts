import { isEventThread } from '../areas/forensics/events/event-thread-setup.ts';
import { isReceiverThread } from '../areas/integrations/receivers/receiver-thread-setup.ts';
import { isSyncThread } from '../areas/sync/worker/sync-thread-birth.ts';
import { lazyJob } from '../jobs/lazy-job.ts';
import { isLogKeeperThread, runLogKeeper } from '../jobs/log-keeper.ts';
import { isStageThread, runStage } from '../jobs/stage.ts';
import { runWorker } from '../jobs/worker-loop.ts';
import { sealThread } from '../platform/egress/seal-thread.ts';
import { integrationJobs } from './integration-jobs.ts';
import { queueJobs } from './queue-jobs.ts';

// A thread starts with little: what a job is made of is read when one is asked for. Somebody waits for
// a gap analysis, and the queue's own jobs run all day, so these come alone; the others come together, as
// each file more costs the start.
// A thread that runs jobs has the one way out (runWorker); the others have none.
if (isLogKeeperThread() || isStageThread() || isEventThread()) sealThread(import.meta.url);

if (isLogKeeperThread()) runLogKeeper();
else if (isStageThread()) await runStage((await import('./stages.ts')).stages());
else if (isEventThread())
  (await import('../areas/forensics/events/event-thread.ts')).runEventThread();
else if (isReceiverThread())
  (await import('../areas/integrations/receivers/receiver-thread.ts')).runReceiverThread(
    import.meta.url,
  );
else if (isSyncThread()) (await import('./sync-worker.ts')).runSyncWorker(new URL(import.meta.url));
else {
  const gaps = () => import('../areas/compliance/gaps.jobs.ts');
  runWorker(
    new URL(import.meta.url),
    {
      ...queueJobs(),
      ...integrationJobs(),
      'analyze-gaps': lazyJob(async () => (await gaps()).createAnalyzeGapsJob()),
      'gaps-csv': lazyJob(async () => (await gaps()).makeGapsCsv),
    },
    async () => (await import('./other-jobs.ts')).otherJobs(),
  );
}
