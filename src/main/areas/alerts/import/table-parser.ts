import type { JsonObject } from '../../../platform/records/json-record.ts';
import { chainsaw } from './formats/chainsaw.format.ts';
import type { JsonFormat } from './formats/format.ts';
import { hayabusa } from './formats/hayabusa.format.ts';
import { rowProblem } from './formats/mapped.format.ts';
import { timesketch } from './formats/timesketch.format.ts';
import type { ParseOutcome, SourceRecord } from './imported-alert.ts';
import type { ImportTally } from './tally.ts';

/** Formats that are written as tables, too: a row is a record whose names are the columns. */
export const TABLE_FORMATS: readonly JsonFormat[] = [hayabusa, chainsaw, timesketch];

export function tableFormatOf(columns: readonly string[]): JsonFormat | null {
  const record = rowOf(columns, []);
  return TABLE_FORMATS.find((format) => format.recognises(record)) ?? null;
}

function rowOf(columns: readonly string[], cells: readonly string[]): JsonObject {
  const row: Record<string, string> = {};
  columns.forEach((name, index) => {
    if (name !== '__proto__') row[name] = cells[index] ?? '';
  });
  return row;
}

/** An empty cell says nothing, as a name that a record does not have. */
function saidIn(columns: readonly string[], cells: readonly string[]): JsonObject {
  const row: Record<string, string> = {};
  columns.forEach((name, index) => {
    const cell = cells[index] ?? '';
    if (cell !== '' && name !== '__proto__') row[name] = cell;
  });
  return row;
}

export function parseTableRow(
  format: JsonFormat,
  columns: readonly string[],
  record: SourceRecord,
  tally: ImportTally,
): ParseOutcome {
  const cells = record.fields ?? [];
  const problem = rowProblem(cells, columns);
  return problem ?? format.parse(saidIn(columns, cells), tally, '');
}
