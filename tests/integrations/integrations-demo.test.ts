import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Integration,
  integrationsContract,
} from '../../src/shared/areas/integrations/integrations.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const calls = integrationsContract;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
});
afterAll(() => app.close());

test('[IG1] what the demo holds are records: no connector is behind them, and toggling is as specified', async () => {
  const before = await app.client.call(calls.list, {});
  expect(before.length).toBeGreaterThan(3);
  expect(before.every(({ kind, connector }) => kind === 'record' && connector === null)).toBe(true);
  const connected = before.find(({ status }) => status === 'CONNECTED') as Integration;
  const params = { id: connected.id };
  const off = await app.client.call(calls.update, {
    params,
    body: { status: 'DISCONNECTED', lastSync: null },
  });
  expect(off).toMatchObject({ status: 'DISCONNECTED', lastSync: null });
  const now = new Date(app.clock.now()).toISOString();
  const on = await app.client.call(calls.update, {
    params,
    body: { status: 'CONNECTED', lastSync: now },
  });
  expect(on).toMatchObject({ status: 'CONNECTED', lastSync: now, nextSync: null });
  await expect(app.client.call(calls.sync, { params })).rejects.toThrow(/409/);
});
