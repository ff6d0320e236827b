import { createExceptionStore } from '../areas/compliance/control-exceptions.store.ts';
import { controlTestRoutes } from '../areas/compliance/control-tests.routes.ts';
import { createControlTestService } from '../areas/compliance/control-tests.service.ts';
import { controlRoutes } from '../areas/compliance/controls.routes.ts';
import { createControlService } from '../areas/compliance/controls.service.ts';
import { createBulkService } from '../areas/compliance/controls-bulk.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Controls with their bulk changes, tests and exceptions. */
export function wireControls(core: CoreDeps): WiredArea {
  const bulk = createBulkService(core);
  return {
    routes: [
      ...controlRoutes(createControlService(core), bulk),
      ...controlTestRoutes(createControlTestService(core), createExceptionStore(core)),
    ],
    start() {
      bulk.endCutOff();
      return () => undefined;
    },
  };
}
