/**
 * Reads a file of indicators that somebody made: a list, a CSV (RFC 4180, also with other delimiters) or
 * a STIX 2.1 bundle.
 *
 * Defences: limits of bytes, rows, cells and characters; nothing in a file is evaluated, fetched or
 * followed; what is not understood is counted by name. Runs in a stage's thread; nothing is written.
 */
import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { findIndicators, indicatorOf } from '../../../../shared/areas/forensics/indicators/find.ts';
import {
  type ImportedRow,
  type Problem,
  Problems,
} from '../../../../shared/areas/forensics/indicators/import-row.ts';
import type { MappedField } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import {
  type ReadRelation,
  readBundle,
} from '../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { JobContext } from '../../../jobs/job.ts';
import type { StageFunction } from '../../../jobs/stage.ts';
import { readWholeFile, textOfBytes } from './file-text.ts';
import { loadFindPorts } from './find-ports.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ROWS = 500_000;
const MAX_COLUMNS = 200;
const MAX_LINE = 4_000;
const SAMPLE = 8;
const CELL_SHOWN = 120;

/** What is imported, packed as JSON so that it crosses threads in one piece. */
export interface PackedImport {
  /** Of a CSV: its rows as they stand. */
  readonly table?: readonly (readonly string[])[];
  readonly rows?: readonly ImportedRow[];
  readonly relations?: readonly ReadRelation[];
}

export interface ReadImport {
  readonly format: 'list' | 'csv' | 'stix';
  readonly total: number;
  readonly columns: readonly string[];
  readonly mapping: Readonly<Record<string, number>>;
  readonly sample: readonly (readonly string[])[];
  readonly read: readonly { readonly type: string; readonly value: string }[];
  readonly problems: readonly Problem[];
  readonly packed: Uint8Array;
}

const inputSchema = z.object({ fileName: z.string() });

export const readIndicatorsStage: StageFunction = async (rawInput, source, send) => {
  const { fileName } = inputSchema.parse(rawInput);
  const text = textOfBytes(await readWholeFile(source, MAX_BYTES));
  await send({ value: await readImport(text, fileName), transfer: [] });
};

/** @returns the ReadImport; nothing is written. */
export async function readIndicatorsJob(
  rawInput: unknown,
  context: JobContext,
): Promise<ReadImport> {
  const input = inputSchema.parse(rawInput);
  for await (const read of context.stage('read-indicators', input)) return read as ReadImport;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

const pack = (packed: PackedImport): Uint8Array =>
  new Uint8Array(Buffer.from(JSON.stringify(packed)));
const cut = (text: string) => text.slice(0, CELL_SHOWN);

async function readImport(text: string, fileName: string): Promise<ReadImport> {
  if (/^\s*[{[]/.test(text)) return stixImport(text);
  const head = text.slice(0, 10_000).split(/\r?\n/)[0] ?? '';
  const columns = head.split(/[,;\t|]/).map((cell) => cell.replace(/^"|"$/g, ''));
  const isTable = columns.length > 1 && columns.some((column) => fieldOf(column) === 'value');
  return isTable || /\.(?:csv|tsv)$/i.test(fileName) ? csvImport(text) : listImport(text);
}

async function stixImport(text: string): Promise<ReadImport> {
  const problems = new Problems();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'This file begins like JSON but is none.');
  }
  const bundle = readBundle(parsed, problems);
  if (typeof bundle === 'string') throw new AppError('bad-input', `${bundle}.`);
  const rows = bundle.rows.slice(0, MAX_ROWS);
  return {
    ...{ format: 'stix', total: rows.length, columns: [], mapping: {}, problems: problems.list() },
    sample: rows.slice(0, SAMPLE).map(({ where, value }) => [cut(where), cut(value)]),
    read: rows.slice(0, SAMPLE).map(({ type, value }) => ({ type: type ?? '', value })),
    packed: pack({ rows, relations: bundle.relations }),
  };
}

async function listImport(text: string): Promise<ReadImport> {
  const ports = await loadFindPorts();
  const problems = new Problems();
  const rows: ImportedRow[] = [];
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const where = `line ${at + 1}`;
    const bare = line.replace(/(?:^|\s)(?:#|\/\/ ).*$/, '').trim();
    if (bare === '') continue;
    if (rows.length >= MAX_ROWS) {
      problems.add('line beyond the first 500,000', where);
      continue;
    }
    const one = indicatorOf(bare, ports);
    // 'address, note': the first that stands in it.
    const [found] = one ? [one] : findIndicators(bare.slice(0, MAX_LINE), ports);
    if (found) rows.push({ type: found.type, value: found.value, where });
    else problems.add('line without an indicator', where);
  }
  return {
    ...{ format: 'list', total: rows.length, columns: [], mapping: {}, problems: problems.list() },
    sample: lines.slice(0, SAMPLE).map((line) => [cut(line)]),
    read: rows.slice(0, SAMPLE).map(({ type, value }) => ({ type: type ?? '', value })),
    packed: pack({ rows }),
  };
}

async function csvImport(text: string): Promise<ReadImport> {
  const { parse } = await import('csv-parse/sync');
  const head = text.slice(0, 10_000).split(/\r?\n/)[0] ?? '';
  const delimiter = [',', ';', '\t', '|']
    .map((mark) => ({ mark, n: head.split(mark).length }))
    .sort((a, b) => b.n - a.n)[0]?.mark;
  let table: string[][];
  try {
    table = parse(text, {
      ...{ delimiter: delimiter ?? ',', relax_quotes: true, relax_column_count: true, bom: true },
      ...{ skip_empty_lines: true, max_record_size: 256 * 1024, to: MAX_ROWS + 1 },
    });
  } catch {
    throw new AppError(
      'bad-input',
      'This CSV cannot be read: a row is too long or a quote is open.',
    );
  }
  const [columns = [], ...rows] = table;
  if (columns.length > MAX_COLUMNS)
    throw new AppError('bad-input', 'This CSV has more than 200 columns.');
  const mapping = guessMapping(columns);
  const value = mapping.value ?? -1;
  return {
    ...{ format: 'csv', total: rows.length, columns: columns.map(cut), mapping, problems: [] },
    sample: rows.slice(0, SAMPLE).map((row) => row.map(cut)),
    read: rows.slice(0, SAMPLE).map((row) => ({ type: '', value: cut(row[value] ?? '') })),
    packed: pack({ table: rows }),
  };
}

const HEADS: readonly (readonly [MappedField, RegExp])[] = [
  ['value', /^(?:value|indicator|ioc|observable|indicator[ _]?value|ioc[ _]?value|artifact)$/],
  ['type', /^(?:type|indicator[ _]?type|ioc[ _]?type|kind)$/],
  ['severity', /^(?:severity|threat[ _]?level|priority)$/],
  ['confidence', /^(?:confidence|score)$/],
  ['tlp', /^(?:tlp|marking)$/],
  ['source', /^(?:source|feed|provider|reporter)$/],
  ['description', /^(?:description|comment|notes?|title|name)$/],
  ['tags', /^(?:tags?|labels?)$/],
  ['firstSeen', /^(?:first[ _]?seen|valid[ _]?from|date|created)$/],
  ['lastSeen', /^last[ _]?seen$/],
  ['expiresAt', /^(?:expires?(?:[ _]?(?:at|on))?|expiration|valid[ _]?until)$/],
];

const fieldOf = (column: string): MappedField | undefined =>
  HEADS.find(([, head]) => head.test(column.trim().toLowerCase()))?.[0];

function guessMapping(columns: readonly string[]): Record<string, number> {
  const mapping: Record<string, number> = {};
  for (const [at, column] of columns.entries()) {
    const field = fieldOf(column);
    if (field !== undefined) mapping[field] ??= at;
  }
  if (mapping.value === undefined && columns.length === 1) mapping.value = 0;
  return mapping;
}
