/**
 * `npm run bench [-- NAME …]`: measures the figures that issues set bars for. See README, "Figures".
 * `WATCHFLOOR_BENCH_DIR` names a folder that keeps the million alerts for the next run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import { FigureTable, type Report } from './figures.ts';
import { type MillionStore, openMillion } from './million.store.ts';

export interface BenchContext {
  readonly report: Report;
  /** A folder of this group, removed at its end. */
  readonly folder: string;
  /** A data folder with 1,000,000 alerts, made once for all groups that ask for it. */
  million(): Promise<MillionStore>;
}

type Run = (context: BenchContext) => Promise<void>;

/** Each reads its own code only: what others bring along would be collected in the middle of what is measured. */
const GROUPS: Record<string, () => Promise<Run>> = {
  parse: async () => {
    const { benchImportParse } = await import('./import-parse.bench.ts');
    const { benchImportFormats } = await import('./import-formats.bench.ts');
    return async (context) => {
      await benchImportParse(context);
      await benchImportFormats(context);
    };
  },
  receivers: async () => (await import('./receivers.bench.ts')).benchReceivers,
  import: async () => (await import('./import.bench.ts')).benchImport,
  million: async () => (await import('./million.bench.ts')).benchMillion,
  search: async () => (await import('./search.bench.ts')).benchSearch,
  queue: async () => (await import('./queue.bench.ts')).benchQueue,
  analyst: async () => (await import('./analyst.bench.ts')).benchAnalyst,
  rivals: async () => (await import('./rivals.bench.ts')).benchRivals,
  page: async () => (await import('./page.bench.ts')).benchPage,
  compliance: async () => (await import('./compliance.bench.ts')).benchCompliance,
  registers: async () => (await import('./registers.bench.ts')).benchRegisters,
  risk: async () => {
    const { benchRiskQuant } = await import('./risk-quant.ts');
    return async ({ report }) => benchRiskQuant(report);
  },
  events: async () => (await import('./events.bench.ts')).benchEvents,
  'events-scroll': async () => (await import('./events-scroll.bench.ts')).benchEventsScroll,
  evidence: async () => (await import('./evidence.bench.ts')).benchEvidence,
  evtx: async () => (await import('./evtx.bench.ts')).benchEvtx,
  malware: async () => (await import('./malware.bench.ts')).benchMalware,
  pcap: async () => (await import('./pcap.bench.ts')).benchPcap,
  sigma: async () => (await import('./sigma.bench.ts')).benchSigma,
  connectors: async () => (await import('./connectors.bench.ts')).benchConnectors,
  indicators: async () => (await import('./indicators.bench.ts')).benchIndicators,
  sync: async () => (await import('./sync.bench.ts')).benchSync,
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
    for (const [name, load] of groups) {
      const folder = mkdtempSync(join(tmpdir(), `watchfloor-bench-${name}-`));
      process.stderr.write(`${name} …\n`);
      try {
        const run = await load();
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
