/** Risk in currency, learning from incidents, and the register as a file. */

import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { createIncidentService } from '../areas/risk/incidents.service.ts';
import { incidentRoutes, quantRoutes } from '../areas/risk/quant.routes.ts';
import { createQuantService } from '../areas/risk/quant.service.ts';
import { changeRisk } from '../areas/risk/risk-change.ts';
import { exchangeRoutes } from '../areas/risk/risk-export.routes.ts';
import { createRiskImport } from '../areas/risk/risk-import.service.ts';
import type { ReadEffects } from '../areas/risk/risk-residual.ts';
import type { WriteTx } from '../db/write-door.ts';
import { localDay } from '../platform/clock.ts';
import { startDaily } from '../platform/daily.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireRiskQuant(core: CoreDeps, readEffects: ReadEffects): WiredArea {
  const { clock, log } = core;
  const quant = createQuantService(core);
  const imports = createRiskImport({ ...core, readUpload: readUploadBody });
  imports.recover();
  const incidents = createIncidentService({
    ...core,
    changeLikelihood(tx: WriteTx, { riskId, likelihood, reason, actor }) {
      const today = localDay(clock.now());
      const person = { id: actor, isOnlyApprover: false, today };
      changeRisk(tx, riskId, { likelihood, reason }, { actor: person, readEffects });
    },
  });
  return {
    routes: [
      ...quantRoutes(quant),
      ...incidentRoutes(incidents),
      ...exchangeRoutes({ runner: core.runner, clock, imports }),
    ],
    start: () =>
      // Exposure grows with the days, and cases come with the queue.
      startDaily({ clock, log }, () => {
        incidents.look(null).catch((cause) => log.warn('could not count cases', { cause }));
      }),
  };
}
