/** Makes an export beside the core: thousands of controls take seconds to lay out. */
import { z } from 'zod';
import {
  EXPORT_FORMATS,
  type ExportFormat,
} from '../../../shared/areas/compliance/compliance-exports.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import { writeWorkbook } from '../../platform/documents/workbook.ts';
import {
  type ExportFramework,
  findExportFrameworks,
  readExportFramework,
  readWorkspaceId,
} from './export-content.store.ts';
import { controlsTable, soaDocument, soaSheets } from './export-soa.ts';
import type { OscalFrame } from './oscal-common.ts';
import { toComponentDefinition } from './oscal-component.ts';
import { toPlanOfAction } from './oscal-poam.ts';
import { toAssessmentResults } from './oscal-results.ts';
import { createPackLibrary } from './packs.ts';

const inputSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  framework: z.string().nullable(),
  version: z.string(),
  packFolder: z.string(),
});
export type ExportInput = z.infer<typeof inputSchema>;

const encoder = new TextEncoder();
const toJson = (document: unknown) => encoder.encode(`${JSON.stringify(document, null, 2)}\n`);

function oscal(
  format: ExportFormat,
  frameworks: readonly ExportFramework[],
  frame: OscalFrame,
): Uint8Array {
  if (format === 'oscal-component-definition')
    return toJson(toComponentDefinition(frameworks, frame));
  if (format === 'oscal-assessment-results') {
    const results = toAssessmentResults(frameworks, frame);
    if (results) return toJson(results);
    throw new AppError('conflict', 'No control has been assessed, so there are no results yet');
  }
  const plan = toPlanOfAction(frameworks, frame);
  if (plan) return toJson(plan);
  throw new AppError(
    'conflict',
    'No control is non-compliant or partially compliant, so there is nothing to plan',
  );
}

function csv({ headers, rows }: ReturnType<typeof controlsTable>): Uint8Array {
  const lines = [headers, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`);
  return encoder.encode(lines.join(''));
}

function baselinesFrom(folder: string, pack: string | null) {
  const found = pack === null ? undefined : createPackLibrary(folder).find(pack);
  const known = new Map(found?.requirements.map(({ id, baselines }) => [id, baselines]));
  return (ref: string) => known.get(ref);
}

/** @returns the file's bytes. */
export async function exportComplianceJob(
  rawInput: unknown,
  { db, clock, signal, report }: JobContext,
): Promise<Uint8Array> {
  const { format, framework: id, version, packFolder } = inputSchema.parse(rawInput);
  const generatedAt = clock.now();
  const chosen = db.read('compliance.exportFrameworks', (reader) =>
    findExportFrameworks(reader, id ?? undefined),
  );
  const frameworks: ExportFramework[] = [];
  for (const one of chosen) {
    signal.throwIfAborted();
    frameworks.push(
      db.read('compliance.export', (reader) => readExportFramework(reader, one, generatedAt)),
    );
    report({ done: frameworks.length, total: chosen.length, message: null });
    await new Promise(setImmediate);
  }
  const [first] = frameworks;
  if (!first) throw new AppError('not-found', 'There is no such framework');
  if (format.startsWith('oscal-')) {
    const workspaceId = db.read('compliance.exportWorkspace', readWorkspaceId);
    return oscal(format, frameworks, { version, generatedAt, workspaceId });
  }
  if (format === 'soa-pdf') return renderPdf(soaDocument(first, { generatedAt, version }));
  const baselinesOf = baselinesFrom(packFolder, first.pack);
  if (format === 'soa-xlsx') return writeWorkbook(soaSheets(first, baselinesOf));
  return csv(controlsTable(first, baselinesOf));
}
