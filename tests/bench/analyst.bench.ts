/**
 * Every question that the assistant answers, one decision of the engine and one investigation, at
 * 10,000, 100,000 and 1,000,000 alerts, over HTTP, in the host that a user runs.
 * `WATCHFLOOR_BENCH_SIZES=10000` measures smaller ones only.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatReply } from '../../src/shared/areas/assistant/chat.contract.ts';
import { EXAMPLES } from '../../src/shared/areas/assistant/intents/examples.ts';
import { INTENTS, type IntentName } from '../../src/shared/areas/assistant/intents/intent.types.ts';
import type { InvestigationDetail } from '../../src/shared/areas/forensics/investigations.contract.ts';
import { measureTexts } from './analyst-texts.ts';
import { percentile, type Report } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { importFile, writeRecords } from './import.bench.ts';
import type { BenchContext } from './main.ts';
import { untilIdle } from './queue.bench.ts';

const SIZES = (process.env.WATCHFLOOR_BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const CALLS = 40;
const INVESTIGATIONS = 5;
const PIECE = 1_000_000;

interface Known {
  readonly alerts: readonly string[];
  readonly incidents: readonly string[];
}

/** What is asked for an intent, so that no two neighbours ask the same. */
type Asked = (i: number, known: Known) => { query: string; context?: object };

const SEVERITIES = ['critical', 'high', 'medium', 'low'];
const SPANS = ['', ' today', ' in the last 24 hours', ' since yesterday', ' this week'];
const severity = (i: number) => SEVERITIES[i % SEVERITIES.length] ?? 'low';
const span = (i: number) => SPANS[i % SPANS.length] ?? '';
const address = (i: number) => `10.${i % 4}.${i % 8}.${1 + ((i * 7) % 250)}`;
const ofAlert = (i: number, { alerts }: Known) => ({ alertId: alerts[i % alerts.length] });

const ASKED: Partial<Record<IntentName, Asked>> = {
  'count-alerts': (i) => ({ query: `how many ${severity(i)} alerts are open${span(i)}` }),
  'list-alerts': (i) => ({
    query: i % 2 === 0 ? EXAMPLES['list-alerts'] : `newest ${severity(i)} alerts${span(i)}`,
  }),
  'entity-activity': (i) => ({
    query: `what happened on ${i % 2 === 0 ? `sensor-${1 + (i % 6)}` : address(i)}${span(i)}`,
  }),
  'explain-alert': (i, known) => ({
    query: EXAMPLES['explain-alert'],
    context: ofAlert(i, known),
  }),
  'why-grouped': (i, known) => ({ query: EXAMPLES['why-grouped'], context: ofAlert(i, known) }),
  'why-linked': (i, { incidents }) => ({
    query: EXAMPLES['why-linked'],
    context: { incidentId: incidents[i % Math.max(1, incidents.length)] },
  }),
  technique: (i) => ({ query: `what does ${['T1190', 'T1021.001', 'T1059'][i % 3]} mean` }),
  'top-entities': (i) => ({
    query: `which ${['hosts', 'users', 'addresses'][i % 3]} have the most alerts${span(i)}`,
  }),
  'top-detectors': (i) => ({ query: `noisiest detectors${span(i)}` }),
  find: (i) => ({ query: ['find beacon', 'find suricata', 'find scan tcp'][i % 3] ?? '' }),
  assigned: (i) => ({
    query: ['who is assigned what', 'what is assigned to me', 'unassigned alerts'][i % 3] ?? '',
  }),
  incidents: (i) => ({ query: `${severity(i)} incidents${span(i)}` }),
  'changed-today': (i) => ({ query: `what changed${span(i) || ' today'}` }),
};

async function json<T>(host: HostProcess, path: string, body?: object): Promise<T> {
  const response = await host.fetch(path, {
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

export async function benchAnalyst({ report, folder }: BenchContext): Promise<void> {
  measureTexts(report);
  const host = await startHost(join(folder, 'analyst'));
  let stored = 0;
  for (const [step, size] of SIZES.entries()) {
    stored = await grow(host, folder, { stored, size, seed: 23 + step * 7 });
    await untilIdle(host);
    const label = size >= PIECE ? `${size / PIECE}m` : `${size / 1000}k`;
    const ids = async (path: string) =>
      (await json<{ id: string }[]>(host, path)).map(({ id }) => id);
    const known = {
      alerts: await ids('/api/alerts?limit=1000'),
      incidents: await ids('/api/incidents?limit=50'),
    };
    await measureIntents(report, host, { label, known });
    await measureDecision(report, host, { label, known });
    await measureInvestigation(report, host, { label, known });
  }
  await host.kill();
}

async function grow(
  host: HostProcess,
  folder: string,
  { stored, size, seed }: { stored: number; size: number; seed: number },
): Promise<number> {
  const file = join(folder, 'analyst.json');
  let total = stored;
  for (let piece = 0; total < size; piece += 1) {
    const count = Math.min(PIECE, size - total);
    await writeRecords(file, count, seed + piece);
    const { receipt } = await importFile(host, file);
    if (receipt.added !== count) throw new Error(`Only ${receipt.added} of ${count} were added`);
    total += count;
  }
  rmSync(file, { force: true });
  return total;
}

interface Part {
  readonly label: string;
  readonly known: Known;
}

async function measureIntents(
  report: Report,
  host: HostProcess,
  { label, known }: Part,
): Promise<void> {
  const all: number[] = [];
  for (const intent of INTENTS) {
    const asked: Asked = ASKED[intent] ?? (() => ({ query: EXAMPLES[intent] }));
    const times: number[] = [];
    let meant = 0;
    for (let i = 0; i < CALLS; i += 1) {
      const body = asked(i, known);
      const started = performance.now();
      const { details } = await json<ChatReply>(host, '/api/chat/query', body);
      times.push(performance.now() - started);
      if (details.intent === intent) meant += 1;
    }
    all.push(...times);
    const middle = percentile(times, 50).toFixed(1);
    const note = `${CALLS} questions, ${meant} meant it, p50 ${middle} ms, longest ${percentile(times, 100).toFixed(1)} ms`;
    report(`analyst.${label}.intent.${intent}.p95`, percentile(times, 95), 'ms', '<= 100', note);
  }
  report(`analyst.${label}.intents.p95`, percentile(all, 95), 'ms', '<= 100', 'all of them');
}

/** Made anew with each call, from the facts as they are. */
async function measureDecision(
  report: Report,
  host: HostProcess,
  { label, known }: Part,
): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 5 * CALLS; i += 1) {
    const id = known.alerts[(i * 7) % known.alerts.length] ?? '';
    const started = performance.now();
    await json(host, `/api/alerts/${id}/explanation`);
    times.push(performance.now() - started);
  }
  const note = `${times.length} explanations over HTTP, p50 ${percentile(times, 50).toFixed(1)} ms`;
  report(`analyst.${label}.decision.p95`, percentile(times, 95), 'ms', '<= 5', note);
}

async function measureInvestigation(
  report: Report,
  host: HostProcess,
  { label, known }: Part,
): Promise<void> {
  const seconds: number[] = [];
  for (let i = 0; i < INVESTIGATIONS; i += 1) {
    const alert = known.alerts[i * 97] ?? known.alerts[0] ?? '';
    const started = performance.now();
    const { id } = await json<InvestigationDetail>(host, '/api/forensics/investigate', {
      incidentId: alert,
      title: 'Investigation of the bench',
      description: 'What happened',
      investigationType: 'network',
      alertIds: [alert],
    });
    let state = 'RUNNING';
    while (state === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { run } = await json<InvestigationDetail>(host, `/api/forensics/investigations/${id}`);
      state = run?.state ?? 'RUNNING';
    }
    if (state !== 'DONE') throw new Error(`The investigation ended ${state}`);
    seconds.push((performance.now() - started) / 1000);
  }
  const longest = percentile(seconds, 100);
  const note = `${INVESTIGATIONS} runs, the median ${percentile(seconds, 50).toFixed(2)} s`;
  report(`analyst.${label}.investigation.longest`, longest, 's', '', note);
}
