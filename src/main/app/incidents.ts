import { matcherOf } from '../areas/alerts/alert-matcher.store.ts';
import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { createIncidentActions } from '../areas/incidents/incident-actions.ts';
import { incidentRoutes } from '../areas/incidents/incidents.routes.ts';
import { createIncidentService } from '../areas/incidents/incidents.service.ts';
import { createLinkingRunner } from '../areas/incidents/linking.runner.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Incidents: linking in the background, and what people decide about them. */
export function wireIncidents(core: CoreDeps): WiredArea {
  const linking = createLinkingRunner(core);
  return {
    routes: incidentRoutes(
      createIncidentService({ ...core, matcherOf }),
      createIncidentActions(core),
      createFilterSettler(core.db, core.clock),
    ),
    start() {
      const unfollow = core.hub.subscribe(linking.follow);
      const stop = linking.start();
      return () => {
        unfollow();
        stop();
      };
    },
  };
}
