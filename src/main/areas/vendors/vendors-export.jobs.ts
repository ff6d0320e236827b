/** Makes an export of the registry beside the core. What people wrote leaves as text, never as a formula. */
import { z } from 'zod';
import { VENDOR_EXPORT_FORMATS } from '../../../shared/areas/vendors/vendors-export.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { JobContext } from '../../jobs/job.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import { type CellValue, writeWorkbook } from '../../platform/documents/workbook.ts';
import { countVendors, type ExportVendor, readExportVendors } from './vendors-export.store.ts';

const inputSchema = z.object({ format: z.enum(VENDOR_EXPORT_FORMATS) });
export type VendorExportInput = z.infer<typeof inputSchema>;

const BATCH = 500;
/** What a workbook can hold in the memory of a job; a table of more rows is CSV's. */
const MOST_XLSX = 50_000;

interface Column {
  readonly header: string;
  readonly width: number;
  readonly of: (vendor: ExportVendor) => CellValue;
}

const COLUMNS: readonly Column[] = [
  { header: 'Id', width: 14, of: ({ row }) => row.id },
  { header: 'Name', width: 30, of: ({ row }) => row.name },
  { header: 'Description', width: 40, of: ({ row }) => row.description },
  { header: 'Category', width: 13, of: ({ row }) => row.category },
  { header: 'Risk tier', width: 11, of: ({ row }) => row.riskTier },
  { header: 'Status', width: 15, of: ({ row }) => row.status },
  { header: 'Risk score', width: 11, of: ({ row }) => row.riskScore },
  { header: 'Last assessment', width: 15, of: ({ row }) => row.lastAssessment },
  { header: 'Next assessment', width: 15, of: ({ row }) => row.nextAssessment },
  { header: 'Contract expiry', width: 15, of: ({ row }) => row.contractExpiry },
  { header: 'Primary contact', width: 30, of: ({ row }) => row.primaryContact },
  { header: 'Security contact', width: 30, of: ({ row }) => row.securityContact },
  { header: 'Certifications', width: 30, of: ({ row }) => joined(row.complianceCertifications) },
  { header: 'Domains', width: 30, of: ({ row }) => joined(row.domains) },
  { header: 'Addresses', width: 24, of: ({ row }) => joined(row.addresses) },
  { header: 'Software', width: 24, of: ({ row }) => joined(row.software) },
  { header: 'Documents', width: 40, of: ({ documents }) => joined(documents, '\n') },
  { header: 'Sub-processors', width: 40, of: ({ subprocessors }) => joined(subprocessors, '\n') },
  { header: 'Created', width: 24, of: ({ row }) => toIso(row.createdAt) },
  { header: 'Updated', width: 24, of: ({ row }) => toIso(row.updatedAt) },
];

const joined = (values: readonly string[], by = ', '): string | null => values.join(by) || null;
const cellsOf = (vendor: ExportVendor): CellValue[] => COLUMNS.map(({ of }) => of(vendor));

/** @returns the file's bytes. */
export async function exportVendorsJob(input: unknown, context: JobContext): Promise<Uint8Array> {
  const { format } = inputSchema.parse(input);
  const total = context.db.read('vendors.count', countVendors);
  if (format === 'xlsx' && total > MOST_XLSX)
    throw new AppError(
      'too-large',
      `The registry has ${total.toLocaleString('en')} vendors; a workbook holds ${MOST_XLSX.toLocaleString('en')}. Export it as CSV.`,
    );
  const line = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`;
  const lines = [line(COLUMNS.map(({ header }) => header))];
  const rows: CellValue[][] = [];
  for await (const batch of batches(context, total)) {
    if (format === 'csv') lines.push(...batch.map((vendor) => line(cellsOf(vendor))));
    else rows.push(...batch.map(cellsOf));
  }
  if (format === 'csv') return new TextEncoder().encode(lines.join(''));
  const columns = COLUMNS.map(({ header, width }) => ({ header, width }));
  return writeWorkbook([{ name: 'Vendors', columns, rows }]);
}

async function* batches(
  { db, signal, report }: JobContext,
  total: number,
): AsyncGenerator<readonly ExportVendor[]> {
  let after = '';
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const batch = db.read('vendors.export', (reader) => readExportVendors(reader, after, BATCH));
    const last = batch.at(-1);
    if (!last) return;
    after = last.row.id;
    done += batch.length;
    report({ done, total, message: null });
    yield batch;
    await new Promise(setImmediate);
  }
}
