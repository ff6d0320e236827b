/** The product's own job and stage that read files of frameworks, without all the others: quick to load. */
import {
  frameworkFileJob,
  readFrameworkFileStage,
} from '../../src/main/areas/compliance/framework-import.jobs.ts';
import { isLogKeeperThread, runLogKeeper } from '../../src/main/jobs/log-keeper.ts';
import { isStageThread, runStage } from '../../src/main/jobs/stage.ts';
import { runWorker } from '../../src/main/jobs/worker-loop.ts';

if (isLogKeeperThread()) runLogKeeper();
else if (isStageThread()) await runStage({ 'read-framework-file': readFrameworkFileStage });
else runWorker(new URL(import.meta.url), { 'framework-file': frameworkFileJob });
