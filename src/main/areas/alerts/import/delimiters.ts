import { createCsvReader } from './csv-reader.ts';

export interface Table {
  readonly delimiter: string;
  readonly columns: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 30;
const MAX_NAME = 200;

/**
 * The delimiter under which the head of a file is a table: the one with the most columns of those
 * for which three rows in four are as wide as the first. Null where no delimiter gives two
 * columns, or where the first row does not look like names.
 */
export function findTable(head: Buffer, isWhole: boolean): Table | null {
  let best: Table | null = null;
  for (const delimiter of DELIMITERS) {
    if (!head.includes(delimiter)) continue;
    const table = readTable(head, isWhole, delimiter);
    if (table !== null && table.columns.length > (best?.columns.length ?? 1)) best = table;
  }
  return best;
}

/** For a file that a person called CSV: any table, one column if need be. */
export function findTableForced(head: Buffer, isWhole: boolean): Table | null {
  const found = findTable(head, isWhole);
  if (found !== null) return found;
  for (const record of rowsOf(head, isWhole, ',')) {
    if (record.type === 'header') return { delimiter: ',', columns: record.fields };
  }
  return null;
}

function* rowsOf(head: Buffer, isWhole: boolean, delimiter: string) {
  const reader = createCsvReader(delimiter);
  yield* reader.push(head);
  if (isWhole) yield* reader.end();
}

function readTable(head: Buffer, isWhole: boolean, delimiter: string): Table | null {
  let columns: readonly string[] | null = null;
  let rows = 0;
  let fitting = 0;
  for (const record of rowsOf(head, isWhole, delimiter)) {
    if (record.type === 'header') columns = record.fields;
    else if (record.type === 'record') {
      rows++;
      if (record.fields?.length === columns?.length) fitting++;
    }
    if (rows >= SAMPLE_ROWS) break;
  }
  if (columns === null || columns.length < 2 || fitting < rows * 0.75) return null;
  if (rows === 0 && columns.length < 3) return null;
  return columns.every(isName) ? { delimiter, columns } : null;
}

/** A heading: short, on one line, not a number, a time or an object. */
function isName(text: string): boolean {
  if (text.length > MAX_NAME || /[\n{}]/.test(text)) return false;
  return !/^[\d\s.,:+/-]+$/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);
}
