import { removeAlerts } from '../areas/alerts/alert-removal.store.ts';
import { importAlertsJob } from '../areas/alerts/import-alerts.jobs.ts';
import { parseAlertsStage } from '../areas/alerts/import-parse.stage.ts';
import { drawSampleJob, verifySampleJob } from '../areas/audits/draw.jobs.ts';
import { createAuditPackageJob } from '../areas/audits/package.jobs.ts';
import { createAuditReportJob } from '../areas/audits/report.jobs.ts';
import { bulkControlsJob, undoControlsJob } from '../areas/compliance/controls-bulk.jobs.ts';
import { exportComplianceJob } from '../areas/compliance/export-compliance.jobs.ts';
import {
  frameworkFileJob,
  readFrameworkFileStage,
} from '../areas/compliance/framework-import.jobs.ts';
import { createAnalyzeGapsJob, makeGapsCsv } from '../areas/compliance/gaps.jobs.ts';
import { readControlProofs } from '../areas/compliance/proof.store.ts';
import { createCustodyKeeper } from '../areas/evidence/custody.store.ts';
import { EVIDENCE_FOLDER, storeFileJob } from '../areas/evidence/store-file.jobs.ts';
import { verifyFileJob } from '../areas/evidence/verify-file.jobs.ts';
import { tellingOfCriticalAlerts } from '../areas/notifications/import-notice.jobs.ts';
import { backupJob } from '../areas/settings/backup.jobs.ts';
import { restoreJob } from '../areas/settings/restore.jobs.ts';
import { createRetentionJob } from '../areas/settings/retention.jobs.ts';
import { isLogKeeperThread, runLogKeeper } from '../jobs/log-keeper.ts';
import { isStageThread, runStage } from '../jobs/stage.ts';
import { runWorker } from '../jobs/worker-loop.ts';

if (isLogKeeperThread()) runLogKeeper();
else if (isStageThread())
  await runStage({
    'parse-alerts': parseAlertsStage,
    'read-framework-file': readFrameworkFileStage,
  });
else {
  runWorker(new URL(import.meta.url), {
    import: tellingOfCriticalAlerts(importAlertsJob),
    backup: backupJob,
    restore: restoreJob,
    retention: createRetentionJob({ removeAlerts }),
    'evidence-store': storeFileJob,
    'evidence-verify': verifyFileJob,
    'audit-sample': drawSampleJob,
    'audit-sample-check': verifySampleJob,
    'audit-report': createAuditReportJob({ readProofs: readControlProofs }),
    'audit-package': createAuditPackageJob({
      readProofs: readControlProofs,
      evidenceFolder: EVIDENCE_FOLDER,
      noteExport: (key) => (tx, id, note) =>
        createCustodyKeeper(key).note(tx, id, 'EXPORTED', note),
    }),
    'analyze-gaps': createAnalyzeGapsJob(),
    'gaps-csv': makeGapsCsv,
    'compliance-export': exportComplianceJob,
    'framework-file': frameworkFileJob,
    'controls-bulk': bulkControlsJob,
    'controls-undo': undoControlsJob,
  });
}
