/**
 * Sigma on one core: SigmaHQ's rules over real event logs, from the bytes of the log to the hits. Skipped
 * with a reason where ../shared/data is missing.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { parseSigma } from '../../src/shared/areas/forensics/sigma/parse-sigma.ts';
import type {
  FlatEvent,
  SigmaDocument,
} from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma, type SigmaSet } from '../../src/shared/areas/forensics/sigma/sigma-set.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { sourceOf } from '../helpers/make-evtx.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const RUNS = 5;
/** Passes over all logs in one run, so that a run takes about a second. */
const PASSES = 2;
const REGRESSION_PASSES = 40;

export async function benchSigma({ report }: Pick<BenchContext, 'report'>): Promise<void> {
  if (!existsSync(join(DATA, 'sigma/rules'))) {
    process.stderr.write('sigma: skipped, ../shared/data/sigma is not here\n');
    return;
  }
  const ports = await loadSigmaPorts();
  const texts = globSync('rules*/**/*.yml', { cwd: join(DATA, 'sigma') }).map((file) =>
    readFileSync(join(DATA, 'sigma', file), 'utf8'),
  );
  const parse = performance.now();
  const entries = texts.flatMap((text) => parseSigma(text, ports));
  report(
    'sigma.read',
    texts.length / secondsSince(parse),
    'rules/s',
    '',
    'YAML to documents, cold',
  );
  const windows = entries.flatMap((entry) =>
    entry.state === 'ready' && isWindows(entry.document) ? [entry.document] : [],
  );
  const compile = performance.now();
  const set = compileSigma(windows, ports);
  const rules = `${set.rules.length} Windows rules, one core`;
  report('sigma.compile', secondsSince(compile) * 1_000, 'ms', '', rules);
  benchLogs(set, rules, report);
  benchRegression(set, rules, report);
}

function isWindows(document: SigmaDocument): boolean {
  return document.kind === 'rule' && (document.logsource.product ?? 'windows') === 'windows';
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}

interface Pass {
  readonly events: number;
  readonly hits: number;
  readonly seconds: number;
  /** Processor time of the process: what counts where the machine is shared. */
  readonly cpuSeconds: number;
}

/** End to end: bytes, records, flat events, hits. */
function benchLogs(set: SigmaSet, rules: string, report: BenchContext['report']): void {
  const logs = globSync('evtx/format-samples/**/*.evtx', { cwd: DATA }).map((file) =>
    readFileSync(join(DATA, file)),
  );
  const bytes = logs.reduce((sum, log) => sum + log.length, 0) * PASSES;
  const run = (): Pass => {
    const [start, cpu] = [performance.now(), cpuClock()];
    let [events, hits] = [0, 0];
    for (let pass = 0; pass < PASSES; pass++)
      for (const log of logs)
        for (const item of readEvtx(sourceOf(log))) {
          if (item.kind !== 'record') continue;
          events++;
          hits += set.match(flattenEvent(item.event)).length;
        }
    return { events, hits, seconds: secondsSince(start), cpuSeconds: cpu() / 1_000 };
  };
  run();
  const runs = Array.from({ length: RUNS }, run);
  const [first] = runs;
  const note = `${first?.events} events of ${logs.length} real logs, ${first?.hits} hits, ${rules}, median of ${RUNS}`;
  const rate = median(runs.map(({ events, seconds }) => events / seconds));
  report('sigma.logs', rate, 'events/s', '>= 20000', note);
  const cpu = median(runs.map(({ events, cpuSeconds }) => events / cpuSeconds));
  report('sigma.logs.cpu', cpu, 'events/cpu-s', '', 'the same, by processor time');
  const speed = median(runs.map(({ seconds }) => bytes / 1e6 / seconds));
  report('sigma.logs.bytes', speed, 'MB/s', '>= 15', 'the same, bytes of the logs');
}

/** The dearest mix: two thirds are process creations, and each event is found by a rule. */
function benchRegression(set: SigmaSet, rules: string, report: BenchContext['report']): void {
  const events = globSync('sigma/regression_data/**/*.evtx', { cwd: DATA }).flatMap((file) =>
    [...readEvtx(sourceOf(readFileSync(join(DATA, file))))].flatMap((item): FlatEvent[] =>
      item.kind === 'record' ? [flattenEvent(item.event)] : [],
    ),
  );
  const run = (): Pass => {
    const [start, cpu] = [performance.now(), cpuClock()];
    let hits = 0;
    for (let pass = 0; pass < REGRESSION_PASSES; pass++)
      for (const event of events) hits += set.match(event).length;
    return {
      events: events.length * REGRESSION_PASSES,
      hits,
      seconds: secondsSince(start),
      cpuSeconds: cpu() / 1_000,
    };
  };
  run();
  const runs = Array.from({ length: RUNS }, run);
  const [first] = runs;
  const each = ((first?.hits ?? 0) / (first?.events ?? 1)).toFixed(1);
  const note = `${events.length} regression events again and again, ${each} hits an event, flat already, ${rules}`;
  const rate = median(runs.map((one) => one.events / one.seconds));
  report('sigma.match', rate, 'events/s', '', note);
}
