/**
 * A 5 GB file into the built host, killed half-way and resumed, with the host's peak memory; a CSV of
 * 1 GB (evidence-csv.bench.ts); then the repository's list and search over 100,000 items, through
 * `app.fetch`. `WATCHFLOOR_BENCH_EVIDENCE_GB` and `WATCHFLOOR_BENCH_CSV_GB` take other sizes; with 0
 * the file is left out.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/main/app/app.ts';
import { openConnection } from '../../src/main/db/connection.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { EVIDENCE_TYPES } from '../../src/shared/areas/evidence/evidence.rules.ts';
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import { measureHugeCsv } from './evidence-csv.bench.ts';
import { beginUpload, finishUpload, json, sendUpTo } from './evidence-upload.ts';
import { percentile } from './figures.ts';
import { startHost } from './host-process.ts';
import type { BenchContext } from './main.ts';

const GB = 1_000_000_000;
const ITEMS = 100_000;
const ORIGIN = 'http://127.0.0.1:4780';
const ROOT = join(import.meta.dirname, '..', '..');

export async function benchEvidence({ report, folder }: BenchContext): Promise<void> {
  const size = Number(process.env.WATCHFLOOR_BENCH_EVIDENCE_GB ?? 5) * GB;
  if (size > 0) await measureLargeFile(join(folder, 'large'), size, report);
  const csv = Number(process.env.WATCHFLOOR_BENCH_CSV_GB ?? 1) * GB;
  if (csv > 0) await measureHugeCsv(join(folder, 'csv'), csv, report);
  await measureLists(join(folder, 'lists'), report);
}

/** The same random megabytes over and over, marked by their number, so that no two pieces are equal. */
function randomPieces(length: number): (offset: number, length: number) => Uint8Array {
  const piece = randomBytes(length);
  return (offset, wanted) => {
    piece.writeBigUInt64BE(BigInt(offset), 0);
    return piece.subarray(0, wanted);
  };
}

async function measureLargeFile(
  dataDir: string,
  size: number,
  report: BenchContext['report'],
): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  let host = await startHost(dataDir);
  const begun = await beginUpload(host, 'large.bin', size);
  const pieces = randomPieces(begun.pieceBytes);
  let whole = host.peakMemoryMb();
  host.forgetPeakMemory();
  const started = performance.now();
  const half = await sendUpTo(host, begun, size / 2, pieces);
  const firstPeak = host.peakMemoryMb();
  await host.kill('SIGKILL');
  host = await startHost(dataDir);
  whole = Math.max(whole, host.peakMemoryMb());
  host.forgetPeakMemory();
  const resumed = await json<Upload>(await host.fetch(`/api/evidence/uploads/${begun.id}`));
  if (resumed.received !== half.received)
    throw new Error('The upload did not go on where it stood');
  await sendUpTo(host, resumed, size, pieces);
  await finishUpload(host, begun.id);
  const seconds = (performance.now() - started) / 1000;
  const peak = Math.max(firstPeak, host.peakMemoryMb());
  await host.kill();
  const named = `${size / GB} GB file`;
  report('evidence.large.upload_memory', peak, 'MB', '<= 220', `${named}, after the sign-in`);
  const all = Math.max(whole, peak);
  report('evidence.large.peak_memory', all, 'MB', '<= 300', `${named}, with the sign-in`);
  const note = `${named}: sent, killed half-way, resumed, stored, read back`;
  report('evidence.large.seconds', seconds, 's', '', note);
}

async function openCore(dataDir: string) {
  return createApp({
    dataDir,
    appRoot: ROOT,
    origin: ORIGIN,
    keyStore: fileKeyStore,
    workerEntry: new URL('../../src/main/workers/job-worker.ts', import.meta.url),
    files: createFileHandles(),
    log: silentLog,
  });
}

/** Every tenth is expired, every twentieth waits; titles share words, as those of a real repository do. */
function seed(dataDir: string): void {
  const key = Buffer.from(readFileSync(join(dataDir, 'database.key'), 'utf8').trim(), 'hex');
  const path = join(dataDir, 'watchfloor.db');
  const connection = openConnection({ path, key, durability: 'normal' });
  const insert = connection.prepare(
    `INSERT INTO evidence (id, title, description, type, collection_date, expiration_date, created_at,
       verdict, source, received_at, series_id, updated_at, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'bench')`,
  );
  const now = Date.now();
  const systems = ['Directory', 'Firewall', 'Backup', 'Payroll', 'Vault'];
  connection.transaction(() => {
    for (let n = 0; n < ITEMS; n++) {
      const at = now - (ITEMS - n) * 60_000;
      const expires = now + (n % 10 === 0 ? -1 : 1) * (n % 400) * 86_400_000;
      const system = systems[n % systems.length] ?? '';
      insert.run(
        `bench-${String(n).padStart(6, '0')}`,
        `Access review ${n} of ${system}`,
        n % 997 === 0 ? 'With the rare word pangolin.' : 'Lists of owners with their marks.',
        EVIDENCE_TYPES[n % EVIDENCE_TYPES.length] ?? 'LOG',
        ...[at, expires, at],
        n % 20 === 0 ? 'PENDING' : 'ACCEPTED',
        system,
        ...[at, `bench-${n}`, at],
      );
    }
  })();
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
}

const QUERIES: Record<string, string> = {
  'list.newest': '',
  'list.expired': 'validity=expired',
  'list.rejected': 'validity=rejected',
  'list.valid': 'validity=valid',
  'list.valid_reports': 'validity=valid&type=REPORT',
  'search.rare': 'q=pangolin',
  'search.fifth': 'q=firewall',
  'search.all': 'q=access',
  'search.all_expired': 'q=access&validity=expired',
  'search.all_valid': 'q=access&validity=valid',
  'search.all_rejected': 'q=access&validity=rejected',
};

async function measureLists(dataDir: string, report: BenchContext['report']): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const first = await openCore(dataDir);
  const setup = {
    ...{ email: 'bench@example.test', firstName: 'Bench', lastName: 'Mark' },
    ...{ password: 'bench bench bench', workspace: 'empty' },
  };
  const made = await first.fetch(
    new Request(`${ORIGIN}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(setup),
    }),
  );
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await first.close();
  seed(dataDir);
  const app = await openCore(dataDir);
  const paths = Object.entries(QUERIES).map(([name, query]) => [
    name,
    `/api/evidence?limit=200&${query}`,
  ]);
  for (const [name = '', path = ''] of [...paths, ['figures', '/api/evidence/stats']]) {
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      const started = performance.now();
      const response = await app.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }));
      await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - started);
    }
    report(`evidence.${name}.p95`, percentile(times, 95), 'ms', '<= 30', '100,000 items');
  }
  await app.close();
}
