/** A host of its own process is killed in the middle of runs of a connector, and begins again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Integration } from '../../src/shared/areas/integrations/integrations.contract.ts';
import type { Run } from '../../src/shared/areas/integrations/runs.contract.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { callsOf, killHost } from '../helpers/host-calls.ts';
import { LOG_TOKEN, type LogVendor, openLogVendor } from '../helpers/log-vendor.ts';

const EVENTS = 12_000;
const A_PAGE = 200;

let dataDir = '';
let vendor: LogVendor;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-run-'));
  vendor = await openLogVendor(Date.now() - EVENTS * 1_000);
  vendor.write(EVENTS);
});
afterAll(async () => {
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const alertsIn = () =>
  queryBeside<{ n: number }>(dataDir, 'SELECT count(*) AS n FROM alerts')[0]?.n ?? 0;

async function untilAlerts(count: number): Promise<void> {
  const end = performance.now() + 90_000;
  while (alertsIn() < count) {
    if (performance.now() > end) throw new Error(`Never ${count} alerts, but ${alertsIn()}`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

function assertWhole(): void {
  const connection = openBeside(dataDir, 'writable');
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  connection.close();
}

test('[IG11] kill -9 in the middle of runs, seven times: every record is there, and once', {
  timeout: 300_000,
}, async () => {
  let host: RunningHost = await startHost(dataDir);
  const token = await setUpHost(host);
  let calls = callsOf(host, token);
  await calls.call('PATCH', '/api/settings', { models: { isIsolated: false } });
  const settings = { isStreaming: true, isRateLimited: false, everyMinutes: 1, retentionDays: 90 };
  await calls.call('PUT', '/api/integrations/settings', { ...settings, batchSize: A_PAGE });
  const { id } = await calls.call<Integration>('POST', '/api/integrations', {
    ...{ connector: 'okta', name: 'Directory', settings: { address: vendor.origin } },
    secrets: { token: LOG_TOKEN },
  });
  const cuts: number[] = [];
  for (const [n, delay] of [0, 1, 4, 9, 17, 30, 45].entries()) {
    await untilAlerts((n + 1) * 1_200 + n * 37);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await killHost(host);
    cuts.push(alertsIn());
    assertWhole();
    host = await startHost(dataDir);
  }
  expect(cuts.filter((count) => count > 0 && count < EVENTS).length).toBeGreaterThanOrEqual(5);
  await untilAlerts(EVENTS);
  calls = callsOf(host, token);
  const runsOf = () => calls.call<Run[]>('GET', `/api/integrations/${id}/runs?limit=50`);
  const end = performance.now() + 60_000;
  while ((await runsOf())[0]?.state === 'RUNNING') {
    expect(performance.now(), 'the last run ends').toBeLessThan(end);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const runs = await runsOf();
  const sum = (of: (run: Run) => number) => runs.reduce((all, run) => all + of(run), 0);
  expect(sum(({ kept }) => kept)).toBe(EVENTS);
  for (const { read, kept, merged, skipped, rejected } of runs)
    expect(read).toBe(kept + merged + skipped + rejected);
  expect(runs.filter(({ state }) => state === 'INTERRUPTED').length).toBeGreaterThanOrEqual(5);
  const cards = await calls.call<Integration[]>('GET', '/api/integrations');
  expect(cards.find((one) => one.id === id)).toMatchObject({ rows: EVENTS, status: 'CONNECTED' });
  await killHost(host);
  const titles = queryBeside<{ n: number; different: number }>(
    dataDir,
    'SELECT count(*) AS n, count(DISTINCT title) AS different FROM alerts WHERE deleted_at IS NULL',
  );
  expect(titles).toEqual([{ n: EVENTS, different: EVENTS }]);
  assertWhole();
});
