/**
 * The queue at 10,000, 100,000, 1,000,000 and 5,000,000 alerts, over HTTP, in the host that a user runs.
 * `WATCHFLOOR_BENCH_SIZES=10000,100000` measures smaller ones only; `WATCHFLOOR_BENCH_QUEUE_DIR` names a
 * folder that keeps the alerts: what it already holds is not imported again, nor its import measured.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Performance } from '../../src/shared/areas/settings/about.contract.ts';
import { type BareRow, bareInsertRate } from './bare-insert.ts';
import { percentile, type Report } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { bareRow, importFile, writeRecords } from './import.bench.ts';
import type { BenchContext } from './main.ts';
import { suricataRecords } from './make-suricata.ts';
import { QUEUE_CALLS, type QueueCall } from './queue-calls.ts';

const SIZES = (process.env.WATCHFLOOR_BENCH_SIZES ?? '10000,100000,1000000,5000000')
  .split(',')
  .map(Number);
const MILLION = 1_000_000;
const CALLS = 100;
const BULK = 50_000;
/** Somebody who triages fast. */
const BETWEEN_CLICKS_MS = 500;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Alerts of before everything else, with the ones of the known address among them. */
const FIRST_ALERTS = 10_000;
const FIRST_SEED = 5;
/** What a call took at one size, ms. */
interface Times {
  readonly p50: number;
  readonly p95: number;
}
type CallTimes = Map<string, Times & { readonly sameAnswer: Times }>;

/** What the core took at most in one part of the run, MB. */
interface Peak {
  readonly part: string;
  readonly mb: number;
}

function createPeaks(host: HostProcess): { readonly all: Peak[]; note(part: string): void } {
  const all: Peak[] = [];
  host.forgetPeakMemory();
  return {
    all,
    note(part) {
      const mb = host.peakMemoryMb();
      all.push({ part, mb });
      process.stderr.write(`  at most ${Math.round(mb)} MB: ${part}\n`);
      host.forgetPeakMemory();
    },
  };
}

/** Linking and decisions follow an import by themselves; lists are measured at rest, or after so long beside it. */
const LONGEST_REST_MS = 120_000;

export async function untilIdle(host: HostProcess): Promise<void> {
  const end = performance.now() + LONGEST_REST_MS;
  for (let quiet = 0; quiet < 5 && performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const jobs = (await (await host.fetch('/api/jobs')).json()) as JobState[];
    const isBusy = jobs.some(({ state }) => state === 'RUNNING' || state === 'QUEUED');
    quiet = isBusy ? 0 : quiet + 1;
  }
}

export async function benchQueue(context: BenchContext): Promise<void> {
  const { report, folder } = context;
  const host = await startHost(process.env.WATCHFLOOR_BENCH_QUEUE_DIR ?? join(folder, 'queue'));
  const middles = new Map<number, CallTimes>();
  const peaks = createPeaks(host);
  await importFirst(context, host);
  let stored = await countAlerts(host);
  for (const [step, size] of SIZES.entries()) {
    stored = await growTo(context, host, { stored, size, seed: 11 + step * 7 });
    peaks.note(`import to ${label(size)}`);
    await untilIdle(host);
    peaks.note('what follows it');
    middles.set(size, await measureCalls(report, host, size));
    await measureStatus(report, host, size);
    peaks.note('calls');
  }
  await measureBulk(report, host);
  peaks.note('bulk action');
  await reportCore(report, host, peaks.all);
  reportGrowth(report, middles);
  await host.kill();
}

/** A kept folder that has them takes nothing. */
async function importFirst({ folder }: BenchContext, host: HostProcess): Promise<void> {
  const file = join(folder, 'first.json');
  await writeRecords(file, Math.min(FIRST_ALERTS, ...SIZES), FIRST_SEED, true);
  await importFile(host, file);
  rmSync(file, { force: true });
}

/** What a kept folder holds already. */
async function countAlerts(host: HostProcess): Promise<number> {
  const answer = await host.fetch('/api/alerts?limit=1');
  await answer.text();
  return Number(answer.headers.get('x-total-count'));
}

const label = (size: number) => (size >= MILLION ? `${size / MILLION}m` : `${size / 1000}k`);
const barOf = (size: number) => (size <= MILLION ? '<= 30' : '<= 60');

/** Imports what is missing; the import up to a million is the one whose speed and clicks are measured. */
async function growTo(
  { report, folder }: BenchContext,
  host: HostProcess,
  { stored, size, seed }: { stored: number; size: number; seed: number },
): Promise<number> {
  const file = join(folder, 'grow.json');
  let total = stored;
  for (let piece = 0; total < size; piece += 1) {
    const isMeasured = size === MILLION;
    const isClicked = isMeasured && piece > 0;
    const count = Math.min(isMeasured && !isClicked ? MILLION / 2 : MILLION, size - total);
    await writeRecords(file, count, seed + piece);
    const clicks: number[] = [];
    const isCompared = isMeasured && !isClicked;
    const bareBefore = isCompared ? bareRate(folder, count, seed) : 0;
    const importing = importFile(host, file);
    if (isClicked) await clickDuring(host, importing, clicks);
    const { receipt, seconds } = await importing;
    if (receipt.added !== count) throw new Error(`Only ${receipt.added} of ${count} were added`);
    total += count;
    if (isClicked) {
      const rate = Math.round(count / seconds);
      const note = `${clicks.length} status changes while ${count} alerts were imported, ${rate}/s`;
      report('queue.1m.status-during-import.p95', percentile(clicks, 95), 'ms', '<= 20', note);
    } else if (isCompared) {
      // The machine is not equally fast all the time: before and after.
      const bare = (bareBefore + bareRate(folder, count, seed)) / 2;
      reportRatio(report, { count, seconds, bare });
    }
  }
  rmSync(file, { force: true });
  return total;
}

function* barePieces(count: number, seed: number): Generator<BareRow[]> {
  let piece: BareRow[] = [];
  let index = 0;
  for (const record of suricataRecords(count, seed)) {
    piece.push(bareRow(record, index));
    index += 1;
    if (piece.length < 50_000) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** Records per second. */
function bareRate(folder: string, count: number, seed: number): number {
  const path = join(folder, 'bare.db');
  const rate = bareInsertRate(path, barePieces(count, seed));
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  return rate;
}

function reportRatio(
  report: Report,
  { count, seconds, bare }: { count: number; seconds: number; bare: number },
): void {
  const rate = count / seconds;
  const note = `${Math.round(rate)} against ${Math.round(bare)} records/s, ${count} on top of what was there`;
  report('queue.1m.import-ratio', (100 * rate) / bare, '%', '>= 20', note);
}

/** One status change after the other, there and back, as a person would; each a call of its own. */
async function clickDuring(
  host: HostProcess,
  importing: Promise<unknown>,
  times: number[],
): Promise<void> {
  let isDone = false;
  const end = importing.finally(() => {
    isDone = true;
  });
  const id = await createAlert(host);
  while (!isDone) {
    await changeStatus(host, id, times);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_CLICKS_MS));
  }
  await end;
}

async function createAlert(host: HostProcess): Promise<string> {
  const body = {
    title: 'Clicked by the bench',
    description: 'Its status goes round',
    severity: 'HIGH',
    source: 'Bench',
  };
  const answer = await send(host, 'POST', '/api/alerts', body);
  return (answer as { id: string }).id;
}

const ROUND = [
  { status: 'IN_PROGRESS' },
  { status: 'RESOLVED' },
  { status: 'OPEN', reason: 'Another round of the bench' },
];

async function changeStatus(host: HostProcess, id: string, times: number[]): Promise<void> {
  for (const change of ROUND) {
    const started = performance.now();
    await send(host, 'PATCH', `/api/alerts/${id}`, change);
    times.push(performance.now() - started);
  }
}

async function send(host: HostProcess, method: string, path: string, body: unknown) {
  const response = await host.fetch(path, {
    method,
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as unknown;
}

async function timed(host: HostProcess, path: string): Promise<number> {
  const started = performance.now();
  const response = await host.fetch(path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return performance.now() - started;
}

async function measureCalls(report: Report, host: HostProcess, size: number): Promise<CallTimes> {
  const middles: CallTimes = new Map();
  for (const { name, path, sameAnswer } of QUEUE_CALLS) {
    const times = await repeated(host, path);
    const { p50, p95 } = times;
    const same = sameAnswer ? await repeated(host, sameAnswer) : times;
    middles.set(name, { p50, p95, sameAnswer: same });
    const note = `${CALLS} calls, p50 ${p50.toFixed(1)} ms, longest ${times.longest.toFixed(1)} ms`;
    report(`queue.${label(size)}.${name}.p95`, p95, 'ms', barOf(size), note);
  }
  return middles;
}

async function repeated(
  host: HostProcess,
  path: QueueCall['path'],
): Promise<Times & { readonly longest: number }> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1) times.push(await timed(host, path(i)));
  return {
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    longest: percentile(times, 100),
  };
}

async function measureStatus(report: Report, host: HostProcess, size: number): Promise<void> {
  const id = await createAlert(host);
  const times: number[] = [];
  while (times.length < CALLS) await changeStatus(host, id, times);
  const note = `${times.length} changes`;
  report(`queue.${label(size)}.status.p95`, percentile(times, 95), 'ms', '<= 20', note);
}

interface JobState {
  readonly id: string;
  readonly state: string;
}

/**
 * Closes 50,000 alerts in one action while somebody else changes alerts: as a person does, and again by
 * a program that changes one after the other without a pause, which shares the one writer half and half.
 */
async function measureBulk(report: Report, host: HostProcess): Promise<void> {
  const person = await bulkBeside(host, 'LOW', BETWEEN_CLICKS_MS);
  const beside = `${BULK} alerts, beside ${person.times.length} status changes of a person`;
  report('queue.bulk-50k.seconds', person.seconds, 's', '<= 5', beside);
  const program = await bulkBeside(host, 'MEDIUM', 0);
  const constant = `${BULK} alerts, beside ${program.times.length} status changes without a pause`;
  report('queue.bulk-50k.contended', program.seconds, 's', '', constant);
  const times = [...person.times, ...program.times];
  const note = `of ${times.length} status changes meanwhile, p50 ${percentile(times, 50).toFixed(1)} ms`;
  report('queue.bulk-50k.longest-wait', percentile(times, 100), 'ms', '<= 50', note);
}

async function bulkBeside(host: HostProcess, severity: string, pauseMs: number) {
  const id = await createAlert(host);
  const times: number[] = [];
  const started = performance.now();
  const body = {
    limit: BULK,
    filter: { status: 'OPEN', severity },
    change: { status: 'FALSE_POSITIVE' },
    investigateFirst: true,
    note: 'Noise of the bench',
  };
  const answer = (await send(host, 'POST', '/api/alerts/bulk', body)) as { job: JobState };
  const jobId = answer.job.id;
  let state = 'RUNNING';
  let clickedAt = Number.NEGATIVE_INFINITY;
  while (state === 'RUNNING' || state === 'QUEUED') {
    if (performance.now() - clickedAt >= pauseMs) {
      clickedAt = performance.now();
      await changeStatus(host, id, times);
    } else await new Promise((resolve) => setTimeout(resolve, 20));
    const jobs = (await (await host.fetch('/api/jobs')).json()) as JobState[];
    state = jobs.find((job) => job.id === jobId)?.state ?? 'DONE';
  }
  const seconds = (performance.now() - started) / 1000;
  if (state !== 'DONE') throw new Error(`The bulk action ended ${state}`);
  return { seconds, times };
}

async function reportCore(
  report: Report,
  host: HostProcess,
  peaks: readonly Peak[],
): Promise<void> {
  const core = (await (await host.fetch('/api/about/performance')).json()) as Performance;
  const largest = label(SIZES.at(-1) ?? 0);
  const note = `since the start, through all of it; longest ${core.loopDelay.longest.toFixed(0)} ms`;
  report('queue.loop-delay.p99', core.loopDelay.p99, 'ms', '<= 50', note);
  const most = Math.max(...peaks.map(({ mb }) => mb));
  const parts = peaks.map(({ part, mb }) => `${part} ${Math.round(mb)}`).join(', ');
  report('queue.memory.peak', most, 'MB', '<= 350', `up to ${largest}: ${parts}`);
}

/**
 * From 100,000 (or the smallest size of this run) to the largest: what of a call's middle is beyond a
 * logarithm's growth, where a millisecond is noise, and how its p95 grew. A store fifty times as large has
 * fifty times the alerts of an address; what grows with the answer is told beside it, without a bar.
 */
function reportGrowth(report: Report, sizes: ReadonlyMap<number, CallTimes>): void {
  const from = sizes.has(100_000) ? 100_000 : Math.min(...sizes.keys());
  const to = Math.max(...sizes.keys());
  const [small, large] = [sizes.get(from), sizes.get(to)];
  if (!small || !large || from === to) return;
  const logarithm = Math.log(to) / Math.log(from);
  const times = (to / from).toFixed(0);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  for (const [name, after] of large) {
    const before = small.get(name) ?? after;
    const [one, other] = [before.sameAnswer, after.sameAnswer];
    const middle = `p50 ${ms(one.p50)}, then ${ms(other.p50)}: what is beyond a logarithm`;
    report(`queue.growth.${name}`, other.p50 - logarithm * one.p50, 'ms', '<= 1', middle);
    const high = `from ${label(from)} to ${label(to)}, ${times} times the alerts, with the answer that grows: p95 ${ms(before.p95)}, then ${ms(after.p95)}`;
    report(`queue.growth.${name}.p95-ratio`, after.p95 / before.p95, '×', '', high);
  }
}
