/** Integrations: connectors on their schedule, receivers, and what is sent out on a person's word. */
import { createAskService } from '../areas/integrations/ask.service.ts';
import { createCatalogue } from '../areas/integrations/catalogue.ts';
import { CONNECTORS } from '../areas/integrations/connectors/all-connectors.ts';
import { integrationRoutes } from '../areas/integrations/integrations.routes.ts';
import { createIntegrationRunner } from '../areas/integrations/integrations.runner.ts';
import { createIntegrationService } from '../areas/integrations/integrations.service.ts';
import { createKinds } from '../areas/integrations/kinds.ts';
import { RECEIVERS } from '../areas/integrations/receivers/all-receivers.ts';
import type { Route } from '../http/route.ts';
import { createJobStore } from '../jobs/jobs.store.ts';
import { createKeySeal } from '../platform/key-seal.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { createPushedItems } from './pushed-items.ts';
import { followReceivers, wireReceivers } from './receivers.ts';

export function wireIntegrations(core: CoreDeps, allRoutes: () => readonly Route[]): WiredArea {
  const { db, isolation, heldBack } = core;
  const kinds = createKinds(createCatalogue(CONNECTORS), RECEIVERS);
  const receivers = wireReceivers(core);
  const jobs = createJobStore(db);
  const isIsolated = () => isolation.isIsolated();
  const runner = createIntegrationRunner({
    ...{ ...core, kinds, isIsolated },
    forgetJobs: () => jobs.forgetEnded('integration-run'),
  });
  const onChange = () => runner.look();
  const integrations = createIntegrationService({
    ...{ ...core, kinds, onChange },
    seal: createKeySeal(core.key, 'integration'),
    cancelRun: runner.cancel,
    receiverOf: (id) => receivers.states().find((state) => state.id === id) ?? null,
  });
  const ask = createAskService({
    ...{ ...core, kinds, integrations, isIsolated },
    itemOf: createPushedItems(allRoutes, db),
  });
  return {
    routes: integrationRoutes({ db, integrations, runner, ask, onChange }),
    start() {
      const stop = runner.start();
      const stopReceivers = followReceivers(core, receivers, integrations);
      heldBack.onRelease('push', async ({ redo, actor }) => {
        const { integrationId, kind, itemId } = redo;
        const asked = {
          kind: kind === 'incident' ? 'incident' : 'alert',
          itemId: String(itemId),
        } as const;
        await ask.push(String(integrationId), asked, actor);
      });
      return () => {
        stop();
        stopReceivers();
        ask.close();
      };
    },
  };
}
