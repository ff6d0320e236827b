/** `npm run bench [-- NAME …]`: measures the figures that issues set bars for. See README, "Figures". */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FigureTable, type Report } from './figures.ts';
import { benchImport } from './import.bench.ts';
import { benchMillion } from './million.bench.ts';
import { benchPage } from './page.bench.ts';

export interface BenchContext {
  readonly report: Report;
  /** A folder of this run, removed at its end. */
  readonly folder: string;
}

const GROUPS: Record<string, (context: BenchContext) => Promise<void>> = {
  import: benchImport,
  million: benchMillion,
  page: benchPage,
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in GROUPS));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown group: ${unknown.join(', ')}. Groups: ${Object.keys(GROUPS).join(', ')}`,
    );
  }
  const table = new FigureTable();
  for (const [name, run] of Object.entries(GROUPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), `watchfloor-bench-${name}-`));
    process.stderr.write(`${name} …\n`);
    try {
      await run({ report: table.report, folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  table.print();
}

await main();
