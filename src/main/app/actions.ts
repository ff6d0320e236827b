import { actionRoutes } from '../areas/actions/actions.routes.ts';
import { createActionService } from '../areas/actions/actions.service.ts';
import { stepRun } from '../areas/actions/run-action.ts';
import { alertBulkRoutes } from '../areas/alerts/alert-bulk.routes.ts';
import { createBulkService } from '../areas/alerts/alert-bulk.service.ts';
import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { createDeskAppliers } from '../workers/desk-appliers.ts';
import { createDeskSteps } from '../workers/desk-steps.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** What is done at the desk in bulk, its history, Undo and Redo. */
export function wireActions(core: CoreDeps): WiredArea {
  const appliers = createDeskAppliers();
  const steps = createDeskSteps(appliers);
  const actions = createActionService({ ...core, appliers, steps });
  const bulk = createBulkService({
    ...core,
    carryOut: (tx, actionId) => {
      while (stepRun(tx, actionId, steps));
    },
    describe: actions.describe,
  });
  return {
    routes: [
      ...actionRoutes(actions),
      ...alertBulkRoutes(bulk, createFilterSettler(core.db, core.clock)),
    ],
    start() {
      actions.completeCutOff();
      // A restored backup may be from the middle of an action.
      return core.hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') actions.completeCutOff();
      });
    },
  };
}
