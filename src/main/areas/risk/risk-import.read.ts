/**
 * Reads a file of risks that somebody made: CSV (RFC 4180, also with other delimiters) or XLSX.
 *
 * Defences: limits of bytes, rows, cells and characters; a workbook is opened part by part and repacked
 * (platform/documents/workbook); nothing in a file is evaluated, fetched or followed; what is wrong
 * ends in a sentence. Runs in a stage's thread; nothing is written.
 */
import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { RISK_IMPORT_MAX } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { StageFunction } from '../../jobs/stage.ts';
import { readWorkbook } from '../../platform/documents/workbook.ts';
import { fieldsOfHead, READ_COLUMNS, type ReadField } from './risk-export.columns.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 32 * MEBIBYTE;
const MAX_RECORD = 128 * 1024;
const MAX_COLUMNS = 200;
/** A head may stand under a title and a line or two. */
const HEAD_WITHIN = 10;

/** Cells by field, as they stand in the file. */
export interface FileRow {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ReadField, string>>>;
}

export interface RiskFile {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly { field: string; header: string }[];
  readonly notes: readonly string[];
  readonly rows: readonly FileRow[];
}

const inputSchema = z.object({ fileName: z.string() });

export const readRiskFileStage: StageFunction = async (rawInput, source, send) => {
  inputSchema.parse(rawInput);
  await send({ value: await readRiskFile(source), transfer: [] });
};

async function readRiskFile(source: AsyncIterable<Uint8Array>): Promise<RiskFile> {
  const bytes = await readWhole(source);
  const start = bytes.subarray(0, 8);
  const isArchive = start.subarray(0, 2).toString('latin1') === 'PK';
  if (isArchive || start.toString('hex').startsWith('d0cf11e0'))
    return toFile('xlsx', await sheetRows(bytes));
  return toFile('csv', await csvRows(bytes));
}

async function readWhole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > MAX_BYTES)
      throw new AppError(
        'too-large',
        `This file is larger than ${MAX_BYTES / MEBIBYTE} MB, which no register is. Split it.`,
      );
    parts.push(part);
  }
  if (size === 0) throw new AppError('bad-input', 'This file is empty.');
  return Buffer.concat(parts);
}

interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The first sheet whose head names a title. */
async function sheetRows(bytes: Buffer): Promise<TableRow[]> {
  const sheets = await readWorkbook(bytes, { maxRows: RISK_IMPORT_MAX + HEAD_WITHIN + 1 });
  const tables = sheets.map(({ rows }) => rows.map((cells, at) => ({ line: at + 1, cells })));
  return tables.find((rows) => headOf(rows) !== null) ?? tables[0] ?? [];
}

async function csvRows(bytes: Buffer): Promise<TableRow[]> {
  if (bytes.subarray(0, 4096).includes(0))
    throw new AppError(
      'bad-input',
      'This file is neither text nor a workbook. CSV and XLSX are read.',
    );
  const text = decode(bytes);
  if (/^\s*[<{[]/.test(text.slice(0, 100)))
    throw new AppError('bad-input', 'This file is no table. CSV and XLSX are read.');
  const { parse } = await import('csv-parse/sync');
  const first = text.slice(0, text.search(/\r?\n/) + 1 || undefined).replace(/"[^"]*"/g, '');
  const delimiters = [',', ';', '\t', '|'];
  const counts = delimiters.map((delimiter) => first.split(delimiter).length);
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiters[counts.indexOf(Math.max(...counts))] ?? ',',
      info: true,
      max_record_size: MAX_RECORD,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: RISK_IMPORT_MAX + HEAD_WITHIN + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({
      line: info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0),
      cells: record.slice(0, MAX_COLUMNS).map(withoutGuard),
    }));
  } catch (cause) {
    throw faultOf(cause);
  }
}

/** Our own export, and others', put a quote in front of what a spreadsheet would take for a formula. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(
      'bad-input',
      'This file is not UTF-8. Save it as "CSV UTF-8" and try again.',
    );
  }
}

function faultOf(cause: unknown): AppError {
  const { code, lines } = cause as { code?: string; lines?: number };
  const near = lines === undefined ? '' : `, near line ${lines}`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new AppError(
      'too-large',
      `A row is longer than ${MAX_RECORD / 1024} KB${near}. Perhaps a quote is not closed.`,
    );
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'its quotes are not right';
  return new AppError('bad-input', `This CSV file cannot be read: ${what}${near}.`, { cause });
}

function headOf(rows: readonly TableRow[]): { at: number; fields: Map<ReadField, number> } | null {
  for (const [at, { cells }] of rows.slice(0, HEAD_WITHIN).entries()) {
    const fields = fieldsOfHead(cells);
    if (fields.has('title') && fields.size > 1) return { at, fields };
  }
  return null;
}

function toFile(format: RiskFile['format'], table: readonly TableRow[]): RiskFile {
  const head = headOf(table);
  if (head === null)
    throw new AppError(
      'bad-input',
      "No row of this file names columns of risks: 'Title' and at least one more. Save the template to see them.",
    );
  const names = table[head.at]?.cells ?? [];
  const rows = table
    .slice(head.at + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, cells: cellsOf(cells, head.fields) }));
  if (rows.length === 0) throw new AppError('bad-input', 'There is no row under the head.');
  if (rows.length > RISK_IMPORT_MAX)
    throw new AppError(
      'too-large',
      `There are more than ${RISK_IMPORT_MAX.toLocaleString('en')} rows. Split the file.`,
    );
  const known = new Set(head.fields.values());
  const left = names.filter((name, at) => name.trim() !== '' && !known.has(at));
  return {
    format,
    columns: [...head.fields].map(([field, at]) => ({
      field: READ_COLUMNS[field].header,
      header: (names[at] ?? '').trim(),
    })),
    notes: left.length === 0 ? [] : [`Not read: ${left.slice(0, 60).join(', ')}`],
    rows,
  };
}

function cellsOf(cells: readonly string[], fields: ReadonlyMap<ReadField, number>) {
  const found = [...fields].map(([field, at]) => [field, (cells[at] ?? '').trim()] as const);
  return Object.fromEntries(found.filter(([, cell]) => cell !== '')) as FileRow['cells'];
}
