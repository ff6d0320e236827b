import type {
  AuditPackage,
  AuditReport,
  NewReport,
  SigningKey,
} from '../../../shared/areas/audits/audit-reports.contract.ts';
import { REPORT_FORM_LABELS } from '../../../shared/areas/audits/audit-reports.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { JobRequest, JobRunner } from '../../jobs/job-runner.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { NewId } from '../../platform/ids.ts';
import { readNames } from './audit-people.store.ts';
import { findAudit } from './audits.store.ts';
import type { PackageInput } from './package.jobs.ts';
import {
  findPackage,
  findReport,
  listPackages,
  listReports,
  type PackageRow,
  type ReportRow,
} from './package.store.ts';
import type { ReportInput } from './report.jobs.ts';
import { openSigner } from './signing.store.ts';

export interface ReportsServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  /** Reports and packages. */
  readonly files: BlobStore;
  /** Of the database. */
  readonly key: Uint8Array;
  readonly version: string;
}

export interface KeptFile {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type Names = ReadonlyMap<string, string>;

function toReport(row: ReportRow, names: Names): AuditReport {
  const { rowVersion, fieldVersions, deletedAt, createdBy, createdAt, ...kept } = row;
  return {
    ...kept,
    createdByName: createdBy === null ? null : (names.get(createdBy) ?? 'Unknown account'),
    createdAt: toIso(createdAt),
  };
}

function toPackage(row: PackageRow, names: Names): AuditPackage {
  const { rowVersion, fieldVersions, deletedAt, createdBy, createdAt, ...kept } = row;
  return {
    ...kept,
    createdByName: createdBy === null ? null : (names.get(createdBy) ?? 'Unknown account'),
    createdAt: toIso(createdAt),
  };
}

export function createReportsService(deps: ReportsServiceDeps) {
  const { db, runner, newId, files, key, version } = deps;
  /** What is being made, by kind and audit: its number is taken when it is done. */
  const underWay = new Set<string>();

  function mustBeAudit(auditId: string): string {
    const audit = db.read('audits.find', (reader) => findAudit(reader, auditId));
    if (!audit) throw new AppError('not-found', 'There is no such audit');
    return audit.title;
  }

  function start(request: Omit<JobRequest, 'total'>, auditId: string, what: string): Job {
    const place = `${request.kind} ${auditId}`;
    if (underWay.has(place))
      throw new AppError('conflict', `${what} of this audit is being made. Wait for its end.`);
    const { job, finished } = runner.start({ ...request, total: null });
    underWay.add(place);
    finished
      .catch(() => {})
      .finally(() => {
        underWay.delete(place);
      });
    return job;
  }

  function kept(row: ReportRow | PackageRow | undefined, what: string): KeptFile {
    if (!row) throw new AppError('not-found', `There is no such ${what}`);
    if (!files.has(row.sha256))
      throw new AppError(
        'not-found',
        `The file of this ${what} is not in the data folder. Restore it from a backup, or make it again.`,
      );
    const { fileName: name, sha256, sizeBytes: size } = row;
    return { name, sha256, size, bytes: files.read(sha256) };
  }

  return {
    listReports(auditId: string): AuditReport[] {
      mustBeAudit(auditId);
      return db.read('audits.reports', (reader) => {
        const names = readNames(reader);
        return listReports(reader, auditId).map((row) => toReport(row, names));
      });
    },

    /** @throws AppError 'not-found', 'conflict' where one of this audit is being made. */
    makeReport(auditId: string, report: NewReport, actor: string): Job {
      const title = mustBeAudit(auditId);
      const input: ReportInput = { auditId, reportId: newId(), report };
      return start(
        {
          kind: 'audit-report',
          title: `Report as ${REPORT_FORM_LABELS[report.form]}: ${title}`,
          unit: 'steps',
          startedBy: actor,
          input,
        },
        auditId,
        'A report',
      );
    },

    reportFile: (auditId: string, id: string): KeptFile =>
      kept(
        db.read('audits.report', (reader) => findReport(reader, auditId, id)),
        'report',
      ),

    listPackages(auditId: string): AuditPackage[] {
      mustBeAudit(auditId);
      return db.read('audits.packages', (reader) => {
        const names = readNames(reader);
        return listPackages(reader, auditId).map((row) => toPackage(row, names));
      });
    },

    makePackage(auditId: string, actor: string): Job {
      const title = mustBeAudit(auditId);
      const input: PackageInput = { auditId, packageId: newId(), version };
      return start(
        {
          kind: 'audit-package',
          title: `Audit package: ${title}`,
          unit: 'bytes',
          startedBy: actor,
          input,
        },
        auditId,
        'A package',
      );
    },

    packageFile: (auditId: string, id: string): KeptFile =>
      kept(
        db.read('audits.package', (reader) => findPackage(reader, auditId, id)),
        'package',
      ),

    signingKey(): SigningKey {
      const { publicKey, fingerprint, createdAt } = openSigner(db, key);
      return { algorithm: 'Ed25519', publicKey, fingerprint, createdAt: toIso(createdAt) };
    },
  };
}
export type ReportsService = ReturnType<typeof createReportsService>;
