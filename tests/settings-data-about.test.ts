import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { About, Connections } from '../src/shared/areas/settings/about.contract.ts';
import { queryBeside } from './helpers/beside.ts';
import { openTestApp, REPOSITORY, type TestApp } from './helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Auditor', workspace: 'demo' });
});
afterAll(() => app.close());

async function get<T>(path: string): Promise<T> {
  const response = await app.request('GET', path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

test('version, schema, host and formats are those of this build', async () => {
  const about = await get<About>('/api/about');
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  const migrations = readdirSync(join(REPOSITORY, 'resources', 'migrations', 'sqlite'));
  expect(about).toMatchObject({ version, schema: migrations.length, host: 'browser' });
  expect(about.runtime.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Node.js', 'SQLite']),
  );
  expect(about.formats.map(({ name }) => name)).toContain('Suricata eve.json');
});

test('[SET31] what is connected is what the workspace says: no model, no server, the recorded tools', async () => {
  const found = await get<Connections>('/api/about/connections');
  expect(found.ai).toEqual({ model: null });
  const [{ n } = { n: -1 }] = queryBeside<{ n: number }>(
    app.dataDir,
    'SELECT count(*) AS n FROM change_log',
  );
  expect(found.sync).toEqual({ server: null, lastSyncAt: null, waitingChanges: n });
  expect(found.integrations).toHaveLength(8);
});

test('nobody without a session hears any of it', async () => {
  for (const path of ['/api/about', '/api/about/licences', '/api/about/connections', '/api/data'])
    expect((await app.request('GET', path, { token: null })).status).toBe(401);
});
