import { findingRoutes, requestRoutes, sampleRoutes } from '../areas/audits/audit-work.routes.ts';
import { auditRoutes } from '../areas/audits/audits.routes.ts';
import { createAuditService } from '../areas/audits/audits.service.ts';
import { createFindingService } from '../areas/audits/findings.service.ts';
import { createRequestService } from '../areas/audits/requests.service.ts';
import { createSampleService } from '../areas/audits/samples.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

export function wireAudits(core: CoreDeps, _evidence: WiredEvidence): WiredArea {
  const deps = { db: core.db, clock: core.clock, newId: core.newId };
  return {
    routes: [
      ...auditRoutes(createAuditService(deps)),
      ...requestRoutes(createRequestService(deps)),
      ...sampleRoutes(createSampleService({ ...deps, runner: core.runner })),
      ...findingRoutes(createFindingService(deps)),
    ],
    start: () => () => undefined,
  };
}
