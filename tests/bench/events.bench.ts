/**
 * The event store: what keeping with an index costs beside parsing alone, and how long a search, a sort
 * and a jump take among 5 million events. By processor time, user and system, so that other work on the
 * machine counts for neither; every query is one that was not asked before. Searches are measured as the
 * product meets them: the store was opened, its first list shown, and what a search needs was read ahead
 * (event-thread.ts does so while nothing is asked). What reading ahead costs is said, and what the same
 * searches cost in a store that was opened a moment ago (`cold`), which has no bar.
 * `WATCHFLOOR_BENCH_SIZES=1000000` measures smaller stores, `WATCHFLOOR_BENCH_DIR` names a folder that keeps
 * them for the next run, `WATCHFLOOR_BENCH_FILE_MB=0` leaves the files out.
 */
import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import type { EventStore } from '../../src/main/areas/forensics/events/event-store.types.ts';
import { csvReader } from '../../src/main/areas/forensics/readers/csv.reader.ts';
import { jsonReader } from '../../src/main/areas/forensics/readers/json.reader.ts';
import type {
  EvidenceReader,
  ReaderInput,
  ReaderSink,
} from '../../src/main/areas/forensics/readers/reader.types.ts';
import type { EventQuery } from '../../src/shared/areas/forensics/events/event-query.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { fillStore, PROGRAMS, SPAN_MS, START_MS, writeLog } from './event-records.ts';
import { median, percentile } from './figures.ts';
import type { BenchContext } from './main.ts';

const FILE_BYTES = Number(process.env.WATCHFLOOR_BENCH_FILE_MB ?? 500) * 1e6;
const SIZES = (process.env.WATCHFLOOR_BENCH_SIZES ?? '5000000').split(',').map(Number);
const KEY = new Uint8Array(32).fill(9);
const CHUNK_BYTES = 1 << 20;
const QUERIES = 40;
const PARSES = 5;
/** As long as event-thread.ts lets a step be. */
const STEP_MS = 15;

function inputOf(path: string): ReaderInput {
  return {
    name: path,
    size: statSync(path).size,
    bytes: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    random() {
      const file = openSync(path, 'r');
      return {
        size: fstatSync(file).size,
        read: (offset, into) => readSync(file, into, 0, into.length, offset),
        close: () => closeSync(file),
      };
    },
    signal: new AbortController().signal,
    takenAt: START_MS,
  };
}

const memoryMb = () => process.memoryUsage().rss / 1e6;

/** Processor time, and by how much the process was largest while it read, MB. */
async function readWith(
  reader: EvidenceReader,
  path: string,
  events: ReaderSink['events'],
): Promise<{ ms: number; grown: number }> {
  const before = memoryMb();
  let most = before;
  const used = cpuClock();
  await reader.read(inputOf(path), {
    events,
    problem() {},
    reached() {
      most = Math.max(most, memoryMb());
    },
    fact() {},
    inner: async () => undefined,
  });
  return { ms: used(), grown: most - before };
}

/** The median of several runs: one alone is off by a quarter now and then, and the share with it. */
async function parseAlone(
  reader: EvidenceReader,
  path: string,
): Promise<{ ms: number; runs: readonly number[] }> {
  // The first has it compiled.
  await readWith(reader, path, async () => undefined);
  const runs: number[] = [];
  while (runs.length < PARSES) runs.push((await readWith(reader, path, async () => undefined)).ms);
  return { ms: median(runs), runs };
}

async function benchImports({ report, folder }: Pick<BenchContext, 'report' | 'folder'>) {
  for (const [format, reader] of [
    ['ndjson', jsonReader],
    ['csv', csvReader],
  ] as const) {
    const path = join(folder, `log.${format}`);
    const rows = writeLog(path, format, FILE_BYTES);
    const parsed = await parseAlone(reader, path);
    const store = openEventStore({ folder, key: KEY, investigationId: format });
    store.addSource({ id: 'file', name: path, reader: reader.id });
    const kept = await readWith(reader, path, async (batch) => store.insert('file', batch));
    const used = cpuClock();
    store.finish('file');
    const all = kept.ms + used();
    const count = store.count();
    store.close();
    const megabytes = statSync(path).size / 1e6;
    const note = `${rows} rows, ${Math.round(megabytes)} MB; store ${Math.round(statSync(join(folder, `${format}.db`)).size / 1e6)} MB, ${count} events`;
    const runs = `median of ${PARSES} runs, ${parsed.runs.map((ms) => Math.round(ms)).join(', ')} ms`;
    report(`events ${format} parsed alone`, megabytes / (parsed.ms / 1_000), 'MB/s', '', runs);
    report(`events ${format} with index`, megabytes / (all / 1_000), 'MB/s', '', note);
    report(`events ${format} rows with index`, rows / (all / 1_000), 'rows/s', '', note);
    report(`events ${format} share of parsing alone`, (100 * parsed.ms) / all, '%', '>= 30', note);
    report(`events ${format} memory`, kept.grown, 'MB', '<= 300', 'growth while it is kept');
  }
}

const QUERY_KINDS: Readonly<Record<string, (random: Random) => EventQuery>> = {
  word: (random) => ({ text: `user${random.below(400)}` }),
  'two words': (random) => ({ text: `user${random.below(400)} WS-${random.below(250)}` }),
  'rare word': (random) => ({ text: `job${random.below(2_000)}` }),
  address: (random) => ({
    text: `10.${random.below(8)}.${random.below(250)}.${random.below(250)}`,
  }),
  hash: (random) => ({ text: (random.below(3_000) * 7_919).toString(16).padStart(32, 'c') }),
  'common word': (random) => ({ text: random.pick(PROGRAMS).replace('.exe', '') }),
  path: (random) => ({ text: `C:\\Windows\\System32\\${random.pick(PROGRAMS)}` }),
  host: (random) => ({ hosts: [`WS-${random.below(250)}.corp.example`] }),
  field: (random) => ({
    filters: [
      { field: 'image', op: 'is', value: `c:\\windows\\system32\\${random.pick(PROGRAMS)}` },
    ],
  }),
};

type Report = BenchContext['report'];

/** 95 of 100 searches of each kind take no longer. `held`: against the bar. */
function measureSearches(
  store: EventStore,
  { name, report, held }: { name: string; report: Report; held: boolean },
) {
  const random = createRandom(7);
  const all: number[] = [];
  const bar = held ? '<= 100' : '';
  for (const [kind, make] of Object.entries(QUERY_KINDS)) {
    const times: number[] = [];
    let found = 0;
    for (let left = QUERIES; left > 0; left--) {
      // A span of its own makes each a query that was not asked before, over all rows.
      const query = { ...make(random), toMs: START_MS + 2 * SPAN_MS + random.below(1e9) };
      const used = cpuClock();
      found += store.search(query, { sort: '-time', offset: 0, limit: 200 }).total;
      times.push(used());
    }
    all.push(...times);
    const note = `median ${percentile(times, 50).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms, about ${Math.round(found / QUERIES)} hits`;
    report(`${name}, ${kind}`, percentile(times, 95), 'ms p95', bar, note);
  }
  report(`${name}, all kinds`, percentile(all, 95), 'ms p95', bar);
}

/** The first list, and what is read ahead after it. */
function openReadAhead(
  options: Parameters<typeof openEventStore>[0],
  { name, report }: { name: string; report: Report },
): EventStore {
  const store = openEventStore(options);
  const first = cpuClock();
  store.search({}, { sort: 'time', offset: 0, limit: 200 });
  const { size } = statSync(join(options.folder, `${options.investigationId}.db`));
  report(`${name} first list by time`, first(), 'ms', '', `${Math.round(size / 1e6)} MB`);
  const ahead = cpuClock();
  let longest = 0;
  for (let isMore = true; isMore; ) {
    const step = performance.now();
    isMore = store.warm(STEP_MS);
    longest = Math.max(longest, performance.now() - step);
  }
  const note = `in steps of which the longest took ${longest.toFixed(0)} ms`;
  report(`${name} reading ahead`, ahead(), 'ms', '', note);
  return store;
}

async function benchStore(context: Pick<BenchContext, 'report' | 'folder'>, size: number) {
  const name = `events ${size >= 1e6 ? `${size / 1e6} M` : size}`;
  const folder = process.env.WATCHFLOOR_BENCH_DIR ?? context.folder;
  const { report } = context;
  const named = { folder, key: KEY, investigationId: `of-${size}` };
  const cold = openEventStore(named);
  if (cold.count() !== size) {
    const filling = cpuClock();
    fillStore(cold, size);
    report(`${name} made and kept`, size / (filling() / 1_000), 'rows/s', '');
  }
  cold.close();
  const store = openReadAhead(named, { name, report });
  measureSearches(store, { name: `${name} search`, report, held: true });
  const random = createRandom(8);
  const measure = (figure: string, times: number, work: () => void) => {
    const taken = Array.from({ length: times }, () => {
      const used = cpuClock();
      work();
      return used();
    });
    report(`${name} ${figure}`, percentile(taken, 95), 'ms p95', '<= 100');
  };
  const sorts = ['time', '-time', 'inserted'] as const;
  measure('sort', 30, () =>
    store.search({ kinds: ['dns'] }, { sort: random.pick(sorts), offset: 0, limit: 200 }),
  );
  measure('jump', 100, () =>
    store.search({}, { sort: '-time', offset: random.below(size), limit: 200 }),
  );
  measure('one event', 50, () =>
    store.get(
      store.search({}, { sort: 'time', offset: random.below(size), limit: 1 }).rows[0]?.id ?? 0,
    ),
  );
  measureFigures(store, { name, report });
  store.close();
  report(`${name} memory of the process`, memoryMb(), 'MB', '');
  const opened = openEventStore(named);
  opened.search({}, { sort: 'time', offset: 0, limit: 200 });
  measureSearches(opened, { name: `${name} search cold`, report, held: false });
  opened.close();
}

function measureFigures(
  store: EventStore,
  { name, report }: { name: string; report: Report },
): void {
  const figure = (what: string, work: () => void) => {
    const used = cpuClock();
    work();
    report(`${name} ${what}`, used(), 'ms', '');
  };
  const stackBy = (field: string) =>
    figure(`stack by ${field}`, () => store.stack({}, { field, order: 'rare', limit: 100 }));
  figure('histogram of all', () => store.histogram({}, { buckets: 120 }));
  for (const field of ['@host', 'Image', 'SourceIp']) stackBy(field);
  figure('contains, part of a word', () =>
    store.count({ filters: [{ field: 'CommandLine', op: 'contains', value: 'ob17' }] }),
  );
  figure('gaps and bursts', () => store.irregularities({}, 100));
}

export async function benchEvents(context: Pick<BenchContext, 'report' | 'folder'>): Promise<void> {
  // First, in a process that is still small.
  if (FILE_BYTES > 0) await benchImports(context);
  for (const size of SIZES) await benchStore(context, size);
}
