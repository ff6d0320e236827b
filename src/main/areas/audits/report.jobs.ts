import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  type NewReport,
  newReportSchema,
} from '../../../shared/areas/audits/audit-reports.contract.ts';
import {
  REPORT_EXTENSIONS,
  type ReportForm,
} from '../../../shared/areas/audits/audit-reports.rules.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { auditReportsTable } from '../../db/tables/audit-reports.table.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';
import { renderDocx } from '../../platform/documents/docx.ts';
import { withFixedMoment } from '../../platform/documents/fixed-zip.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import { writeWorkbook } from '../../platform/documents/workbook.ts';
import { readNames } from './audit-people.store.ts';
import { nextReportVersion } from './package.store.ts';
import { safeName } from './package-paths.ts';
import { readReportContent } from './report-content.store.ts';
import {
  contentSha256,
  type ReadProofs,
  type ReportContent,
  selfApprovedCount,
} from './report-content.ts';
import { type DocumentFrame, reportDocument } from './report-document.ts';
import { reportOscal } from './report-oscal.ts';
import { reportSheets } from './report-sheets.ts';

const reportInputSchema = z.object({
  auditId: z.string(),
  reportId: z.string(),
  report: newReportSchema,
});
export interface ReportInput {
  readonly auditId: string;
  readonly reportId: string;
  readonly report: NewReport;
}

/** Reports and packages, apart from the evidence: nobody's files but this area's lie here. */
export const auditFilesFolder = (dataDir: string): string => join(dataDir, 'audit-files');
export const dataDirOf = (context: JobContext): string => dirname(context.storage.databasePath);

/** Writes the row of a file that is on trial in the store: without its row, the file goes again. */
export function keepOrDrop(files: BlobStore, sha256: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    files.drop(sha256);
    throw error;
  }
  files.keep(sha256);
}

/** The bytes of a report: the same for the same content and frame. */
async function renderReport(
  form: ReportForm,
  content: ReportContent,
  frame: DocumentFrame,
): Promise<Uint8Array> {
  switch (form) {
    case 'PDF':
      return renderPdf(reportDocument(content, frame));
    case 'DOCX':
      return renderDocx(reportDocument(content, frame));
    case 'XLSX':
      return withFixedMoment(await writeWorkbook(reportSheets(content, frame)), frame.generatedAt);
    case 'OSCAL':
      return Buffer.from(reportOscal(content, frame));
    default:
      return exhaustive(form);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Makes a report and keeps it. Its file is stored whole before its row is written. */
export function createAuditReportJob({ readProofs }: { readProofs: ReadProofs }): JobFunction {
  return async (rawInput, context) => {
    const { auditId, reportId, report } = reportInputSchema.parse(rawInput);
    const { db, clock, signal, startedBy } = context;
    const now = clock.now();
    const { form, opinion, conclusion, classification } = report;
    const { content, version, author } = db.read('audits.reportContent', (reader) => ({
      content: readReportContent(reader, { auditId, opinion, conclusion, now, readProofs }),
      version: nextReportVersion(reader, auditId),
      author: startedBy === null ? null : (readNames(reader).get(startedBy) ?? null),
    }));
    context.report({ done: 1, total: 3, message: null });
    const frame: DocumentFrame = { version, classification, generatedAt: now, author };
    const bytes = await renderReport(form, content, frame);
    signal.throwIfAborted();
    context.report({ done: 2, total: 3, message: null });
    const files = createBlobStore(auditFilesFolder(dataDirOf(context)), context.storage.key);
    const { sha256, size } = await files.put(once(bytes), { signal, onTrial: true });
    const fileName = `${safeName(content.audit.title)}-report-v${version}.${REPORT_EXTENSIONS[form]}`;
    const action = 'audits.makeReport';
    const row = {
      ...{ id: reportId, auditId, version, form, opinion, conclusion, classification },
      selfApproved: selfApprovedCount(content),
      inputSha256: contentSha256(content),
      ...{ fileName, sha256, sizeBytes: size, createdBy: startedBy },
    };
    keepOrDrop(files, sha256, () =>
      db.write({ actor: startedBy, origin: 'user', action }, (tx) =>
        tx.insert(auditReportsTable, { ...row, createdAt: tx.now }),
      ),
    );
    return { reportId, version, sha256 };
  };
}
