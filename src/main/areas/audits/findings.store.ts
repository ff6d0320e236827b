import type {
  Finding,
  FindingDetail,
  FindingQuery,
} from '../../../shared/areas/audits/findings.contract.ts';
import { isFindingOverdue } from '../../../shared/areas/audits/findings.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { findingsTable } from '../../db/tables/findings.table.ts';
import type { Place } from './audit-cursor.ts';
import { personOf, readNames } from './audit-people.store.ts';

export type FindingRow = RowOf<typeof findingsTable>;

export function findFinding(db: ReadDb, id: string): FindingRow | undefined {
  return db.rows(
    findingsTable,
    'SELECT * FROM findings WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** A finding's number in this workspace; numbers of removed ones do not come back. */
export function nextFindingNumber(db: ReadDb): number {
  return (db.get<{ n: number | null }>('SELECT max(number) AS n FROM findings')?.n ?? 0) + 1;
}

export function listFindings(
  db: ReadDb,
  query: FindingQuery,
  { after, now }: { after: Place | null; now: number },
): { rows: FindingRow[]; total: number } {
  const parts = ['deleted_at IS NULL'];
  const values: Bound[] = [];
  const add = (sql: string, ...bound: Bound[]) => {
    parts.push(sql);
    values.push(...bound);
  };
  const list = (column: string, wanted: readonly string[] | undefined) => {
    if (wanted?.length)
      add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted));
  };
  if (query.audit) add('audit_id = ?', query.audit);
  if (query.control) add('control_id = ?', query.control);
  list('status', query.status);
  list('severity', query.severity);
  if (query.overdue === 'true')
    add(
      `((status IN ('OPEN', 'REMEDIATION', 'RETEST') AND due_at < ?)
        OR (status = 'ACCEPTED' AND accepted_until < ?))`,
      now,
      toIso(now).slice(0, 10),
    );
  const sql = parts.join(' AND ');
  const total =
    db.get<{ n: number }>(`SELECT count(*) AS n FROM findings WHERE ${sql}`, ...values)?.n ?? 0;
  const rows = db.rows(
    findingsTable,
    `SELECT * FROM findings WHERE ${sql} AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...values,
    after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    after?.id ?? '',
    query.limit + 1,
  );
  return { rows, total };
}

function readAudits(db: ReadDb, ids: readonly (string | null)[]) {
  return new Map(
    db
      .all<{ id: string; title: string }>(
        'SELECT id, title FROM audits WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids.filter((id) => id !== null)),
      )
      .map((audit) => [audit.id, audit]),
  );
}

function readControls(db: ReadDb, ids: readonly (string | null)[]) {
  return new Map(
    db
      .all<NonNullable<Finding['control']>>(
        `SELECT c.id, c.control_id AS ref, c.title, f.name AS framework FROM controls c
         JOIN compliance_frameworks f ON f.id = c.framework_id
         WHERE c.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids.filter((id) => id !== null)),
      )
      .map((control) => [control.id, control]),
  );
}

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at));

/** Rows as the calls answer them, read set by set. */
export function toFindings(db: ReadDb, rows: readonly FindingRow[], now: number): Finding[] {
  const audits = readAudits(
    db,
    rows.map(({ auditId }) => auditId),
  );
  const controls = readControls(
    db,
    rows.map(({ controlId }) => controlId),
  );
  const names = readNames(db);
  return rows.map((row) => ({
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
    isOverdue: isFindingOverdue(row, now),
    audit: (row.auditId && audits.get(row.auditId)) || null,
    control: (row.controlId && controls.get(row.controlId)) || null,
    owner: personOf(names, row.owner),
    dueAt: isoOrNull(row.dueAt),
    remediationPlan: row.remediationPlan,
    remediationNote: row.remediationNote,
    remediatedBy: personOf(names, row.remediatedBy),
    remediatedAt: isoOrNull(row.remediatedAt),
    retestResult: row.retestResult,
    retestNote: row.retestNote,
    retestedBy: personOf(names, row.retestedBy),
    retestedAt: isoOrNull(row.retestedAt),
    isSelfApproved: row.isSelfApproved,
    acceptedBy: personOf(names, row.acceptedBy),
    acceptedReason: row.acceptedReason,
    acceptedUntil: row.acceptedUntil,
    closedAt: isoOrNull(row.closedAt),
    sampleId: row.sampleId,
    sampleItem: row.sampleItem,
    createdBy: personOf(names, row.createdBy),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }));
}

export function readFindingEvidence(db: ReadDb, findingId: string): FindingDetail['evidence'] {
  return db
    .all<{ id: string; title: string; type: string; addedAt: number }>(
      `SELECT e.id, e.title, e.type, fe.created_at AS addedAt FROM finding_evidence fe
       JOIN evidence e ON e.id = fe.evidence_id
       WHERE fe.finding_id = ? AND fe.deleted_at IS NULL AND e.deleted_at IS NULL
       ORDER BY fe.created_at, fe.id`,
      findingId,
    )
    .map((item) => ({ ...item, addedAt: toIso(item.addedAt) }));
}

export function findFindingEvidence(
  db: ReadDb,
  findingId: string,
  evidenceId: string,
): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM finding_evidence WHERE finding_id = ? AND evidence_id = ? AND deleted_at IS NULL',
    findingId,
    evidenceId,
  )?.id;
}

export function isEvidence(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM evidence WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}
