import { findingRoutes, requestRoutes, sampleRoutes } from '../areas/audits/audit-work.routes.ts';
import { auditRoutes } from '../areas/audits/audits.routes.ts';
import { createAuditService } from '../areas/audits/audits.service.ts';
import { auditThatNeeds } from '../areas/audits/evidence-hold.store.ts';
import { createFindingService } from '../areas/audits/findings.service.ts';
import { isAuditFileUsed } from '../areas/audits/package.store.ts';
import { auditFilesFolder } from '../areas/audits/report.jobs.ts';
import { reportRoutes } from '../areas/audits/reports.routes.ts';
import { createReportsService } from '../areas/audits/reports.service.ts';
import { createRequestService } from '../areas/audits/requests.service.ts';
import { createSampleService } from '../areas/audits/samples.service.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import type { WiredCompliance } from './compliance.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

/** What audits need of other areas. */
export interface AuditsNeed {
  readonly evidence: Pick<WiredEvidence, 'holdRemoval'>;
  readonly compliance: Pick<WiredCompliance, 'equalControls'>;
}

export function wireAudits(core: CoreDeps, { evidence, compliance }: AuditsNeed): WiredArea {
  const deps = { db: core.db, clock: core.clock, newId: core.newId };
  const files = createBlobStore(auditFilesFolder(core.dataDir), core.key);
  const { runner, key, version, log } = core;
  evidence.holdRemoval(auditThatNeeds);
  return {
    routes: [
      ...reportRoutes(createReportsService({ ...deps, runner, files, key, version })),
      ...auditRoutes(createAuditService(deps)),
      ...requestRoutes(createRequestService({ ...deps, equalControls: compliance.equalControls })),
      ...sampleRoutes(createSampleService({ ...deps, runner: core.runner })),
      ...findingRoutes(createFindingService(deps)),
    ],
    start() {
      const isUsed = (sha256: string) =>
        core.db.read('audits.file', (reader) => isAuditFileUsed(reader, sha256));
      void (async () => files.tidy(isUsed))().catch((cause) =>
        log.warn('could not tidy audit files up', { cause }),
      );
      return () => undefined;
    },
  };
}
