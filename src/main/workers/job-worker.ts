import { importAlertsJob } from '../areas/alerts/import-alerts.jobs.ts';
import { runWorker } from '../jobs/worker-loop.ts';

runWorker({ import: importAlertsJob });
