import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import type { OpenItems } from '../../../shared/areas/audits/audits.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { auditFrameworksTable } from '../../db/tables/audit-work.table.ts';
import { auditsTable } from '../../db/tables/audits.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Place } from './audit-cursor.ts';
import { NO_PROGRESS, readProgress } from './audit-progress.store.ts';

export type AuditRow = RowOf<typeof auditsTable>;

export function findAudit(db: ReadDb, id: string): AuditRow | undefined {
  return db.rows(auditsTable, 'SELECT * FROM audits WHERE id = ? AND deleted_at IS NULL', id)[0];
}

export function listAudits(
  db: ReadDb,
  { after, limit }: { after: Place | null; limit: number },
): AuditRow[] {
  return db.rows(
    auditsTable,
    `SELECT * FROM audits WHERE deleted_at IS NULL AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    after?.id ?? '',
    limit + 1,
  );
}

export function countAudits(db: ReadDb): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM audits WHERE deleted_at IS NULL')?.n ?? 0;
}

type FrameworkOf = Audit['frameworks'][number] & { auditId: string };

function readFrameworks(db: ReadDb, ids: string): Map<string, FrameworkOf[]> {
  const rows = db.all<FrameworkOf>(
    `SELECT af.audit_id AS auditId, f.id, f.name, f.version FROM audit_frameworks af
     JOIN compliance_frameworks f ON f.id = af.framework_id
     WHERE af.deleted_at IS NULL AND f.deleted_at IS NULL
       AND af.audit_id IN (SELECT value FROM json_each(?)) ORDER BY f.name, f.id`,
    ids,
  );
  return Map.groupBy(rows, ({ auditId }) => auditId);
}

interface ToldFinding {
  readonly auditId: string;
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
}

function readFindings(db: ReadDb, ids: string): Map<string, ToldFinding[]> {
  const rows = db.all<ToldFinding>(
    `SELECT audit_id AS auditId, id, number, title, severity, status FROM findings
     WHERE deleted_at IS NULL AND audit_id IN (SELECT value FROM json_each(?)) ORDER BY number, id`,
    ids,
  );
  return Map.groupBy(rows, ({ auditId }) => auditId);
}

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at));

/** Rows as the calls answer them, with scope, findings and progress, read set by set. */
export function toAudits(db: ReadDb, rows: readonly AuditRow[], now: number): Audit[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const frameworks = readFrameworks(db, ids);
  const findings = readFindings(db, ids);
  const progress = readProgress(db, ids, now);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    framework: row.framework,
    auditor: row.auditor,
    status: row.status,
    startDate: row.startDate,
    endDate: row.endDate,
    reportDate: row.reportDate,
    findings: (findings.get(row.id) ?? null)?.map(({ auditId, ...told }) => told) ?? row.findings,
    recommendations: row.recommendations,
    assignedTo: row.assignedTo,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    scope: row.scope,
    frameworks: (frameworks.get(row.id) ?? []).map(({ auditId, ...framework }) => framework),
    progress: progress.get(row.id) ?? NO_PROGRESS,
    preparationStartedAt: isoOrNull(row.preparationStartedAt),
    packageReadyAt: isoOrNull(row.packageReadyAt),
    startedAt: isoOrNull(row.startedAt),
    endedAt: isoOrNull(row.endedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }));
}

/** What stands open of an audit when it is to be completed. */
export function readOpenItems(db: ReadDb, auditId: string): OpenItems {
  const count = (sql: string) => db.get<{ n: number }>(sql, auditId)?.n ?? 0;
  return {
    requests: count(
      "SELECT count(*) AS n FROM audit_requests WHERE audit_id = ? AND deleted_at IS NULL AND status <> 'ACCEPTED'",
    ),
    criticalFindings: count(
      `SELECT count(*) AS n FROM findings WHERE audit_id = ? AND deleted_at IS NULL
       AND severity = 'CRITICAL' AND status IN ('OPEN', 'REMEDIATION', 'RETEST')`,
    ),
  };
}

/** Those of the given frameworks that there are. */
export function knownFrameworks(db: ReadDb, ids: readonly string[]): ReadonlySet<string> {
  return new Set(
    db
      .all<{ id: string }>(
        'SELECT id FROM compliance_frameworks WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      )
      .map(({ id }) => id),
  );
}

/** Makes exactly these the frameworks in scope. */
export function saveScope(
  tx: WriteTx,
  auditId: string,
  frameworkIds: readonly string[],
  newId: NewId,
): void {
  const wanted = new Set(frameworkIds);
  const kept = new Set<string>();
  const rows = tx.rows(
    auditFrameworksTable,
    'SELECT * FROM audit_frameworks WHERE audit_id = ? AND deleted_at IS NULL',
    auditId,
  );
  for (const { id, frameworkId } of rows) {
    if (wanted.has(frameworkId)) kept.add(frameworkId);
    else tx.remove(auditFrameworksTable, id);
  }
  for (const frameworkId of wanted) {
    if (kept.has(frameworkId)) continue;
    tx.insert(auditFrameworksTable, { id: newId(), auditId, frameworkId, createdAt: tx.now });
  }
}
