/** Mapping of formats that other products write, one core, beside `JSON.parse` of the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../../src/main/areas/alerts/import/run-import.ts';
import { IMPORT_FIXTURES } from '../helpers/import-file.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';

const RECORDS = 40_000;
const RUNS = 3;
const CHUNK_BYTES = 256 * 1024;

/** Fixtures whose records stand on lines; the marker makes each record another one. */
const FORMATS = [
  ['ocsf-findings.ndjson', 'ocsf', true],
  ['sentinel.ndjson', 'sentinel', true],
  ['hayabusa.jsonl', 'hayabusa', true],
  ['zeek.json', 'zeek', true],
  ['timesketch.jsonl', 'timesketch', true],
  ['cef.log', 'cef', false],
  ['leef.log', 'leef', false],
  ['syslog.log', 'syslog', false],
] as const;

function linesOf(file: string): string[] {
  const lines = readFileSync(join(IMPORT_FIXTURES, file), 'utf8').trimEnd().split('\n');
  return Array.from({ length: RECORDS }, (_, n) => lines[n % lines.length] ?? '');
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function rateOf(bytes: Buffer): Promise<number> {
  const started = performance.now();
  const summary = await runImport(
    { source: chunksOf(bytes), fileName: 'f', now: Date.now() },
    {
      sink: { write: (batch) => ({ added: batch.length, merged: 0 }) },
      signal: new AbortController().signal,
      report() {},
      rejected() {},
    },
  );
  if (summary.read !== RECORDS) throw new Error(`Only ${summary.read} of ${RECORDS} were read`);
  return (RECORDS * 1_000) / (performance.now() - started);
}

function parseRate(lines: readonly string[]): number {
  const started = performance.now();
  for (const line of lines) JSON.parse(line);
  return (RECORDS * 1_000) / (performance.now() - started);
}

export async function benchImportFormats({ report }: Pick<BenchContext, 'report'>): Promise<void> {
  for (const [file, format, isJson] of FORMATS) {
    const lines = linesOf(file);
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const rates: number[] = [];
    for (let run = 0; run < RUNS; run++) rates.push(await rateOf(bytes));
    const rate = median(rates);
    const share = isJson
      ? `, ${Math.round((rate / parseRate(lines)) * 100)} % of JSON.parse alone`
      : '';
    const note = `records of ${Math.round(bytes.length / RECORDS)} bytes${share}`;
    report(`import.map.${format}`, rate, 'records/s', '>= 20000', note);
  }
}
