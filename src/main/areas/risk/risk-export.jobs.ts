/** Makes an export of the register beside the core. What people wrote leaves as text, never as a formula. */
import { z } from 'zod';
import { RISK_EXPORT_FORMATS } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import { writeWorkbook } from '../../platform/documents/workbook.ts';
import { readQuantSettings } from './quant.store.ts';
import { EXPORT_COLUMNS, exportRow, registerReport } from './risk-export.rows.ts';
import { countRisks, type ExportRisk, readAccounts, readExportRisks } from './risk-export.store.ts';

const inputSchema = z.object({ format: z.enum(RISK_EXPORT_FORMATS) });
export type RiskExportInput = z.infer<typeof inputSchema>;

const BATCH = 500;
/** What the form can hold; a table of more rows is CSV's. */
const MOST = { csv: Number.POSITIVE_INFINITY, xlsx: 50_000, pdf: 3_000 } as const;

const encoder = new TextEncoder();

/** @returns the file's bytes. */
export async function exportRisksJob(rawInput: unknown, context: JobContext): Promise<Uint8Array> {
  const { format } = inputSchema.parse(rawInput);
  const { db, clock } = context;
  const total = db.read('risk.count', countRisks);
  if (total > MOST[format])
    throw new AppError(
      'too-large',
      `The register has ${total.toLocaleString('en')} risks; this format holds ${MOST[format].toLocaleString('en')}. Export it as CSV.`,
    );
  if (format === 'csv') return encoder.encode(await csvOf(context, total));
  const risks: ExportRisk[] = [];
  for await (const batch of batches(context, total)) risks.push(...batch);
  if (format === 'xlsx')
    return writeWorkbook([{ name: 'Risks', columns: EXPORT_COLUMNS, rows: risks.map(exportRow) }]);
  const { currency } = db.read('risk.quantSettings', readQuantSettings);
  return renderPdf(registerReport(risks, { generatedAt: clock.now(), currency }));
}

async function csvOf(context: JobContext, total: number): Promise<string> {
  const line = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`;
  const lines = [line(EXPORT_COLUMNS.map(({ header }) => header))];
  for await (const batch of batches(context, total))
    lines.push(...batch.map((risk) => line(exportRow(risk))));
  return lines.join('');
}

async function* batches(
  { db, signal, report }: JobContext,
  total: number,
): AsyncGenerator<readonly ExportRisk[]> {
  const frame = db.read('risk.exportFrame', (reader) => ({
    accounts: readAccounts(reader),
    settings: readQuantSettings(reader),
  }));
  let after = '';
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const batch = db.read('risk.export', (reader) => readExportRisks(reader, after, BATCH, frame));
    const last = batch.at(-1);
    if (!last) return;
    after = last.row.id;
    done += batch.length;
    report({ done, total, message: null });
    yield batch;
    await new Promise(setImmediate);
  }
}
