import { join } from 'node:path';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { tellOfReassessment } from '../areas/notifications/reassessment-notice.ts';
import { assessmentRoutes } from '../areas/vendors/assessments.routes.ts';
import { createAssessmentService } from '../areas/vendors/assessments.service.ts';
import { createExchange } from '../areas/vendors/questionnaire-exchange.service.ts';
import { createQuestionnaires } from '../areas/vendors/questionnaire-library.ts';
import { createReassessmentService } from '../areas/vendors/reassessments.service.ts';
import { createSubprocessors } from '../areas/vendors/subprocessors.service.ts';
import { createTieringService } from '../areas/vendors/tiering.service.ts';
import { createVendorDocuments } from '../areas/vendors/vendor-documents.service.ts';
import { vendorThatNeeds } from '../areas/vendors/vendor-documents.store.ts';
import { createSignalRunner } from '../areas/vendors/vendor-signals.runner.ts';
import { vendorRoutes } from '../areas/vendors/vendors.routes.ts';
import { createVendorService } from '../areas/vendors/vendors.service.ts';
import { vendorExportRoutes } from '../areas/vendors/vendors-export.routes.ts';
import { startDaily } from '../platform/daily.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

/** What vendors need of other areas. */
export interface VendorsNeed {
  readonly evidence: WiredEvidence;
}

export function wireVendors(core: CoreDeps, { evidence }: VendorsNeed): WiredArea {
  const { db, clock, newId, hub, log } = core;
  const deps = { db, clock, newId };
  const { runner, files } = core;
  const library = createQuestionnaires(join(core.appRoot, 'resources', 'questionnaires'));
  const signals = createSignalRunner({ ...deps, runner, log, tell: tellOfReassessment });
  evidence.holdRemoval(vendorThatNeeds);
  return {
    routes: [
      ...assessmentRoutes({
        assessments: createAssessmentService({ ...deps, library }),
        tierings: createTieringService(deps),
        exchange: createExchange({
          ...{ db, newId, library, runner, files },
          readUpload: readUploadBody,
        }),
        reassessments: createReassessmentService(deps),
      }),
      ...vendorExportRoutes({ runner: core.runner, clock }),
      ...vendorRoutes({
        vendors: createVendorService(deps),
        documents: createVendorDocuments(deps),
        subprocessors: createSubprocessors(deps),
      }),
    ],
    start() {
      // What is due changes with the day, without a write: open pages must look again.
      const stopDaily = startDaily({ clock, log }, () => {
        for (const resource of ['vendors', 'vendor_assessments', 'vendor_reassessments'])
          hub.emit({ type: 'changed', resource });
      });
      const unfollow = hub.subscribe(signals.follow);
      const stopSignals = signals.start();
      return () => {
        stopDaily();
        unfollow();
        stopSignals();
      };
    },
  };
}
