/** Runs of integrations: they begin every few minutes, so their code is read without that of other jobs. */
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';

export const integrationJobs = (): JobKinds => ({
  'integration-run': lazyJob(async () => {
    const [{ createIntegrationRunJob }, { createCatalogue }, { CONNECTORS }, writers, find] =
      await Promise.all([
        import('../areas/integrations/run/integration-run.jobs.ts'),
        import('../areas/integrations/catalogue.ts'),
        import('../areas/integrations/connectors/all-connectors.ts'),
        import('./fetched-writers.ts'),
        import('../areas/forensics/indicators/find-ports.ts'),
      ]);
    return createIntegrationRunJob({
      catalogue: createCatalogue(CONNECTORS),
      writersOf: async ({ db, newId }, now) =>
        writers.createFetchedWriters({ db, newId, now, findPorts: await find.loadFindPorts() }),
    });
  }),
  receive: lazyJob(async () => {
    const [{ createReceiveJob }, { receivedAlerts }] = await Promise.all([
      import('../areas/integrations/receivers/receive.jobs.ts'),
      import('./received-alerts.ts'),
    ]);
    return createReceiveJob(receivedAlerts);
  }),
});
