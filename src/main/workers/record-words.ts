/** What values of records are called by the pages that show them, by table and column: for conflicts. */
import { VERDICT_LABELS } from '../../shared/areas/alerts/dispositions.rules.ts';
import {
  AUDIT_FRAMEWORK_LABELS,
  AUDIT_STATUS_LABELS,
  AUDIT_TYPE_LABELS,
  REQUEST_STATUS_LABELS,
} from '../../shared/areas/audits/audits.rules.ts';
import { FINDING_STATUS_LABELS } from '../../shared/areas/audits/findings.rules.ts';
import { SAMPLE_RESULT_LABELS } from '../../shared/areas/audits/sampling.rules.ts';
import { CRITICALITY_LABELS } from '../../shared/areas/entities/entities.rules.ts';
import { CADENCE_LABELS, COLLECTOR_LABELS } from '../../shared/areas/evidence/collection.rules.ts';
import { EVIDENCE_TYPE_LABELS } from '../../shared/areas/evidence/evidence.rules.ts';
import {
  INVESTIGATION_STATUS_LABELS,
  INVESTIGATION_TYPE_LABELS,
  VERDICT_WORDS,
} from '../../shared/areas/forensics/investigations.rules.ts';
import { HANDOVER_STATE_LABELS } from '../../shared/areas/handover/handover.rules.ts';
import {
  POLICY_CATEGORY_LABELS,
  POLICY_STATUS_LABELS,
  VERSION_STATUS_LABELS,
} from '../../shared/areas/policies/policies.rules.ts';
import {
  IMPACT_LABELS,
  LIKELIHOOD_LABELS,
  RISK_CATEGORY_LABELS,
  RISK_STATUS_LABELS,
} from '../../shared/areas/risk/risks.rules.ts';
import { REASSESSMENT_STATE_LABELS } from '../../shared/areas/vendors/reassessments.rules.ts';
import {
  ANSWER_LABELS,
  ASSESSMENT_STATE_LABELS,
} from '../../shared/areas/vendors/vendor-assessments.rules.ts';
import {
  VENDOR_CATEGORY_LABELS,
  VENDOR_DOCUMENT_LABELS,
  VENDOR_STATUS_LABELS,
} from '../../shared/areas/vendors/vendors.rules.ts';
import type { ValueLabels } from '../areas/sync/conflicts/conflict-text.ts';

/** `3` → `Possible (3)`. */
const scale = (labels: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(labels.map((label, place) => [place + 1, `${label} (${place + 1})`]));

/** What is not here and is one of a few is written as a sentence (`PARTIALLY_COMPLIANT`). */
export const RECORD_WORDS: ValueLabels = {
  'alerts.verdict': VERDICT_LABELS,
  'audits.type': AUDIT_TYPE_LABELS,
  'audits.framework': AUDIT_FRAMEWORK_LABELS,
  'audits.status': AUDIT_STATUS_LABELS,
  'audit_requests.status': REQUEST_STATUS_LABELS,
  'audit_sample_results.result': SAMPLE_RESULT_LABELS,
  'collection_tasks.cadence': CADENCE_LABELS,
  'collection_tasks.collector': COLLECTOR_LABELS,
  'collection_tasks.type': EVIDENCE_TYPE_LABELS,
  'controls.status': { NON_COMPLIANT: 'Non-compliant' },
  'entity_marks.criticality': CRITICALITY_LABELS,
  'evidence.type': EVIDENCE_TYPE_LABELS,
  'findings.status': FINDING_STATUS_LABELS,
  'forensic_investigations.investigation_type': INVESTIGATION_TYPE_LABELS,
  'forensic_investigations.status': INVESTIGATION_STATUS_LABELS,
  'forensic_investigations.closing_verdict': VERDICT_WORDS,
  'forensic_investigations.verdict': VERDICT_WORDS,
  'handovers.state': HANDOVER_STATE_LABELS,
  'policies.status': POLICY_STATUS_LABELS,
  'policies.category': POLICY_CATEGORY_LABELS,
  'policy_versions.status': VERSION_STATUS_LABELS,
  'risks.category': RISK_CATEGORY_LABELS,
  'risks.status': RISK_STATUS_LABELS,
  'risks.likelihood': scale(LIKELIHOOD_LABELS),
  'risks.impact': scale(IMPACT_LABELS),
  'risks.residual_basis': {
    CREATION: '0.7 of the inherent risk',
    CONTROLS: 'Linked controls',
    PERSON: 'Own assessment',
  },
  'vendors.category': VENDOR_CATEGORY_LABELS,
  'vendors.status': VENDOR_STATUS_LABELS,
  'vendor_answers.answer': ANSWER_LABELS,
  'vendor_assessments.state': ASSESSMENT_STATE_LABELS,
  'vendor_documents.kind': VENDOR_DOCUMENT_LABELS,
  'vendor_reassessments.state': REASSESSMENT_STATE_LABELS,
};
