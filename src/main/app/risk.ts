import { startResidualKeeper } from '../areas/risk/risk-residual.keeper.ts';
import { createTreatmentService } from '../areas/risk/risk-treatment.service.ts';
import { riskRoutes } from '../areas/risk/risks.routes.ts';
import { createRiskService, type RiskServiceDeps } from '../areas/risk/risks.service.ts';
import { createWorkspaceSettingsStore } from '../areas/settings/workspace-settings.store.ts';
import type { WiredCompliance } from './compliance.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireRiskQuant } from './risk-quant.ts';

/** What risks need of other areas. */
export interface RiskNeeds {
  readonly compliance: WiredCompliance;
}

export function wireRisk(core: CoreDeps, { compliance }: RiskNeeds): WiredArea {
  const { db, clock, newId, log } = core;
  const settings = createWorkspaceSettingsStore(db);
  const deps: RiskServiceDeps = {
    ...{ db, clock, newId },
    readEffects: compliance.controlEffects,
    setAppetite: (actor, appetite, reason) =>
      void settings.change(actor, { risk: { appetite } }, { action: 'risks.setAppetite', reason }),
  };
  const quant = wireRiskQuant(core, deps.readEffects);
  return {
    routes: [...riskRoutes(createRiskService(deps), createTreatmentService(deps)), ...quant.routes],
    start() {
      const stopQuant = quant.start();
      const stopKeeper = startResidualKeeper({
        ...{ db, clock, log, readEffects: compliance.controlEffects },
        subscribe: (listener) => core.hub.subscribe(listener),
      });
      return () => {
        stopQuant();
        stopKeeper();
      };
    },
  };
}
