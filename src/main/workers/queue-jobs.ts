/**
 * The kinds of jobs that the queue runs all day, each read by itself when it is first asked for: a thread
 * that imports or links holds no code of reports, readers and workbooks (some 15 MB of heap a thread).
 */
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

async function importJob() {
  const { importAlertsJob } = await import('../areas/alerts/import-alerts.jobs.ts');
  const { tellingOfCriticalAlerts } = await import('../areas/notifications/import-notice.jobs.ts');
  return tellingOfCriticalAlerts(importAlertsJob);
}

async function bulkJob() {
  const { createAlertBulkJob } = await import('../areas/alerts/alert-bulk.jobs.ts');
  const { runAsJob } = await import('../areas/actions/run-action.ts');
  const { createDeskSteps } = await import('./desk-steps.ts');
  const steps = createDeskSteps();
  return createAlertBulkJob((context, id) => runAsJob(context, id, steps));
}

async function deskRunJob() {
  const { createDeskRunJob } = await import('../areas/actions/desk-run.jobs.ts');
  const { createDeskSteps } = await import('./desk-steps.ts');
  return createDeskRunJob(createDeskSteps());
}

async function scoreJob() {
  const { createScoreJob } = await import('../areas/assistant/engine-score.jobs.ts');
  const { closeAlert, tellOfTrip } = await import('./desk-closing.ts');
  return createScoreJob(closeAlert, tellOfTrip);
}

export const queueJobs = (): JobKinds => ({
  import: lazyJob(importJob),
  'alerts-bulk': lazyJob(bulkJob),
  'desk-run': lazyJob(deskRunJob),
  'engine-score': lazyJob(scoreJob),
  'build-groups': lazyJob(
    async () => (await import('../areas/incidents/groups.jobs.ts')).buildGroupsJob,
  ),
  'incident-link': lazyJob(
    async () => (await import('../areas/incidents/linking.jobs.ts')).linkIncidentsJob,
  ),
  'count-alerts': lazyJob(
    async () => (await import('../areas/alerts/query-stack.jobs.ts')).countAlertsJob,
  ),
});
