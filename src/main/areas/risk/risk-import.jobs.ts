/**
 * Reads a file of risks, and imports one that was looked at: batch by batch, each row whole or not at
 * all, with what became of it in the same transaction. A cut-off import leaves whole batches and a
 * receipt that names them.
 */
import type { ImportRow } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { localDay } from '../../platform/clock.ts';
import { stateQuantities } from './quant.service.ts';
import { changeRisk, insertRisk } from './risk-change.ts';
import { type ImportFrame, type PlannedRow, planRow, titleKey } from './risk-import.plan.ts';
import type { FileRow, RiskFile } from './risk-import.read.ts';
import { type Counts, endImport, noteRows, readImportFrame } from './risk-import.store.ts';
import type { ReadEffects } from './risk-residual.ts';

const BATCH = 100;
const SHOWN_ROWS = 200;

export interface ReadRiskFile extends RiskFile {
  readonly counts: Counts;
  /** Those that change something or are skipped come first. */
  readonly shown: readonly ImportRow[];
}

/** @returns the file and what its rows would do; nothing is written. */
export async function readRisksJob(input: unknown, context: JobContext): Promise<ReadRiskFile> {
  for await (const file of context.stage('read-risk-file', input))
    return await preview(file as RiskFile, context);
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

async function preview(file: RiskFile, { db, signal, report }: JobContext): Promise<ReadRiskFile> {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
  const frame = db.read('risk.importFrame', readImportFrame);
  const telling: ImportRow[] = [];
  const others: ImportRow[] = [];
  for (let at = 0; at < file.rows.length; at += BATCH) {
    signal.throwIfAborted();
    const batch = file.rows.slice(at, at + BATCH);
    const planned = db.read('risk.importPlan', (reader) =>
      batch.map((row) => planRow(reader, row, frame).shown),
    );
    for (const row of planned) {
      counts[row.outcome]++;
      const rows = row.outcome === 'unchanged' ? others : telling;
      if (rows.length < SHOWN_ROWS) rows.push(row);
    }
    report({ done: at + batch.length, total: file.rows.length, message: null });
    await new Promise(setImmediate);
  }
  return { ...file, counts, shown: [...telling, ...others].slice(0, SHOWN_ROWS) };
}

export interface RiskImportInput {
  readonly importId: string;
  readonly fileName: string;
  readonly rows: readonly FileRow[];
}

interface Importing {
  readonly context: JobContext;
  readonly input: RiskImportInput;
  readonly readEffects: ReadEffects;
  readonly frame: ImportFrame;
  readonly caller: Caller;
}

export function createImportRisksJob(readEffects: ReadEffects): JobFunction {
  return async (rawInput, context) => {
    // Of this core's own service, which parsed the file.
    const input = rawInput as RiskImportInput;
    const { db, signal, report, startedBy } = context;
    const frame = db.read('risk.importFrame', readImportFrame);
    const caller: Caller = {
      ...{ actor: startedBy, origin: 'user', action: 'risks.import' },
      reason: `Imported from ${input.fileName}`,
    };
    const importing: Importing = { context, input, readEffects, frame, caller };
    const end = (state: 'DONE' | 'CANCELLED' | 'FAILED', message: string | null) =>
      db.write({ actor: startedBy, origin: 'job', action: 'risks.endImport' }, (tx) =>
        endImport(tx, input.importId, { state, message }),
      );
    try {
      for (let at = 0; at < input.rows.length; at += BATCH) {
        signal.throwIfAborted();
        importBatch(importing, input.rows.slice(at, at + BATCH));
        context.relieveLog();
        const done = Math.min(at + BATCH, input.rows.length);
        report({ done, total: input.rows.length, message: null });
        await new Promise(setImmediate);
      }
    } catch (error) {
      if (signal.aborted) end('CANCELLED', 'Cancelled. Rows that are listed were taken over.');
      else end('FAILED', error instanceof AppError ? error.message : 'The import failed.');
      throw error;
    }
    end('DONE', null);
    return null;
  };
}

/** One transaction; where a row fails against all checks, each row gets one of its own. */
function importBatch(importing: Importing, rows: readonly FileRow[]): void {
  const { context, caller, frame } = importing;
  const taken = new Map(frame.taken);
  try {
    context.db.write(caller, (tx) => importRows(importing, tx, rows));
  } catch (error) {
    if (!(error instanceof AppError) || rows.length === 0) throw error;
    frame.taken.clear();
    for (const [key, line] of taken) frame.taken.set(key, line);
    for (const row of rows) importAlone(importing, row);
  }
}

function importAlone(importing: Importing, row: FileRow): void {
  const { context, caller, input } = importing;
  try {
    context.db.write(caller, (tx) => importRows(importing, tx, [row]));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const shown: ImportRow = {
      ...{ line: row.line, outcome: 'skipped', title: row.cells.title ?? '', riskId: null },
      ...{ reason: error.message, changes: [] },
    };
    context.db.write(caller, (tx) => noteRows(tx, input.importId, [shown]));
  }
}

function importRows(importing: Importing, tx: WriteTx, rows: readonly FileRow[]): void {
  const { input, frame } = importing;
  const shown = rows.map((row) => {
    const planned = planRow(tx, row, frame);
    const riskId = apply(importing, tx, planned);
    return { ...planned.shown, riskId };
  });
  noteRows(tx, input.importId, shown);
}

function apply(
  { context, readEffects, caller, frame }: Importing,
  tx: WriteTx,
  { planned, shown }: PlannedRow,
): string | null {
  if (planned.type === 'skip') return null;
  const { newId, clock } = context;
  const today = localDay(clock.now());
  const actor = caller.actor;
  if (planned.type === 'create') {
    const id = insertRisk(tx, planned.risk, { actor, newId, today });
    if (planned.quantities) stateQuantities({ tx, newId, actor }, id, planned.quantities);
    // A later row of the same title is found to stand in this line already.
    frame.taken.set(id, shown.line);
    (frame.idsByTitle as Map<string, readonly string[]>).set(titleKey(planned.risk.title), [id]);
    return id;
  }
  const { id, risk, quantities } = planned;
  const person = { id: actor ?? '', isOnlyApprover: false, today };
  const reason = caller.reason ?? '';
  if (risk) changeRisk(tx, id, { ...risk, reason }, { actor: person, readEffects });
  if (quantities) stateQuantities({ tx, newId, actor }, id, quantities);
  return id;
}
