import { importAlertsJob } from '../areas/alerts/import-alerts.jobs.ts';
import { parseAlertsStage } from '../areas/alerts/import-parse.stage.ts';
import { isStageThread, runStage } from '../jobs/stage.ts';
import { runWorker } from '../jobs/worker-loop.ts';

if (isStageThread()) await runStage({ 'parse-alerts': parseAlertsStage });
else runWorker(new URL(import.meta.url), { import: importAlertsJob });
