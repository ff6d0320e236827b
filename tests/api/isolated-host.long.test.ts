/** A host of its own process, started with --isolated, and a vendor and a model that listen for what leaves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Integration } from '../../src/shared/areas/integrations/integrations.contract.ts';
import type {
  HeldItem,
  Isolation,
  LedgerEntry,
} from '../../src/shared/areas/isolation/isolation.contract.ts';
import { setUpHost, startHost } from '../helpers/browser-host.ts';
import { callsOf } from '../helpers/host-calls.ts';
import { LOG_TOKEN, type LogVendor, openLogVendor } from '../helpers/log-vendor.ts';

let dataDir = '';
let vendor: LogVendor;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-isolated-'));
  vendor = await openLogVendor(Date.now() - 3_600_000);
  vendor.write(20);
});
afterAll(async () => {
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

test('[IS13] [IS7] started with --isolated nothing is asked, and nobody undoes it from the page', {
  timeout: 120_000,
}, async () => {
  let host = await startHost(dataDir, ['--port', '0', '--isolated']);
  const token = await setUpHost(host);
  let calls = callsOf(host, token);
  expect(await calls.call<Isolation>('GET', '/api/isolation')).toMatchObject({
    ...{ isIsolated: true, isForced: true },
  });
  const undo = failureOf(calls.call('PATCH', '/api/isolation', { isIsolated: false }));
  expect(await undo).toMatch(/started isolated/);
  await failureOf(calls.call('PATCH', '/api/settings', { models: { isIsolated: false } }));
  expect(await calls.call<Isolation>('GET', '/api/isolation')).toMatchObject({ isIsolated: true });

  const { id } = await calls.call<Integration>('POST', '/api/integrations', {
    ...{ connector: 'okta', name: 'Directory', settings: { address: vendor.origin } },
    secrets: { token: LOG_TOKEN },
  });
  const sync = () => failureOf(calls.call('POST', `/api/integrations/${id}/sync`, {}));
  expect(await sync()).toMatch(/isolated: the sync is held back/);
  await calls.call('POST', '/api/integrations/test', { id }).catch(() => undefined);
  const [held] = await calls.call<HeldItem[]>('GET', '/api/isolation/held');
  expect(held).toMatchObject({ kind: 'connector-run', what: 'Sync of Directory' });
  const release = failureOf(calls.call('POST', `/api/isolation/held/${held?.id}/release`, {}));
  expect(await release).toMatch(/isolated/);
  const model = { name: 'M', preset: 'compatible', baseUrl: 'https://192.0.2.10/v1', model: 'm' };
  await calls.call('PUT', '/api/models/endpoint', model).catch(() => undefined);
  await calls.call('POST', '/api/models/test', {}).catch(() => undefined);
  expect(vendor.requests).toEqual([]);
  const ledger = await calls.call<LedgerEntry[]>('GET', '/api/isolation/connections?limit=100');
  expect(ledger.filter(({ bytesSent }) => bytesSent > 0)).toEqual([]);
  await host.stop();

  host = await startHost(dataDir);
  calls = callsOf(host, token);
  expect(await calls.call<Isolation>('GET', '/api/isolation')).toMatchObject({ isForced: false });
  await calls.call('PATCH', '/api/isolation', { isIsolated: false });
  await calls.call('POST', `/api/integrations/${id}/sync`, {}).catch(() => undefined);
  const end = performance.now() + 30_000;
  while (vendor.requests.length === 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(vendor.requests.length).toBeGreaterThan(0);
  await host.stop();
});
