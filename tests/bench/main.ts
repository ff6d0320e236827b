/**
 * `npm run bench [-- NAME …]`: measures the figures that issues set bars for. See README, "Figures".
 * `WATCHFLOOR_BENCH_DIR` names a folder that keeps the million alerts for the next run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import { benchAnalyst } from './analyst.bench.ts';
import { benchCompliance } from './compliance.bench.ts';
import { benchConnectors } from './connectors.bench.ts';
import { benchEvents } from './events.bench.ts';
import { benchEventsScroll } from './events-scroll.bench.ts';
import { benchEvidence } from './evidence.bench.ts';
import { benchEvtx } from './evtx.bench.ts';
import { FigureTable, type Report } from './figures.ts';
import { benchImport } from './import.bench.ts';
import { benchImportFormats } from './import-formats.bench.ts';
import { benchImportParse } from './import-parse.bench.ts';
import { benchIndicators } from './indicators.bench.ts';
import { benchMalware } from './malware.bench.ts';
import { benchMillion } from './million.bench.ts';
import { type MillionStore, openMillion } from './million.store.ts';
import { benchPage } from './page.bench.ts';
import { benchPcap } from './pcap.bench.ts';
import { benchQueue } from './queue.bench.ts';
import { benchReceivers } from './receivers.bench.ts';
import { benchRegisters } from './registers.bench.ts';
import { benchRiskQuant } from './risk-quant.ts';
import { benchRivals } from './rivals.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSigma } from './sigma.bench.ts';
import { benchSync } from './sync.bench.ts';

export interface BenchContext {
  readonly report: Report;
  /** A folder of this group, removed at its end. */
  readonly folder: string;
  /** A data folder with 1,000,000 alerts, made once for all groups that ask for it. */
  million(): Promise<MillionStore>;
}

const GROUPS: Record<string, (context: BenchContext) => Promise<void>> = {
  parse: async (context) => {
    await benchImportParse(context);
    await benchImportFormats(context);
  },
  receivers: benchReceivers,
  import: benchImport,
  million: benchMillion,
  search: benchSearch,
  queue: benchQueue,
  analyst: benchAnalyst,
  rivals: benchRivals,
  page: benchPage,
  compliance: benchCompliance,
  registers: benchRegisters,
  risk: async ({ report }) => benchRiskQuant(report),
  events: benchEvents,
  'events-scroll': benchEventsScroll,
  evidence: benchEvidence,
  evtx: benchEvtx,
  malware: benchMalware,
  pcap: benchPcap,
  sigma: benchSigma,
  connectors: benchConnectors,
  indicators: benchIndicators,
  sync: benchSync,
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in GROUPS));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown group: ${unknown.join(', ')}. Groups: ${Object.keys(GROUPS).join(', ')}`,
    );
  }
  buildIfStale();
  const table = new FigureTable();
  const shared = openMillion(process.env.WATCHFLOOR_BENCH_DIR);
  const groups = Object.entries(GROUPS).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  );
  try {
    for (const [name, run] of groups) {
      const folder = mkdtempSync(join(tmpdir(), `watchfloor-bench-${name}-`));
      process.stderr.write(`${name} …\n`);
      try {
        await run({ report: table.report, folder, million: shared.get });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  } finally {
    shared.close();
  }
  table.print();
}

await main();
