/** Files of an investigation, made beside the core: its report, and the bundle of a closed one. */
import { z } from 'zod';
import type { InvestigationDetail } from '../../../shared/areas/forensics/investigations.contract.ts';
import { REPORT_FORMATS } from '../../../shared/areas/forensics/investigations.rules.ts';
import { PROMOTION_LIMITS } from '../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { JobContext } from '../../jobs/job.ts';
import { renderDocx } from '../../platform/documents/docx.ts';
import { renderMarkdown } from '../../platform/documents/markdown.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import { auditOf, commentsOf } from './bundle.store.ts';
import { refsOfDetail, toDetail } from './investigation-rows.ts';
import { findInvestigation, indicatorsOf, labelsOf, peopleNames } from './investigations.store.ts';
import { investigationDocument } from './report-document.ts';
import { readPromoted } from './timeline/read-promoted.ts';

const reportInput = z.object({ id: z.string(), format: z.enum(REPORT_FORMATS) });
/** What a document of some hundred pages holds; the timeline's own export has all. */
const REPORTED_EVENTS = 1_000;
const bundleInput = z.object({ id: z.string() });

function readWhole(db: ReadDb, id: string): InvestigationDetail {
  const row = findInvestigation(db, id);
  if (!row) throw new AppError('not-found', 'There is no such investigation');
  return toDetail(row, null, {
    ...{ steps: [], isModelAsked: false, modelPhases: [], bundle: null },
    labels: labelsOf(db, refsOfDetail(row)),
    names: peopleNames(
      db,
      [row.investigator, row.createdBy, row.closedBy].flatMap((one) => one ?? []),
    ),
  });
}

/** @returns the file's bytes. */
export async function investigationReportJob(
  rawInput: unknown,
  { db, clock, signal, report }: JobContext,
): Promise<Uint8Array> {
  const { id, format } = reportInput.parse(rawInput);
  const { whole, comments, promoted } = db.read('forensics.report', (reader) => ({
    whole: readWhole(reader, id),
    comments: commentsOf(reader, id),
    promoted: readPromoted(reader, id, REPORTED_EVENTS),
  }));
  report({ done: 1, total: 2, message: null });
  signal.throwIfAborted();
  // A closed one changes no more: its report is the same bytes on every workstation and every day.
  const at = whole.closedAt === null ? clock.now() : Date.parse(whole.closedAt);
  const document = investigationDocument(whole, comments, at, promoted);
  if (format === 'md') return new TextEncoder().encode(renderMarkdown(document));
  return format === 'pdf' ? renderPdf(document) : renderDocx(document);
}

/** @returns the bundle's bytes: JSON, the same for the same rows. */
export async function investigationBundleJob(
  rawInput: unknown,
  { db }: JobContext,
): Promise<Uint8Array> {
  const { id } = bundleInput.parse(rawInput);
  const bundle = db.read('forensics.bundle', (reader) => {
    const { run: _, steps: __, isModelAsked: ___, ...rest } = readWhole(reader, id);
    const { modelPhases: ____, bundle: _____, ...whole } = rest;
    return {
      what: 'A closed investigation, as it was when it was closed',
      investigation: whole,
      indicators: indicatorsOf(reader, id).map((row) => ({
        ...{ type: row.type, value: row.value, severity: row.severity, isActive: row.isActive },
        firstSeen: row.firstSeen === null ? null : toIso(row.firstSeen),
        lastSeen: row.lastSeen === null ? null : toIso(row.lastSeen),
      })),
      promoted: readPromoted(reader, id, PROMOTION_LIMITS.perCase),
      comments: commentsOf(reader, id).map(({ at, ...said }) => ({ at: toIso(at), ...said })),
      history: auditOf(reader, id).map(({ at, ...entry }) => ({ at: toIso(at), ...entry })),
    };
  });
  return new TextEncoder().encode(`${JSON.stringify(bundle, null, 2)}\n`);
}
