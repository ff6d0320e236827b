/** Lists, scores and gaps over 10,000 controls in 42 frameworks and 100,000 pieces of evidence. */
import { join } from 'node:path';
import { type Filled, fillCompliance } from './compliance.store.ts';
import { type Call, withFilledCore } from './core-app.ts';
import { percentile } from './figures.ts';
import type { BenchContext } from './main.ts';

const CALLS = 60;
const CHANGED = 15;
/** What misses its bar by far is not waited for sixty times. */
const PATIENCE_MS = 5_000;
const LIST_BAR = '<= 30';
type Path = (place: number, filled: Filled) => string;
const at = (ids: readonly string[], place: number) => ids[place % ids.length] ?? '';

/** A call that is not there yet is passed over. */
const LISTS: readonly (readonly [string, string, Path])[] = [
  ['frameworks', LIST_BAR, () => '/api/compliance/frameworks'],
  ['controls', LIST_BAR, () => '/api/compliance/controls'],
  [
    'controls-of-framework',
    LIST_BAR,
    (n, { frameworks }) => `/api/compliance/controls?framework=${at(frameworks, n)}`,
  ],
  ['controls-by-status', LIST_BAR, () => '/api/compliance/controls?status=NON_COMPLIANT'],
  ['controls-with-evidence', LIST_BAR, () => '/api/compliance/controls?hasEvidence=true'],
  ['controls-without-evidence', LIST_BAR, () => '/api/compliance/controls?hasEvidence=false'],
  ['controls-not-found', LIST_BAR, () => '/api/compliance/controls?q=nowhere'],
  ['controls-thousand', LIST_BAR, () => '/api/compliance/controls?limit=1000'],
  ['controls-searched', LIST_BAR, (n) => `/api/compliance/controls?q=control%20${n}`],
  ['controls-in-order', LIST_BAR, () => '/api/compliance/controls?sort=place'],
  ['controls-facets', LIST_BAR, () => '/api/compliance/controls/facets'],
  ['controls-tree', LIST_BAR, () => '/api/compliance/controls/tree'],
  ['control', LIST_BAR, (n, { controls }) => `/api/compliance/controls/${at(controls, n)}`],
  ['challenges', LIST_BAR, () => '/api/compliance/challenges'],
  ['metrics', LIST_BAR, () => '/api/compliance/metrics'],
  ['scores', LIST_BAR, () => '/api/compliance/scores'],
  ['score-trend', LIST_BAR, () => '/api/compliance/score-trend'],
  ['changes', LIST_BAR, () => '/api/compliance/changes?since=week'],
  ['evidence-expiry', LIST_BAR, () => '/api/compliance/evidence-expiry'],
  [
    'control-assurance',
    LIST_BAR,
    (n, { controls }) => `/api/compliance/controls/${at(controls, n)}/assurance`,
  ],
  ['score-of-framework', '<= 50', (_, { big }) => `/api/compliance/scores/${big}`],
  ['crosswalks', LIST_BAR, () => '/api/compliance/crosswalks'],
  ['evidence', LIST_BAR, () => '/api/evidence'],
  ['evidence-by-type', LIST_BAR, () => '/api/evidence?type=SCREENSHOT'],
  ['evidence-expired', LIST_BAR, () => '/api/evidence?validity=expired'],
  ['evidence-searched', LIST_BAR, (n) => `/api/evidence?q=evidence%20${n}`],
  ['evidence-common-word', LIST_BAR, () => '/api/evidence?q=evidence'],
  ['evidence-common-of-type', LIST_BAR, () => '/api/evidence?q=evidence&type=SCREENSHOT'],
  ['evidence-common-valid', LIST_BAR, () => '/api/evidence?q=bench&validity=valid'],
  ['evidence-thousand', LIST_BAR, () => '/api/evidence?limit=1000'],
  ['evidence-of-one', LIST_BAR, (n, { evidence }) => `/api/evidence/${at(evidence, n)}`],
  ['evidence-stats', LIST_BAR, () => '/api/evidence/stats'],
  ['evidence-mappings', LIST_BAR, () => '/api/evidence/mappings/controls'],
  ['evidence-mappings-expired', LIST_BAR, () => '/api/evidence/mappings/controls?state=expired'],
  ['evidence-unlinked', LIST_BAR, () => '/api/evidence/mappings/unlinked'],
  ['evidence-mappings-summary', LIST_BAR, () => '/api/evidence/mappings/summary'],
  ['collection-tasks', LIST_BAR, () => '/api/evidence/collection/tasks'],
  ['audits', LIST_BAR, () => '/api/audits'],
  ['findings', LIST_BAR, () => '/api/findings'],
];

export async function benchCompliance({ report, folder }: BenchContext): Promise<void> {
  await withFilledCore(join(folder, 'data'), fillCompliance, (call, filled) =>
    measure({ call, filled, report }),
  );
}

interface Measured {
  readonly call: Call;
  readonly filled: Filled;
  readonly report: BenchContext['report'];
}

async function measure({ call, filled, report }: Measured): Promise<void> {
  const cold = await call('/api/compliance/scores');
  report('compliance.scores.cold', cold.ms, 'ms', '', 'the first call: every framework is read');
  for (const [name, bar, path] of LISTS) {
    const times: number[] = [];
    const begun = performance.now();
    const cpu = process.threadCpuUsage();
    for (let place = 0; place < CALLS && performance.now() - begun < PATIENCE_MS; place += 1) {
      const { ms, status } = await call(path(place, filled));
      if (status === 404) break;
      if (status !== 200) throw new Error(`${path(place, filled)}: ${status}`);
      times.push(ms);
    }
    if (times.length > 0)
      report(`compliance.${name}.p95`, percentile(times, 95), 'ms', bar, noteOf(times, cpu));
    else process.stderr.write(`${name}: there is no such call\n`);
  }
  await measureChangedScore({ call, filled, report });
  await measureGaps(call, report);
}

/** Explained after a write to one of its controls each time: that control is read and explained anew. */
async function measureChangedScore({ call, filled, report }: Measured): Promise<void> {
  const times: number[] = [];
  const cpu = process.threadCpuUsage();
  for (let place = 0; place < CHANGED; place += 1) {
    const path = `/api/compliance/controls/${at(filled.controls, place)}`;
    const { status } = await call(path, { title: `Changed ${place}` }, 'PATCH');
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push((await call(`/api/compliance/scores/${filled.big}`)).ms);
  }
  const middle = percentile(times, 50);
  report('compliance.score-of-framework.changed.p50', middle, 'ms', '<= 50', noteOf(times, cpu));
}

/** Analyses over every framework, as the page asks for them: it shows the last one first. */
async function measureGaps(call: Call, report: BenchContext['report']): Promise<void> {
  await call('/api/compliance/gap-analysis');
  for (const name of ['gap-analysis.first', 'gap-analysis']) {
    const cpu = process.cpuUsage();
    const body = { framework: null, controls: [] };
    const { ms, status } = await call('/api/compliance/analyze-gaps', body);
    if (status !== 200) throw new Error(`analyze-gaps answered ${status}`);
    const { user, system } = process.cpuUsage(cpu);
    const note = `42 frameworks, ${Math.round((user + system) / 1000)} ms of CPU`;
    report(`compliance.${name}`, ms, 'ms', '<= 1000', note);
  }
}

/** @param cpu Where this thread's CPU time began: on a busy machine it says more than the clock. */
function noteOf(times: readonly number[], cpu: NodeJS.CpuUsage): string {
  const { user, system } = process.threadCpuUsage(cpu);
  const each = (user + system) / 1000 / times.length;
  const [middle, longest] = [percentile(times, 50), percentile(times, 100)];
  const clock = `p50 ${middle.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
  return `${times.length} calls, ${clock}, ${each.toFixed(1)} ms of CPU each`;
}
