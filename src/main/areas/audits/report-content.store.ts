import type { Opinion } from '../../../shared/areas/audits/audit-reports.rules.ts';
import {
  controlAssurance,
  coverageAndAssurance,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import { frameworkScore } from '../../../shared/areas/compliance/compliance.rules.ts';
import {
  type ControlProof,
  evidenceState,
  isAssessed,
  isScored,
} from '../../../shared/areas/compliance/proof.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { readWorkspaceKind } from '../../db/workspace-kind.ts';
import { readNames } from './audit-people.store.ts';
import { type AuditRow, findAudit } from './audits.store.ts';
import type { ReadProofs, ReportContent, ReportFramework } from './report-content.ts';
import { readReportEvidence } from './report-evidence.store.ts';
import { limitationsOf } from './report-limitations.ts';
import { readReportFindings, readReportRequests, readReportSamples } from './report-work.store.ts';

export interface ContentQuery {
  readonly auditId: string;
  readonly opinion: Opinion | null;
  readonly conclusion: string | null;
  readonly now: number;
  readonly readProofs: ReadProofs;
}

function frameworkOf(
  { id, name, version }: { id: string; name: string; version: string | null },
  proofs: readonly ControlProof[],
  now: number,
): ReportFramework {
  const assessed = proofs.filter((proof) => isScored(proof) && isAssessed(proof));
  const compliant = assessed.filter(({ status }) => status === 'COMPLIANT');
  const { coverage, assurance } = coverageAndAssurance(proofs, now);
  return {
    ...{ id, name, version, coverage, assurance },
    score: frameworkScore(compliant.length, assessed.length),
    controls: proofs
      .filter(({ isGone }) => !isGone)
      .map((proof) => ({
        id: proof.id,
        ref: proof.ref,
        title: proof.title,
        status: proof.status,
        isApplicable: proof.isApplicable,
        assurance: controlAssurance(proof, now).assurance,
        validEvidence: proof.evidence.filter((item) => evidenceState(item, now) === 'valid').length,
      })),
  };
}

function readFrameworks(db: ReadDb, audit: AuditRow, query: ContentQuery): ReportFramework[] {
  const { now, readProofs } = query;
  return db
    .all<{ id: string; name: string; version: string | null }>(
      `SELECT f.id, f.name, f.version FROM audit_frameworks af
       JOIN compliance_frameworks f ON f.id = af.framework_id AND f.deleted_at IS NULL
       WHERE af.audit_id = ? AND af.deleted_at IS NULL ORDER BY f.name, f.id`,
      audit.id,
    )
    .map((row) => frameworkOf(row, readProofs(db, { now, frameworkId: row.id }), now));
}

/** @throws AppError 'not-found'. */
export function readReportContent(db: ReadDb, query: ContentQuery): ReportContent {
  const audit = findAudit(db, query.auditId);
  if (!audit) throw new AppError('not-found', 'There is no such audit');
  const names = readNames(db);
  const content: Omit<ReportContent, 'limitations'> = {
    workspace: readWorkspaceKind(db) ?? 'empty',
    audit: {
      id: audit.id,
      title: audit.title,
      description: audit.description,
      type: audit.type,
      framework: audit.framework,
      auditor: audit.auditor,
      status: audit.status,
      startDate: audit.startDate,
      endDate: audit.endDate,
      reportDate: audit.reportDate,
      periodStart: audit.periodStart,
      periodEnd: audit.periodEnd,
      scope: audit.scope,
      recommendations: audit.recommendations,
      assignedTo: audit.assignedTo === null ? null : (names.get(audit.assignedTo) ?? null),
    },
    opinion: query.opinion,
    conclusion: query.conclusion,
    frameworks: readFrameworks(db, audit, query),
    requests: readReportRequests(db, audit.id, names),
    samples: readReportSamples(db, audit.id, names),
    findings: readReportFindings(db, audit.id, names),
    evidence: readReportEvidence(db, audit, { now: query.now, names }),
  };
  return { ...content, limitations: limitationsOf(content) };
}
