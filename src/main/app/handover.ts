import { handoverRoutes } from '../areas/handover/handover.routes.ts';
import { createHandoverService } from '../areas/handover/handover.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireHandover({ db, runner, clock, newId }: CoreDeps): WiredArea {
  const handovers = createHandoverService({ db, runner, clock, newId });
  return { routes: handoverRoutes(handovers), start: () => () => {} };
}
