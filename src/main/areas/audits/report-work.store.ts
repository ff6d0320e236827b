/** Requests, samples and findings of an audit, with names for people and controls. */
import type { Reconciliation } from '../../../shared/areas/audits/samples.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import {
  auditRequestsTable,
  auditSampleResultsTable,
  auditSamplesTable,
} from '../../db/tables/audit-work.table.ts';
import { findingsTable } from '../../db/tables/findings.table.ts';
import type { ReportFinding, ReportRequest, ReportSample } from './report-content.ts';

type Names = ReadonlyMap<string, string>;
const nameIn = (names: Names, id: string | null) => (id === null ? null : (names.get(id) ?? id));

/** Second column by first. */
function listsOf(db: ReadDb, sql: string, auditId: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { owner, item } of db.iterate<{ owner: string; item: string }>(sql, auditId)) {
    const list = lists.get(owner);
    if (list) list.push(item);
    else lists.set(owner, [item]);
  }
  return lists;
}

export function readReportRequests(db: ReadDb, auditId: string, names: Names): ReportRequest[] {
  const controls = listsOf(
    db,
    `SELECT rc.request_id AS owner, c.control_id AS item FROM audit_request_controls rc
     JOIN audit_requests r ON r.id = rc.request_id JOIN controls c ON c.id = rc.control_id
     WHERE r.audit_id = ? AND rc.deleted_at IS NULL ORDER BY c.control_id, c.id`,
    auditId,
  );
  const evidence = listsOf(
    db,
    `SELECT re.request_id AS owner, re.evidence_id AS item FROM audit_request_evidence re
     JOIN audit_requests r ON r.id = re.request_id
     WHERE r.audit_id = ? AND re.deleted_at IS NULL ORDER BY re.created_at, re.id`,
    auditId,
  );
  return db
    .rows(
      auditRequestsTable,
      'SELECT * FROM audit_requests WHERE audit_id = ? AND deleted_at IS NULL ORDER BY number, id',
      auditId,
    )
    .map((row) => ({
      id: row.id,
      number: row.number,
      title: row.title,
      description: row.description,
      controls: controls.get(row.id) ?? [],
      owner: nameIn(names, row.owner),
      due: row.due,
      status: row.status,
      providedBy: nameIn(names, row.providedBy),
      providedAt: row.providedAt,
      providedNote: row.providedNote,
      decidedBy: nameIn(names, row.decidedBy),
      decidedAt: row.decidedAt,
      decisionNote: row.decisionNote,
      isSelfApproved: row.isSelfApproved,
      evidenceIds: evidence.get(row.id) ?? [],
    }));
}

export function readReportSamples(db: ReadDb, auditId: string, names: Names): ReportSample[] {
  const results = new Map(
    db
      .rows(
        auditSampleResultsTable,
        `SELECT sr.* FROM audit_sample_results sr JOIN audit_samples s ON s.id = sr.sample_id
         WHERE s.audit_id = ? AND sr.deleted_at IS NULL`,
        auditId,
      )
      .map((row) => [`${row.sampleId} ${row.itemRef}`, row] as const),
  );
  return db
    .rows(
      auditSamplesTable,
      'SELECT * FROM audit_samples WHERE audit_id = ? AND deleted_at IS NULL ORDER BY number, id',
      auditId,
    )
    .map((row) => ({
      id: row.id,
      number: row.number,
      population: row.population,
      purpose: row.purpose,
      filter: row.filter,
      periodStart: row.periodStart,
      periodEnd: row.periodEnd,
      seed: row.seed,
      method: row.method,
      size: row.size,
      sizeBasis: row.sizeBasis,
      populationCount: row.populationCount,
      populationSha256: row.populationSha256,
      reconciliation: row.reconciliation as Reconciliation,
      drawnBy: nameIn(names, row.drawnBy),
      drawnAt: row.drawnAt,
      items: row.items.map((item) => {
        const tested = results.get(`${row.id} ${item.ref}`);
        return {
          ...item,
          result: tested?.result ?? null,
          note: tested?.note ?? null,
          evidenceId: tested?.evidenceId ?? null,
          testedBy: nameIn(names, tested?.testedBy ?? null),
          testedAt: tested?.testedAt ?? null,
        };
      }),
    }));
}

export function readReportFindings(db: ReadDb, auditId: string, names: Names): ReportFinding[] {
  const refs = new Map(
    db
      .all<{ id: string; ref: string }>(
        `SELECT c.id, c.control_id AS ref FROM findings f JOIN controls c ON c.id = f.control_id
         WHERE f.audit_id = ?`,
        auditId,
      )
      .map(({ id, ref }) => [id, ref]),
  );
  const evidence = listsOf(
    db,
    `SELECT fe.finding_id AS owner, fe.evidence_id AS item FROM finding_evidence fe
     JOIN findings f ON f.id = fe.finding_id
     WHERE f.audit_id = ? AND fe.deleted_at IS NULL ORDER BY fe.created_at, fe.id`,
    auditId,
  );
  return db
    .rows(
      findingsTable,
      'SELECT * FROM findings WHERE audit_id = ? AND deleted_at IS NULL ORDER BY number, id',
      auditId,
    )
    .map((row) => ({
      id: row.id,
      number: row.number,
      title: row.title,
      description: row.description,
      criteria: row.criteria,
      condition: row.condition,
      cause: row.cause,
      effect: row.effect,
      recommendation: row.recommendation,
      severity: row.severity,
      status: row.status,
      control: row.controlId === null ? null : (refs.get(row.controlId) ?? null),
      controlId: row.controlId,
      owner: nameIn(names, row.owner),
      dueAt: row.dueAt,
      remediationPlan: row.remediationPlan,
      remediatedBy: nameIn(names, row.remediatedBy),
      remediatedAt: row.remediatedAt,
      remediationNote: row.remediationNote,
      retestedBy: nameIn(names, row.retestedBy),
      retestedAt: row.retestedAt,
      retestResult: row.retestResult,
      retestNote: row.retestNote,
      isSelfApproved: row.isSelfApproved,
      acceptedBy: nameIn(names, row.acceptedBy),
      acceptedReason: row.acceptedReason,
      acceptedUntil: row.acceptedUntil,
      closedAt: row.closedAt,
      createdAt: row.createdAt,
      evidenceIds: evidence.get(row.id) ?? [],
    }));
}
