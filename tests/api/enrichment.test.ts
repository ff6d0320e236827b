/** Imported sets over the API: imported, shown, asked, removed; while isolated as well. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EnrichmentSet,
  enrichmentContract,
} from '../../src/shared/areas/enrichment/enrichment.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
}, 60_000);
afterAll(() => app.close());

const BASE = '/api/enrichment/sets';
const send = (query: string, text: string, token?: string) =>
  app.request('POST', `${BASE}?${query}`, { rawBody: text, ...(token ? { token } : {}) });
const list = async () => (await app.client.page(enrichmentContract.list, {})).rows;
const lookUp = (...values: string[]) =>
  app.client.call(enrichmentContract.lookUp, { body: { values } });

test('[LE6] a table is imported with source, licence and date, asked, and removed', async () => {
  expect(await lookUp('192.0.2.1')).toEqual({
    sets: 0,
    values: [{ value: '192.0.2.1', found: [] }],
  });
  const query = new URLSearchParams({
    ...{ name: '../../etc/asn.csv', source: 'Registry', licence: 'CC BY 4.0', date: '2025-09-15' },
  });
  const answer = await send(String(query), '192.0.2.0/24,64496,Example\nnothing,1,x\n');
  expect(answer.status).toBe(201);
  const set = (await answer.json()) as EnrichmentSet;
  expect(set).toMatchObject({
    ...{ kind: 'asn', name: 'asn.csv', source: 'Registry', licence: 'CC BY 4.0', entries: 1 },
    ...{ date: '2025-09-15', dateFrom: 'person', rejected: 1 },
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await lookUp('192.0.2.1', '203.0.113.9', 'x')).toEqual({
    sets: 1,
    values: [
      {
        value: '192.0.2.1',
        found: [
          {
            ...{ setId: set.id, kind: 'asn', source: 'Registry', date: '2025-09-15', kev: null },
            ...{ importedAt: set.importedAt, network: { asn: 64_496, name: 'Example' } },
          },
        ],
      },
      { value: '203.0.113.9', found: [] },
      { value: 'x', found: [] },
    ],
  });
  expect((await app.request('DELETE', `${BASE}/${set.id}`)).status).toBe(204);
  expect((await app.request('DELETE', `${BASE}/${set.id}`)).status).toBe(404);
  expect([await list(), (await lookUp('192.0.2.1')).sets]).toEqual([[], 0]);
  expect(readdirSync(join(app.dataDir, 'enrichment'))).toEqual([]);
});

test('[LE6] what is refused says why and leaves nothing, and only administrators import', async () => {
  const refused = await send('name=x.csv', '<html>Sign in</html>');
  expect([refused.status, (await refused.json()) as object]).toMatchObject([
    400,
    { message: expect.stringContaining('This file is none that is known') },
  ]);
  expect((await send('name=x.csv&date=yesterday', '192.0.2.0/24,1,x')).status).toBe(400);
  const token = await app.tokenFor('Auditor');
  expect((await send('name=x.csv', '192.0.2.0/24,1,x', token)).status).toBe(403);
  expect(await list()).toEqual([]);
  const folder = join(app.dataDir, 'enrichment');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});
