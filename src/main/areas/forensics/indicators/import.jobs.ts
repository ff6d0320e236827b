/**
 * Imports indicators of a file that was looked at, in batches: each whole or not at all, with the
 * receipt's counts in the same transaction. A value that is there already is brought up to date.
 */
import { Buffer } from 'node:buffer';
import { setImmediate as giveWay } from 'node:timers/promises';
import {
  type ImportedRow,
  type Problem,
  Problems,
} from '../../../../shared/areas/forensics/indicators/import-row.ts';
import type { ReadRelation } from '../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Caller } from '../../../db/write-door.ts';
import type { JobContext } from '../../../jobs/job.ts';
import { loadFindPorts } from './find-ports.ts';
import {
  countImport,
  endIndicatorImport,
  type ImportCounts,
  type ImportRow,
} from './import.store.ts';
import type { PackedImport } from './import-file.stage.ts';
import { type ImportDefaults, type Mapping, planImport, rowOfCells } from './import-plan.ts';
import { type Importing, putIndicator, relateIndicators } from './import-put.ts';

const BATCH = 250;

export interface IndicatorImportInput {
  readonly importId: string;
  readonly fileName: string;
  readonly packed: Uint8Array;
  readonly mapping: Mapping;
  readonly defaults: ImportDefaults;
  /** What reading the file did not understand. */
  readonly problems: readonly Problem[];
}

export async function importIndicatorsJob(rawInput: unknown, context: JobContext): Promise<null> {
  // Of this core's own service, which has checked it.
  const input = rawInput as IndicatorImportInput;
  const { db, signal, report, startedBy, clock } = context;
  const problems = new Problems();
  for (const { what, n, first } of input.problems)
    for (let i = 0; i < n; i++) problems.add(what, first);
  const caller: Caller = {
    ...{ actor: startedBy, origin: 'user', action: 'indicators.import' },
    reason: `Imported from ${input.fileName}`,
  };
  const end = (state: ImportRow['state'], message: string | null) =>
    db.write({ actor: startedBy, origin: 'job', action: 'indicators.endImport' }, (tx) =>
      endIndicatorImport(tx, input.importId, { state, message, problems: problems.list() }),
    );
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, skipped: 0 };
  const importing: Importing = {
    ...{ newId: context.newId, fileName: input.fileName, actor: startedBy, byStixId: new Map() },
  };
  try {
    const packed = JSON.parse(Buffer.from(input.packed).toString('utf8')) as PackedImport;
    const rows = rowsOf(packed, input.mapping);
    const ports = await loadFindPorts();
    for (let at = 0; at < rows.length; at += BATCH) {
      signal.throwIfAborted();
      const planned = rows
        .slice(at, at + BATCH)
        .map((row) =>
          planImport(row, { defaults: input.defaults, ports, problems, now: clock.now() }),
        );
      db.write(caller, (tx) => {
        for (const one of planned) counts[one ? putIndicator(importing, tx, one) : 'skipped']++;
        countImport(tx, input.importId, counts);
      });
      context.relieveLog();
      report({ done: Math.min(at + BATCH, rows.length), total: rows.length, message: null });
      await giveWay();
    }
    relateAll(importing, context, caller, packed.relations ?? []);
  } catch (error) {
    if (signal.aborted) end('CANCELLED', 'Cancelled. Rows that are counted were taken over.');
    else end('FAILED', error instanceof AppError ? error.message : 'The import failed.');
    throw error;
  }
  end('DONE', null);
  return null;
}

const rowsOf = ({ table, rows }: PackedImport, mapping: Mapping): readonly ImportedRow[] =>
  table ? table.map((cells, at) => rowOfCells(cells, mapping, at + 2)) : (rows ?? []);

function relateAll(
  importing: Importing,
  { db }: JobContext,
  caller: Caller,
  relations: readonly ReadRelation[],
): void {
  for (let at = 0; at < relations.length; at += BATCH)
    db.write(caller, (tx) => relateIndicators(importing, tx, relations.slice(at, at + BATCH)));
}
