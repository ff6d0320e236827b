/** The jobs of policies alone: a thread that loads all areas from their sources takes seconds to begin. */
import { exportPolicyJob } from '../../src/main/areas/policies/policy-export.jobs.ts';
import {
  policyFileJob,
  readPolicyFileStage,
} from '../../src/main/areas/policies/policy-import.jobs.ts';
import { isLogKeeperThread, runLogKeeper } from '../../src/main/jobs/log-keeper.ts';
import { isStageThread, runStage } from '../../src/main/jobs/stage.ts';
import { runWorker } from '../../src/main/jobs/worker-loop.ts';

if (isLogKeeperThread()) runLogKeeper();
else if (isStageThread()) await runStage({ 'read-policy-file': readPolicyFileStage });
else
  runWorker(new URL(import.meta.url), {
    'policy-export': exportPolicyJob,
    'policy-file': policyFileJob,
  });
