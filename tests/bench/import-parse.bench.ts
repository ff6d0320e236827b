/** The import's own share of the work: split, parse, map and fingerprint, with a sink that drops all. */
import { runImport } from '../../src/main/areas/alerts/import/run-import.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';
import { suricataRecords } from './make-suricata.ts';

const RECORDS = 200_000;
const RUNS = 5;
const CHUNK_BYTES = 256 * 1024;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Records a second on one core. */
export async function measureParsing(bytes: Buffer, records: number): Promise<number> {
  const started = performance.now();
  const summary = await runImport(
    { source: chunksOf(bytes), fileName: 'eve.json', now: Date.now() },
    {
      sink: { write: (batch) => ({ added: batch.length, merged: 0 }) },
      signal: new AbortController().signal,
      report() {},
      rejected() {},
    },
  );
  const seconds = (performance.now() - started) / 1_000;
  if (summary.added !== records) throw new Error(`Only ${summary.added} of ${records} were read`);
  return records / seconds;
}

export async function benchImportParse({ report }: Pick<BenchContext, 'report'>): Promise<void> {
  const bytes = Buffer.from(`${[...suricataRecords(RECORDS, 7)].join('\n')}\n`);
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) rates.push(await measureParsing(bytes, RECORDS));
  const size = Math.round(bytes.length / RECORDS);
  const note = `${RECORDS} EVE records of ${size} bytes, one core, median of ${RUNS}`;
  report('import.parse', median(rates), 'records/s', '>= 100000', note);
}
