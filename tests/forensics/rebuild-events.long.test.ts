/** Events are in no backup: they are made anew from the evidence, by themselves. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { bring, filesOf, untilRead } from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { makeZip } from '../helpers/make-archives.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';
import { backUp, restore } from '../helpers/settings-data.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
async function open(options: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const app = await openTestApp({ as: 'Administrator', ...options });
  apps.push(app);
  return app;
}

const lines = (count: number, word: string) =>
  Buffer.from(
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        '@timestamp': new Date(1_700_000_000_000 + n).toISOString(),
        message: word,
      }),
    ).join('\n'),
  );

async function fill(app: TestApp): Promise<string> {
  const { id } = await startInvestigation(app, { title: 'Kept' });
  await untilRun(app, id);
  await untilRead(app, (await bring(app, id, 'plain.json', lines(40, 'plain'))).id);
  const zip = makeZip([{ name: 'in.json', content: lines(25, 'inside') }]);
  await untilRead(app, (await bring(app, id, 'in.zip', zip)).id);
  return id;
}

const countOf = async (app: TestApp, id: string, token?: string) => {
  const path = `/api/forensics/investigations/${id}/events?limit=1`;
  const response = await app.request('GET', path, token ? { token } : {});
  return Number(response.headers.get('x-total-count'));
};
const untilEvents = (app: TestApp, id: string, n: number, token?: string) =>
  vi.waitFor(async () => expect(await countOf(app, id, token)).toBe(n), 20_000);

test('[IK16] a restored workspace has the events of its files again', {
  timeout: 90_000,
}, async () => {
  const here = await open();
  const id = await fill(here);
  await untilEvents(here, id, 65);
  const bytes = await backUp(here);
  // What the store learned after the backup is not of the restored workspace.
  await untilRead(here, (await bring(here, id, 'later.json', lines(7, 'later'))).id);

  const there = await open();
  expect(await restore(there, bytes)).toMatchObject({ state: 'DONE' });
  const body = { email: 'admin@example.test', password: PASSWORD };
  const signedIn = await there.request('POST', '/api/login', { body, token: null });
  await untilEvents(there, id, 65, tokenOf(signedIn) ?? '');
});

test('[IK16] a store that is gone is made anew at the next start', {
  timeout: 90_000,
}, async () => {
  const first = await openTestApp({ as: 'Administrator' });
  const id = await fill(first);
  const before = (await filesOf(first, id)).map((row) => row.id);
  await first.app.close();
  const store = join(first.dataDir, 'events', `${id}.db`);
  expect(existsSync(store)).toBe(true);
  rmSync(store);
  const again = await open({ dataDir: first.dataDir, as: null });
  const body = { email: 'admin@example.test', password: PASSWORD };
  const signedIn = await again.request('POST', '/api/login', { body, token: null });
  const token = tokenOf(signedIn) ?? '';
  await untilEvents(again, id, 65, token);
  const path = `/api/forensics/investigations/${id}/files`;
  const rows = (await (await again.request('GET', path, { token })).json()) as { id: string }[];
  expect(rows.map((row) => row.id)).toEqual(before);
});
