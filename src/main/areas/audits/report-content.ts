/**
 * What a report of an audit says, whatever its form: read once from the workspace
 * (report-content.store.ts), then written as PDF, Word, Excel or OSCAL, or into the package.
 * Times are ms since the epoch, days 'YYYY-MM-DD', people their names.
 */
import { createHash } from 'node:crypto';
import type { Opinion } from '../../../shared/areas/audits/audit-reports.rules.ts';
import type { AuditStatus } from '../../../shared/areas/audits/audits.rules.ts';
import type { Reconciliation } from '../../../shared/areas/audits/samples.contract.ts';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { ControlProof } from '../../../shared/areas/compliance/proof.rules.ts';
import type { ReadDb } from '../../db/database.ts';

/** Of the area compliance, handed over in the wiring. */
export type ReadProofs = (
  db: ReadDb,
  query: { readonly now: number; readonly frameworkId?: string },
) => ControlProof[];

export interface ReportAudit {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly type: string;
  readonly framework: string | null;
  readonly auditor: string | null;
  readonly status: AuditStatus;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly reportDate: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly scope: string | null;
  readonly recommendations: string | null;
  readonly assignedTo: string | null;
}

export interface ReportControl {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly status: ControlStatus;
  readonly isApplicable: boolean;
  /** 0 to 100 with one digit; null where it is not assessed or does not apply. */
  readonly assurance: number | null;
  readonly validEvidence: number;
}

/** Figures are percentages, null where there is nothing to take a share of. */
export interface ReportFramework {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  /** COMPLIANT of assessed. */
  readonly score: number | null;
  readonly coverage: number | null;
  readonly assurance: number | null;
  readonly controls: readonly ReportControl[];
}

export interface ReportRequest {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly controls: readonly string[];
  readonly owner: string | null;
  readonly due: string | null;
  readonly status: string;
  readonly providedBy: string | null;
  readonly providedAt: number | null;
  readonly providedNote: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly decisionNote: string | null;
  readonly isSelfApproved: boolean;
  readonly evidenceIds: readonly string[];
}

export interface ReportSampleItem {
  readonly ref: string;
  readonly ordinal: number;
  readonly label: string;
  readonly at: string;
  readonly facts: Readonly<Record<string, string | null>>;
  readonly result: string | null;
  readonly note: string | null;
  readonly evidenceId: string | null;
  readonly testedBy: string | null;
  readonly testedAt: number | null;
}

export interface ReportSample {
  readonly id: string;
  readonly number: number;
  readonly population: string;
  readonly purpose: string | null;
  readonly filter: Readonly<Record<string, string>>;
  readonly periodStart: number;
  /** Not included. */
  readonly periodEnd: number;
  readonly seed: string;
  readonly method: string;
  readonly size: number;
  readonly sizeBasis: string;
  readonly populationCount: number;
  readonly populationSha256: string;
  readonly reconciliation: Reconciliation;
  readonly drawnBy: string | null;
  readonly drawnAt: number;
  readonly items: readonly ReportSampleItem[];
}

export interface ReportFinding {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly criteria: string | null;
  readonly condition: string | null;
  readonly cause: string | null;
  readonly effect: string | null;
  readonly recommendation: string | null;
  readonly severity: string;
  readonly status: string;
  readonly control: string | null;
  readonly controlId: string | null;
  readonly owner: string | null;
  readonly dueAt: number | null;
  readonly remediationPlan: string | null;
  readonly remediatedBy: string | null;
  readonly remediatedAt: number | null;
  readonly remediationNote: string | null;
  readonly retestedBy: string | null;
  readonly retestedAt: number | null;
  readonly retestResult: string | null;
  readonly retestNote: string | null;
  readonly isSelfApproved: boolean;
  readonly acceptedBy: string | null;
  readonly acceptedReason: string | null;
  readonly acceptedUntil: string | null;
  readonly closedAt: number | null;
  readonly createdAt: number;
  readonly evidenceIds: readonly string[];
}

export interface ReportEvidence {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly source: string | null;
  readonly collector: string;
  readonly collectedBy: string | null;
  readonly collectedAt: number | null;
  readonly receivedAt: number | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly expiresAt: number | null;
  readonly verdict: string;
  readonly reviewedBy: string | null;
  readonly reviewedAt: number | null;
  readonly reviewNote: string | null;
  readonly isSelfApproved: boolean;
  readonly isValid: boolean;
  /** Null: the audit or the evidence states no period. */
  readonly isInPeriod: boolean | null;
  readonly revision: number;
  readonly fileName: string | null;
  readonly mediaType: string | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  /** Where the file is kept that is not stored here. */
  readonly keptAt: string | null;
}

export interface ReportContent {
  readonly workspace: string;
  readonly audit: ReportAudit;
  readonly opinion: Opinion | null;
  readonly conclusion: string | null;
  readonly frameworks: readonly ReportFramework[];
  readonly requests: readonly ReportRequest[];
  readonly samples: readonly ReportSample[];
  readonly findings: readonly ReportFinding[];
  readonly evidence: readonly ReportEvidence[];
  /** What limits the report, in sentences. */
  readonly limitations: readonly string[];
}

/** Equal for two reports that say the same, whatever their form and the moment they were made at. */
export function contentSha256(content: ReportContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Approvals of people's own work that the report tells of. */
export function selfApprovedCount({ requests, findings, evidence }: ReportContent): number {
  const isMarked = (row: { readonly isSelfApproved: boolean }) => row.isSelfApproved;
  return [requests, findings, evidence].reduce(
    (sum, rows) => sum + (rows as readonly { isSelfApproved: boolean }[]).filter(isMarked).length,
    0,
  );
}
