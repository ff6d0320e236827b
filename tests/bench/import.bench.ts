/** Import of real-sized files: speed against a bare insert, memory, and what a click feels meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BareRow } from './bare-insert.ts';
import { bareInsertRate } from './bare-insert.ts';
import { median, percentile } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';
import type { BenchContext } from './main.ts';
import { suricataRecords } from './make-suricata.ts';

const RECORDS = 200_000;
const RUNS = 5;
const MEMORY_RECORDS = 1_000_000;

export async function writeRecords(
  file: string,
  count: number,
  seed: number,
  hasKnown = false,
): Promise<void> {
  const out = createWriteStream(file);
  let block: string[] = [];
  for (const record of suricataRecords(count, seed, hasKnown)) {
    block.push(record);
    if (block.length < 2_000) continue;
    if (!out.write(`${block.join('\n')}\n`)) await once(out, 'drain');
    block = [];
  }
  if (block.length > 0) out.write(`${block.join('\n')}\n`);
  out.end();
  await once(out, 'finish');
}

interface Receipt {
  readonly state: string;
  readonly added: number;
  readonly read: number;
}

/** Imports a file from another process over HTTP and returns the receipt and the seconds it took. */
export async function importFile(
  host: HostProcess,
  file: string,
): Promise<{ receipt: Receipt; seconds: number }> {
  const started = performance.now();
  const sender = spawn(
    process.execPath,
    [join(import.meta.dirname, 'send-file.ts'), host.origin, host.cookie, file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  sender.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(sender, 'exit');
  const receipt = JSON.parse(text) as Receipt;
  if (receipt.state !== 'DONE')
    throw new Error(`The import ended ${receipt.state}: ${text.slice(0, 300)}`);
  return { receipt, seconds: (performance.now() - started) / 1000 };
}

export function bareRow(record: string, index: number): BareRow {
  const { timestamp, src_ip, dest_ip, alert } = JSON.parse(record) as {
    timestamp: string;
    src_ip: string;
    dest_ip: string;
    alert: { signature: string; category: string };
  };
  const at = Date.parse(timestamp);
  const id = `01a1f9d6-e2cf-74a7-b3cf-${String(index).padStart(12, '0')}`;
  const raw = Buffer.from(record);
  return [
    id,
    alert.signature,
    alert.category,
    'HIGH',
    'OPEN',
    'Suricata',
    null,
    null,
    src_ip,
    dest_ip,
    at,
    at,
    at,
    raw,
  ];
}

async function measureSpeed({ report, folder }: BenchContext, file: string): Promise<void> {
  const rows = [...suricataRecords(RECORDS, 1)].map(bareRow);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const barePath = join(folder, `bare-${run}.db`);
    const bare = bareInsertRate(barePath, [rows]);
    rmSync(barePath, { force: true });
    const dataDir = join(folder, `data-${run}`);
    const host = await startHost(dataDir);
    const { receipt, seconds } = await importFile(host, file);
    if (receipt.added !== RECORDS)
      throw new Error(`Only ${receipt.added} of ${RECORDS} records were added`);
    await host.kill();
    rmSync(dataDir, { recursive: true, force: true });
    rates.push(RECORDS / seconds);
    ratios.push((100 * RECORDS) / seconds / bare);
    process.stderr.write(
      `  run ${run + 1}: bare ${Math.round(bare)}/s, import ${Math.round(RECORDS / seconds)}/s\n`,
    );
  }
  report(
    'import.ratio',
    median(ratios),
    '%',
    '>= 25',
    `${RECORDS} EVE records over HTTP ÷ bare insert, median of ${RUNS}`,
  );
  report('import.rate', median(rates), 'records/s', '');
}

async function timed(action: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const response = await action();
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A call failed during the import: ${response.status}`);
  return performance.now() - started;
}

/** A person works while the import runs: a status change, then the first page, over and over. */
async function measureClicks({ report, folder }: BenchContext, file: string): Promise<void> {
  const dataDir = join(folder, 'data-clicks');
  const host = await startHost(dataDir);
  const alert = {
    title: 'Clicked',
    description: 'By the bench',
    severity: 'HIGH',
    source: 'Bench',
  };
  const json = { 'content-type': 'application/json' };
  const created = await host.fetch('/api/alerts', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(alert),
  });
  const { id } = (await created.json()) as { id: string };
  const importing = importFile(host, file);
  let isDone = false;
  void importing.finally(() => {
    isDone = true;
  });
  const patches: number[] = [];
  const pages: number[] = [];
  while (!isDone) {
    const body = JSON.stringify({ escalated: patches.length % 2 === 0 });
    patches.push(
      await timed(() => host.fetch(`/api/alerts/${id}`, { method: 'PATCH', headers: json, body })),
    );
    pages.push(await timed(() => host.fetch('/api/alerts')));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await importing;
  await host.kill();
  rmSync(dataDir, { recursive: true, force: true });
  const n = `${patches.length} clicks, over HTTP, during an import of ${RECORDS}`;
  report('import.patch.p95', percentile(patches, 95), 'ms', '<= 50', n);
  report('import.first-page.p95', percentile(pages, 95), 'ms', '<= 30', n);
}

async function measureMemory({ report, folder }: BenchContext): Promise<void> {
  const file = join(folder, 'large.json');
  await writeRecords(file, MEMORY_RECORDS, 2);
  const dataDir = join(folder, 'data-memory');
  const host = await startHost(dataDir);
  const { seconds } = await importFile(host, file);
  report(
    'import.memory',
    host.peakMemoryMb(),
    'MB',
    '<= 400',
    `peak of the whole core, ${MEMORY_RECORDS} records in ${Math.round(seconds)} s`,
  );
  await host.kill();
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(file, { force: true });
}

export async function benchImport(context: BenchContext): Promise<void> {
  const file = join(context.folder, 'eve.json');
  await writeRecords(file, RECORDS, 1);
  await measureSpeed(context, file);
  await measureClicks(context, file);
  await measureMemory(context);
}
