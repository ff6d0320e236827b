/** Lists, scores and gaps over 10,000 controls in 42 frameworks and 100,000 pieces of evidence. */
import { join } from 'node:path';
import { type App, createApp } from '../../src/main/app/app.ts';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { type Filled, fillCompliance } from './compliance.store.ts';
import { percentile } from './figures.ts';
import type { BenchContext } from './main.ts';

const ORIGIN = 'http://127.0.0.1:4780';
const ROOT = join(import.meta.dirname, '..', '..');
const CALLS = 60;
/** What misses its bar by far is not waited for sixty times. */
const PATIENCE_MS = 5_000;
const LIST_BAR = '<= 30';
const ACCOUNT = {
  email: 'bench@example.test',
  firstName: 'Bench',
  lastName: 'Mark',
  password: 'correct horse battery',
  workspace: 'empty',
};

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
  ['evidence-of-one', LIST_BAR, (n, { evidence }) => `/api/evidence/${at(evidence, n)}`],
  ['evidence-stats', LIST_BAR, () => '/api/evidence/stats'],
  ['evidence-mappings', LIST_BAR, () => '/api/evidence/mappings/controls'],
  ['evidence-unlinked', LIST_BAR, () => '/api/evidence/mappings/unlinked'],
  ['evidence-mappings-summary', LIST_BAR, () => '/api/evidence/mappings/summary'],
  ['collection-tasks', LIST_BAR, () => '/api/evidence/collection/tasks'],
  ['audits', LIST_BAR, () => '/api/audits'],
  ['findings', LIST_BAR, () => '/api/findings'],
];

function open(dataDir: string): Promise<App> {
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

async function setUp(app: App): Promise<string> {
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ACCOUNT),
    }),
  );
  const cookie = response.headers
    .getSetCookie()
    .find((value) => value.startsWith(`${SESSION_COOKIE}=`))
    ?.split(';')[0];
  if (!cookie) throw new Error(`Set-up answered ${response.status}`);
  return cookie;
}

export async function benchCompliance({ report, folder }: BenchContext): Promise<void> {
  const dataDir = join(folder, 'data');
  const first = await open(dataDir);
  const cookie = await setUp(first);
  await first.close();
  const filled = fillCompliance(dataDir);
  const app = await open(dataDir);
  try {
    await measure({ app, cookie, filled, report });
  } finally {
    await app.close();
  }
}

interface Measured {
  readonly app: App;
  readonly cookie: string;
  readonly filled: Filled;
  readonly report: BenchContext['report'];
}

async function measure({ app, cookie, filled, report }: Measured): Promise<void> {
  const call = async (path: string, body?: unknown): Promise<{ ms: number; status: number }> => {
    const started = performance.now();
    const response = await app.fetch(
      new Request(`${ORIGIN}${path}`, {
        headers: { cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
    await response.text();
    return { ms: performance.now() - started, status: response.status };
  };
  const cold = await call('/api/compliance/scores');
  report('compliance.scores.cold', cold.ms, 'ms', '', 'the first call: every framework is read');
  for (const [name, bar, path] of LISTS) {
    const times: number[] = [];
    const begun = performance.now();
    for (let place = 0; place < CALLS && performance.now() - begun < PATIENCE_MS; place += 1) {
      const { ms, status } = await call(path(place, filled));
      if (status === 404) break;
      if (status !== 200) throw new Error(`${path(place, filled)}: ${status}`);
      times.push(ms);
    }
    if (times.length > 0)
      report(`compliance.${name}.p95`, percentile(times, 95), 'ms', bar, noteOf(times));
    else process.stderr.write(`${name}: there is no such call\n`);
  }
  await measureGaps(call, report);
}

/** Its answer is one analysis over every framework; where it is a job, the call only starts it. */
async function measureGaps(
  call: (path: string, body?: unknown) => Promise<{ ms: number; status: number }>,
  report: BenchContext['report'],
): Promise<void> {
  const { ms, status } = await call('/api/compliance/analyze-gaps', {
    framework: null,
    controls: [],
  });
  if (status >= 400) process.stderr.write(`analyze-gaps answered ${status}\n`);
  else report('compliance.gap-analysis', ms, 'ms', '<= 1000', `42 frameworks, status ${status}`);
}

function noteOf(times: readonly number[]): string {
  const [middle, longest] = [percentile(times, 50), percentile(times, 100)];
  return `${times.length} calls, p50 ${middle.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
}
