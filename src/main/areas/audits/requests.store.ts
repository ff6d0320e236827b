import { isRequestMissing, overlapsPeriod } from '../../../shared/areas/audits/audits.rules.ts';
import type { AuditRequest, RequestQuery } from '../../../shared/areas/audits/requests.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  auditRequestControlsTable,
  auditRequestEvidenceTable,
  auditRequestsTable,
} from '../../db/tables/audit-work.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Place } from './audit-cursor.ts';
import { personOf, readNames } from './audit-people.store.ts';

export type RequestRow = RowOf<typeof auditRequestsTable>;

export function findRequest(db: ReadDb, id: string): RequestRow | undefined {
  return db.rows(
    auditRequestsTable,
    'SELECT * FROM audit_requests WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** A request's number within its audit. */
function nextRequestNumber(db: ReadDb, auditId: string): number {
  const found = db.get<{ n: number | null }>(
    'SELECT max(number) AS n FROM audit_requests WHERE audit_id = ?',
    auditId,
  );
  return (found?.n ?? 0) + 1;
}

interface Where {
  readonly sql: string;
  readonly values: readonly Bound[];
}

function whereOf(query: RequestQuery, today: string): Where {
  const parts = ['r.deleted_at IS NULL', 'a.deleted_at IS NULL'];
  const values: Bound[] = [];
  const add = (sql: string, ...bound: Bound[]) => {
    parts.push(sql);
    values.push(...bound);
  };
  if (query.audit) add('r.audit_id = ?', query.audit);
  if (query.status?.length)
    add('r.status IN (SELECT value FROM json_each(?))', JSON.stringify(query.status));
  if (query.owner) add('r.owner = ?', query.owner);
  if (query.overdue === 'true') add("r.status IN ('OPEN', 'RETURNED') AND r.due < ?", today);
  return { sql: parts.join(' AND '), values };
}

const FROM = 'FROM audit_requests r JOIN audits a ON a.id = r.audit_id';

export function listRequests(
  db: ReadDb,
  query: RequestQuery,
  { after, now }: { after: Place | null; now: number },
): { rows: RequestRow[]; total: number } {
  const { sql, values } = whereOf(query, toIso(now).slice(0, 10));
  const total =
    db.get<{ n: number }>(`SELECT count(*) AS n ${FROM} WHERE ${sql}`, ...values)?.n ?? 0;
  const rows = db.rows(
    auditRequestsTable,
    `SELECT r.* ${FROM} WHERE ${sql} AND (r.created_at, r.id) < (?, ?)
     ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    ...values,
    after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    after?.id ?? '',
    query.limit + 1,
  );
  return { rows, total };
}

type ControlOf = AuditRequest['controls'][number] & { requestId: string };

function readControls(db: ReadDb, ids: string): Map<string, ControlOf[]> {
  const rows = db.all<ControlOf>(
    `SELECT rc.request_id AS requestId, c.id, c.control_id AS ref, c.title, f.name AS framework
     FROM audit_request_controls rc JOIN controls c ON c.id = rc.control_id
     JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE rc.deleted_at IS NULL AND rc.request_id IN (SELECT value FROM json_each(?))
     ORDER BY f.name, c.position, c.control_id`,
    ids,
  );
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

interface EvidenceOf {
  readonly requestId: string;
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly verdict: string;
  readonly expiresAt: number | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly addedAt: number;
}

const PERIOD_OF_EVIDENCE = `coalesce(e.period_start, e.collection_date) AS "from",
  coalesce(e.period_end, e.collection_date) AS "to"`;

function readEvidence(db: ReadDb, ids: string): Map<string, EvidenceOf[]> {
  const rows = db.all<EvidenceOf>(
    `SELECT re.request_id AS requestId, e.id, e.title, e.type, e.verdict,
       e.expiration_date AS expiresAt, ${PERIOD_OF_EVIDENCE}, re.created_at AS addedAt
     FROM audit_request_evidence re JOIN evidence e ON e.id = re.evidence_id
     WHERE re.deleted_at IS NULL AND e.deleted_at IS NULL
       AND re.request_id IN (SELECT value FROM json_each(?)) ORDER BY re.created_at, re.id`,
    ids,
  );
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

/** What may be attached: null where there is no such evidence, or a later revision took its place. */
export function findAttachable(
  db: ReadDb,
  evidenceId: string,
): { verdict: string; from: number | null; to: number | null } | null {
  const found = db.get<{ verdict: string; from: number | null; to: number | null }>(
    `SELECT e.verdict, ${PERIOD_OF_EVIDENCE} FROM evidence e
     WHERE e.id = ? AND e.deleted_at IS NULL AND e.superseded_by IS NULL`,
    evidenceId,
  );
  return found ?? null;
}

export function findRequestEvidence(
  db: ReadDb,
  requestId: string,
  evidenceId: string,
): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM audit_request_evidence WHERE request_id = ? AND evidence_id = ? AND deleted_at IS NULL',
    requestId,
    evidenceId,
  )?.id;
}

export function countRequestEvidence(db: ReadDb, requestId: string): number {
  const found = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM audit_request_evidence WHERE request_id = ? AND deleted_at IS NULL',
    requestId,
  );
  return found?.n ?? 0;
}

interface AuditOf {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at));

/** Rows as the calls answer them, read set by set. */
export function toRequests(db: ReadDb, rows: readonly RequestRow[], now: number): AuditRequest[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const controls = readControls(db, ids);
  const evidence = readEvidence(db, ids);
  const names = readNames(db);
  const audits = new Map(
    db
      .all<AuditOf>(
        `SELECT id, title, status, period_start AS periodStart, period_end AS periodEnd FROM audits
         WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify([...new Set(rows.map(({ auditId }) => auditId))]),
      )
      .map((audit) => [audit.id, audit]),
  );
  const today = toIso(now).slice(0, 10);
  return rows.flatMap((row) => {
    const audit = audits.get(row.auditId);
    if (!audit) return [];
    return {
      id: row.id,
      number: row.number,
      audit: { id: audit.id, title: audit.title, status: audit.status },
      title: row.title,
      description: row.description,
      status: row.status,
      isOverdue: isRequestMissing(row.status) && row.due !== null && row.due < today,
      owner: personOf(names, row.owner),
      due: row.due,
      controls: (controls.get(row.id) ?? []).map(({ requestId, ...control }) => control),
      evidence: (evidence.get(row.id) ?? []).map((item) => ({
        id: item.id,
        title: item.title,
        type: item.type,
        verdict: item.verdict,
        expiresAt: isoOrNull(item.expiresAt),
        isInPeriod: overlapsPeriod(audit, item),
        addedAt: toIso(item.addedAt),
      })),
      providedNote: row.providedNote,
      providedBy: personOf(names, row.providedBy),
      providedAt: isoOrNull(row.providedAt),
      decisionNote: row.decisionNote,
      decidedBy: personOf(names, row.decidedBy),
      decidedAt: isoOrNull(row.decidedAt),
      isSelfApproved: row.isSelfApproved,
      origin: row.origin,
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
    };
  });
}

export interface RequestToMake {
  readonly title: string;
  readonly description: string | null;
  readonly owner: string | null;
  readonly due: string | null;
  readonly controlIds: readonly string[];
}

/** Makes requests with the next numbers of their audit. Returns their ids. */
export function insertRequests(
  tx: WriteTx,
  auditId: string,
  requests: readonly RequestToMake[],
  { actor, origin, newId }: { actor: string; origin: 'hand' | 'scope' | 'csv'; newId: NewId },
): string[] {
  const first = nextRequestNumber(tx, auditId);
  tx.announce('audits', auditId);
  return requests.map(({ controlIds, ...request }, index) => {
    const id = newId();
    tx.insert(auditRequestsTable, {
      ...request,
      id,
      auditId,
      number: first + index,
      controlId: controlIds[0] ?? null,
      origin,
      createdBy: actor,
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    saveRequestControls(tx, id, controlIds, newId);
    return id;
  });
}

/** Makes exactly these the controls that a request asks about. */
export function saveRequestControls(
  tx: WriteTx,
  requestId: string,
  controlIds: readonly string[],
  newId: NewId,
): void {
  const wanted = new Set(controlIds);
  const rows = tx.rows(
    auditRequestControlsTable,
    'SELECT * FROM audit_request_controls WHERE request_id = ? AND deleted_at IS NULL',
    requestId,
  );
  for (const { id, controlId } of rows) {
    if (!wanted.delete(controlId)) tx.remove(auditRequestControlsTable, id);
  }
  for (const controlId of wanted) {
    tx.insert(auditRequestControlsTable, {
      id: newId(),
      requestId,
      controlId,
      createdAt: tx.now,
    });
  }
}

export function linkEvidence(
  tx: WriteTx,
  row: { id: string; requestId: string; evidenceId: string; addedBy: string },
): void {
  tx.insert(auditRequestEvidenceTable, { ...row, createdAt: tx.now });
}
