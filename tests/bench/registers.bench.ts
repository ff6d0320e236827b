/** Lists, searches, figures and the calendar over 100,000 risks, policies and vendors each. */
import { join } from 'node:path';
import { type Call, withFilledCore } from './core-app.ts';
import { percentile } from './figures.ts';
import type { BenchContext } from './main.ts';
import { fillRegisters, type Registers } from './registers.store.ts';

const CALLS = 60;
/** What misses its bar by far is not waited for sixty times. */
const PATIENCE_MS = 5_000;
const BAR = '<= 30';

type Path = (place: number, filled: Registers) => string;
const at = (ids: readonly string[], place: number) => ids[(place * 997) % ids.length] ?? '';
const month = (place: number) => {
  const first = new Date(Date.UTC(2026, place % 24, 1));
  const last = new Date(Date.UTC(2026, (place % 24) + 1, 0));
  return `from=${first.toISOString().slice(0, 10)}&to=${last.toISOString().slice(0, 10)}`;
};

const READS: readonly (readonly [string, Path])[] = [
  ['risks', () => '/api/risks'],
  ['risks-by-status', () => '/api/risks?status=ASSESSED'],
  ['risks-by-level', () => '/api/risks?level=CRITICAL'],
  ['risks-by-cell', (n) => `/api/risks?cell=${1 + (n % 5)}x${1 + ((n * 3) % 5)}`],
  ['risks-searched', (n) => `/api/risks?q=number%20${n * 31}`],
  ['risks-common-word', () => '/api/risks?q=backup'],
  ['risks-common-word-and-level', () => '/api/risks?q=backup&level=HIGH'],
  ['risks-common-word-filtered', () => '/api/risks?q=backup&status=ASSESSED'],
  ['risks-summary', () => '/api/risks/summary'],
  ['risks-tasks', () => '/api/risks/tasks'],
  ['risks-due-reviews', () => '/api/risks/due-reviews'],
  ['risk', (n, { risks }) => `/api/risks/${at(risks, n)}`],
  ['risk-quantities', () => '/api/risk-quantities'],
  ['policies', () => '/api/policies'],
  ['policies-by-status', () => '/api/policies?status=APPROVED'],
  ['policies-outdated', () => '/api/policies?outdated=1'],
  ['policies-word-and-status', () => '/api/policies?q=access&status=APPROVED'],
  ['policies-searched', (n) => `/api/policies?q=number%20${n * 31}`],
  ['policies-common-word', () => '/api/policies?q=access'],
  ['policies-stats', () => '/api/policies/stats'],
  ['policy', (n, { policies }) => `/api/policies/${at(policies, n)}`],
  ['vendors', () => '/api/vendors'],
  ['vendors-by-status', () => '/api/vendors?status=ACTIVE'],
  ['vendors-by-tier', () => '/api/vendors?tier=CRITICAL'],
  ['vendors-due', () => '/api/vendors?due=1'],
  ['vendors-searched', (n) => `/api/vendors?q=number%20${n * 31}`],
  ['vendors-common-word', () => '/api/vendors?q=cloud'],
  ['vendors-word-and-due', () => '/api/vendors?q=cloud&due=1'],
  ['vendors-contract-expiring', () => '/api/vendors?contract=expiring'],
  ['vendor-concentration', () => '/api/vendor-concentration'],
  ['vendors-figures', () => '/api/vendors/figures'],
  ['vendor-assessments', () => '/api/vendor-assessments'],
  ['vendor', (n, { vendors }) => `/api/vendors/${at(vendors, n)}`],
  ['history', (n, { vendors }) => `/api/history/vendors/${at(vendors, n)}`],
  ['calendar-month-counts', (n) => `/api/calendar/counts?${month(n)}`],
  ['calendar-month', (n) => `/api/calendar?${month(n)}&limit=100`],
];

export async function benchRegisters({ report, folder }: BenchContext): Promise<void> {
  await withFilledCore(join(folder, 'data'), fillRegisters, async (call, filled) => {
    for (const [name, path] of READS) {
      const times = await timesOf(call, (place) => path(place, filled));
      if (times.length > 0)
        report(`registers.${name}.p95`, percentile(times, 95), 'ms', BAR, noteOf(times));
      else process.stderr.write(`${name}: there is no such call\n`);
    }
  });
}

async function timesOf(call: Call, path: (place: number) => string): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  for (let place = 0; place < CALLS && performance.now() - begun < PATIENCE_MS; place += 1) {
    const { ms, status, text } = await call(path(place));
    if (status === 404) break;
    if (status !== 200) throw new Error(`${path(place)}: ${status} ${text.slice(0, 200)}`);
    times.push(ms);
  }
  return times;
}

function noteOf(times: readonly number[]): string {
  const [middle, longest] = [percentile(times, 50), percentile(times, 100)];
  return `${times.length} calls, p50 ${middle.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
}
