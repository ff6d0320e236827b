/** Every kind of job but those of the queue (queue-jobs.ts) and gap analysis, which somebody waits for. */

import { changeAlerts } from '../areas/alerts/alert-bulk.store.ts';
import { removeAlerts } from '../areas/alerts/alert-removal.store.ts';
import { rowToAlert } from '../areas/alerts/alert-rows.ts';
import { unpackRawBlock } from '../areas/alerts/raw-blocks.ts';
import { attackFileJob } from '../areas/assistant/attack-file.jobs.ts';
import { backtestJob } from '../areas/assistant/backtest.jobs.ts';
import { drawSampleJob, verifySampleJob } from '../areas/audits/draw.jobs.ts';
import { createAuditPackageJob } from '../areas/audits/package.jobs.ts';
import { createAuditReportJob } from '../areas/audits/report.jobs.ts';
import { readControlEffects } from '../areas/compliance/control-effects.ts';
import { bulkControlsJob, undoControlsJob } from '../areas/compliance/controls-bulk.jobs.ts';
import { exportComplianceJob } from '../areas/compliance/export-compliance.jobs.ts';
import { frameworkFileJob } from '../areas/compliance/framework-import.jobs.ts';
import { readControlProofs } from '../areas/compliance/proof.store.ts';
import { createCustodyKeeper } from '../areas/evidence/custody.store.ts';
import { EVIDENCE_FOLDER, storeFileJob } from '../areas/evidence/store-file.jobs.ts';
import { verifyFileJob } from '../areas/evidence/verify-file.jobs.ts';
import { exportIndicatorsJob } from '../areas/forensics/indicators/export.jobs.ts';
import { extractFileJob } from '../areas/forensics/indicators/extract-file.stage.ts';
import { importIndicatorsJob } from '../areas/forensics/indicators/import.jobs.ts';
import { readIndicatorsJob } from '../areas/forensics/indicators/import-file.stage.ts';
import { createSweepJob } from '../areas/forensics/indicators/sweep.jobs.ts';
import { createInvestigateJob } from '../areas/forensics/investigate.jobs.ts';
import { investigationBundleJob, investigationReportJob } from '../areas/forensics/report.jobs.ts';
import { rulePackJob } from '../areas/forensics/rules/rule-pack.jobs.ts';
import { ruleTrialJob } from '../areas/forensics/rules/rule-trial.jobs.ts';
import { createRuleRunJob } from '../areas/forensics/rules/run-rules.jobs.ts';
import { createTimelineExportJob } from '../areas/forensics/timeline/timeline.jobs.ts';
import { createHandoverExportJob } from '../areas/handover/handover-export.jobs.ts';
import { handoverFactsJob } from '../areas/handover/handover-facts.jobs.ts';
import { previewLinkingJob } from '../areas/incidents/preview.jobs.ts';
import { tellOfReassessment } from '../areas/notifications/reassessment-notice.ts';
import { markdownBlocks } from '../areas/policies/policy-export.blocks.ts';
import { exportPolicyJob } from '../areas/policies/policy-export.jobs.ts';
import { policyFileJob } from '../areas/policies/policy-import.jobs.ts';
import { quantJob } from '../areas/risk/quant.jobs.ts';
import { exportRisksJob } from '../areas/risk/risk-export.jobs.ts';
import { createImportRisksJob, readRisksJob } from '../areas/risk/risk-import.jobs.ts';
import { backupJob } from '../areas/settings/backup.jobs.ts';
import { restoreJob } from '../areas/settings/restore.jobs.ts';
import { createRetentionJob } from '../areas/settings/retention.jobs.ts';
import { createSuppressionPreviewJob } from '../areas/suppression/suppression-preview.jobs.ts';
import { createSuppressionRunJob } from '../areas/suppression/suppression-run.jobs.ts';
import { readQuestionnaireJob } from '../areas/vendors/questionnaire-workbook.jobs.ts';
import { createMatchSignalsJob } from '../areas/vendors/vendor-signals.jobs.ts';
import { exportVendorsJob } from '../areas/vendors/vendors-export.jobs.ts';
import type { JobKinds } from '../jobs/job.ts';
import { lazyJob } from '../jobs/lazy-job.ts';
import { createCaseAttack, createCaseSources } from './case-sources.ts';
import { exchangeJobs } from './exchange-jobs.ts';
import { forensicToolJobs } from './forensic-tool-jobs.ts';
import { intakeJobs } from './intake-jobs.ts';
import { addProvenAlert } from './proven-alert.ts';

export function otherJobs(): JobKinds {
  return {
    backup: backupJob,
    restore: restoreJob,
    retention: createRetentionJob({ removeAlerts }),
    'evidence-store': storeFileJob,
    'evidence-verify': verifyFileJob,
    'engine-backtest': backtestJob,
    'attack-file': attackFileJob,
    'incident-preview': previewLinkingJob,
    'audit-sample': drawSampleJob,
    'audit-sample-check': verifySampleJob,
    'audit-report': createAuditReportJob({ readProofs: readControlProofs }),
    'audit-package': createAuditPackageJob({
      readProofs: readControlProofs,
      evidenceFolder: EVIDENCE_FOLDER,
      noteExport: (key) => (tx, id, note) =>
        createCustodyKeeper(key).note(tx, id, 'EXPORTED', note),
    }),
    'indicator-export': exportIndicatorsJob,
    'indicator-extract': extractFileJob,
    'indicator-file': readIndicatorsJob,
    'indicator-import': importIndicatorsJob,
    'indicator-sweep': createSweepJob(({ ends, records, format }) =>
      unpackRawBlock({
        format: format as 'json',
        ends: new Uint32Array(new Uint8Array(ends).buffer),
        records: new Uint8Array(records),
      }).map((record) => record?.bytes ?? null),
    ),
    'compliance-export': exportComplianceJob,
    'framework-file': frameworkFileJob,
    'handover-facts': handoverFactsJob,
    'handover-export': createHandoverExportJob(markdownBlocks),
    ...intakeJobs(),
    ...forensicToolJobs(),
    ...exchangeJobs(),
    investigate: createInvestigateJob(createCaseSources),
    'investigation-report': investigationReportJob,
    'investigation-bundle': investigationBundleJob,
    'rule-pack': rulePackJob,
    'rule-run': createRuleRunJob(addProvenAlert),
    'rule-trial': ruleTrialJob,
    'event-digest': lazyJob(
      async () => (await import('../areas/forensics/timeline/digest.jobs.ts')).digestJob,
    ),
    'timeline-export': createTimelineExportJob(createCaseAttack),
    'policy-export': exportPolicyJob,
    'policy-file': policyFileJob,
    'controls-bulk': bulkControlsJob,
    'controls-undo': undoControlsJob,
    'vendor-export': exportVendorsJob,
    'vendor-questionnaire': readQuestionnaireJob,
    'vendor-signals': createMatchSignalsJob(tellOfReassessment),
    'suppression-preview': createSuppressionPreviewJob(rowToAlert),
    'suppression-run': createSuppressionRunJob(changeAlerts),
    'risk-quant': quantJob,
    'risk-export': exportRisksJob,
    'risk-file': readRisksJob,
    'risk-import': createImportRisksJob(readControlEffects),
  };
}
