import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { auditPackagesTable, auditReportsTable } from '../../db/tables/audit-reports.table.ts';
import { auditsTable } from '../../db/tables/audits.table.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';
import { evidenceCustodyTable } from '../../db/tables/custody.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { sha256Of } from './package-manifest.ts';

export type ReportRow = RowOf<typeof auditReportsTable>;
export type PackageRow = RowOf<typeof auditPackagesTable>;
export type CustodyRow = RowOf<typeof evidenceCustodyTable>;

export function listReports(db: ReadDb, auditId: string): ReportRow[] {
  return db.rows(
    auditReportsTable,
    `SELECT * FROM audit_reports WHERE audit_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC`,
    auditId,
  );
}

export function findReport(db: ReadDb, auditId: string, id: string): ReportRow | undefined {
  return db.rows(
    auditReportsTable,
    'SELECT * FROM audit_reports WHERE id = ? AND audit_id = ? AND deleted_at IS NULL',
    id,
    auditId,
  )[0];
}

export function listPackages(db: ReadDb, auditId: string): PackageRow[] {
  return db.rows(
    auditPackagesTable,
    `SELECT * FROM audit_packages WHERE audit_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC`,
    auditId,
  );
}

export function findPackage(db: ReadDb, auditId: string, id: string): PackageRow | undefined {
  return db.rows(
    auditPackagesTable,
    'SELECT * FROM audit_packages WHERE id = ? AND audit_id = ? AND deleted_at IS NULL',
    id,
    auditId,
  )[0];
}

/** Whether a report or a package is this file. */
export function isAuditFileUsed(db: ReadDb, sha256: string): boolean {
  const sql = `SELECT 1 FROM audit_reports WHERE sha256 = ?
    UNION ALL SELECT 1 FROM audit_packages WHERE sha256 = ? LIMIT 1`;
  return db.get(sql, sha256, sha256) !== undefined;
}

const nextOf = (db: ReadDb, table: 'audit_reports' | 'audit_packages', auditId: string) =>
  (db.get<{ n: number }>(
    `SELECT max(${table === 'audit_reports' ? 'version' : 'number'}) AS n FROM ${table} WHERE audit_id = ?`,
    auditId,
  )?.n ?? 0) + 1;

export const nextReportVersion = (db: ReadDb, auditId: string): number =>
  nextOf(db, 'audit_reports', auditId);
export const nextPackageNumber = (db: ReadDb, auditId: string): number =>
  nextOf(db, 'audit_packages', auditId);

/** The first package of an audit ends its preparation. */
export function markPackageReady(tx: WriteTx, auditId: string): void {
  const isFirst =
    tx.get<{ at: number | null }>('SELECT package_ready_at AS at FROM audits WHERE id = ?', auditId)
      ?.at === null;
  if (isFirst) tx.update(auditsTable, auditId, { packageReadyAt: tx.now, updatedAt: tx.now });
}

/** A chain in its order, as it is kept. */
export function readCustody(db: Database, evidenceId: string): CustodyRow[] {
  return db.read('audits.custody', (reader) =>
    reader.rows(
      evidenceCustodyTable,
      'SELECT * FROM evidence_custody WHERE evidence_id = ? ORDER BY position, id',
      evidenceId,
    ),
  );
}

/** Where the audit log ends. */
export function auditLogHead(db: ReadDb): { seq: number; stamp: string; sha256: string } {
  const [last] = db.rows(auditLogTable, 'SELECT * FROM audit_log ORDER BY seq DESC LIMIT 1');
  if (!last) return { seq: 0, stamp: '', sha256: sha256Of('') };
  return { seq: last.seq, stamp: last.stamp, sha256: sha256Of(JSON.stringify(last)) };
}
