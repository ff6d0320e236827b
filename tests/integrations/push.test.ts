import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createAskService } from '../../src/main/areas/integrations/ask.service.ts';
import { createCatalogue } from '../../src/main/areas/integrations/catalogue.ts';
import type { Connector } from '../../src/main/areas/integrations/connector.types.ts';
import { createIntegrationService } from '../../src/main/areas/integrations/integrations.service.ts';
import { createKinds } from '../../src/main/areas/integrations/kinds.ts';
import { listPushes } from '../../src/main/areas/integrations/push.store.ts';
import type { NewHeldItem } from '../../src/main/platform/held-back-port.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { createKeySeal } from '../../src/main/platform/key-seal.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { plainEgress } from '../helpers/plain-egress.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const TOKEN = 'not-to-be-seen-1';
const settings = z.object({ address: z.url() });

/** A case system that takes what it is sent. */
const cases: Connector<z.infer<typeof settings>> = {
  ...{ id: 'cases', name: 'Cases', vendor: 'Example', type: 'SIEM', summary: 'Cases.' },
  schema: settings,
  fields: [{ name: 'token', label: 'Token', hint: '', kind: 'secret', isRequired: true }],
  origins: ({ address }) => [new URL(address).origin],
  probe: async () => ({ text: 'Good.', version: null }),
  fetch: async () => ({ records: [], cursor: '0', hasMore: false }),
  async push(context, item) {
    const { body } = await context.http.json({
      method: 'POST',
      url: `${context.settings.address}/cases`,
      headers: { authorization: `Bearer ${context.secret('token')}` },
      body: { title: item.title, id: item.id },
      why: 'an alert that somebody sent',
    });
    return { reference: String((body as { number: number }).number), url: 'javascript:alert(1)' };
  },
  delivers: 'alerts',
  map: () => ({ type: 'skipped', reason: 'cases' }),
};

let opened: TestDb;
let vendor: VendorServer;
beforeEach(async () => {
  opened = openTestDb();
  vendor = await openVendorServer();
});
afterEach(async () => {
  opened.close();
  await vendor.close();
});

async function openAsk() {
  const { db, clock } = opened;
  const held: NewHeldItem[] = [];
  const state = { isIsolated: false };
  const kinds = createKinds(createCatalogue([async () => cases as Connector]), []);
  const common = { db, clock, newId: newUuid, log: silentLog, kinds };
  const integrations = createIntegrationService({
    ...common,
    seal: createKeySeal(new Uint8Array(32).fill(5), 'integration'),
    cancelRun() {},
    receiverOf: () => null,
    onChange() {},
  });
  const ask = createAskService({
    ...{ ...common, integrations, egress: plainEgress, isIsolated: () => state.isIsolated },
    heldBack: { hold: (item) => held.push(item), onRelease() {} },
    itemOf: async (kind, id) => ({
      ...{ kind, id, title: 'Beacon', description: '', severity: 'HIGH', techniques: [] },
      ...{ createdAt: '2026-11-22T12:00:00.000Z', observables: [], record: {} },
    }),
  });
  const { id } = await integrations.add(
    {
      ...{ connector: 'cases', settings: { address: vendor.origin }, secrets: { token: TOKEN } },
    },
    'user-1',
  );
  return { ask, id, held, state };
}

const item = { kind: 'alert', itemId: 'alert-1' } as const;
const pushes = () => opened.db.read('test', (db) => listPushes(db, 'alert-1', 10));

test('[IG18] what is sent leaves a receipt: taken, or why not, without a secret', async () => {
  const { ask, id } = await openAsk();
  vendor.on('POST', '/cases', () => ({ status: 201, json: { number: 42 } }));
  const sent = await ask.push(id, item, 'user-1');
  // A place that is no web address is not shown as one.
  expect(sent).toMatchObject({ state: 'SENT', reference: '42', url: null, title: 'Beacon' });
  vendor.fault(({ headers }) => ({ status: 500, json: headers }));
  expect(await ask.push(id, item, 'user-1')).toMatchObject({ state: 'FAILED' });
  expect(
    pushes()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['FAILED', 'SENT']);
  expect(JSON.stringify(pushes())).not.toContain(TOKEN);
});

test('[IG18] isolated, it is held back and nothing is sent', async () => {
  const { ask, id, held, state } = await openAsk();
  state.isIsolated = true;
  await expect(ask.push(id, item, 'user-1')).rejects.toThrow(/isolated/);
  expect(held).toMatchObject([{ kind: 'push', redo: { integrationId: id, itemId: 'alert-1' } }]);
  expect([vendor.requests.length, pushes().length]).toEqual([0, 0]);
});
