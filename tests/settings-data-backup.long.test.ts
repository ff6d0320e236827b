import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createAlert, listAll } from './helpers/alert-calls.ts';
import { queryBeside } from './helpers/beside.ts';
import { failureOf } from './helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from './helpers/open-test-app.ts';
import { backUp, endOf, PASSPHRASE, restore, startBackup } from './helpers/settings-data.ts';
import { suricataFile } from './helpers/suricata-lines.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function open(options: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const app = await openTestApp({ as: 'Administrator', ...options });
  apps.push(app);
  return app;
}

async function signInAgain(app: TestApp, email = 'admin@example.test'): Promise<string> {
  const response = await app.request('POST', '/api/login', {
    body: { email, password: PASSWORD },
    token: null,
  });
  return tokenOf(response) ?? '';
}

const titles = async (app: TestApp, token?: string) => {
  const response = await app.request('GET', '/api/alerts', token ? { token } : {});
  return ((await response.json()) as { title: string }[]).map(({ title }) => title).sort();
};

test('[SET20] a backup holds the whole workspace and opens on another machine with its passphrase', async () => {
  const here = await open();
  await createAlert(here, { title: 'Kept' });
  await here.request('POST', '/api/imports?name=eve.json', { rawBody: suricataFile(1_200) });
  const bytes = await backUp(here);
  const { totals } = await listAll(here);

  const there = await open();
  await createAlert(there, { title: 'Of the other machine' });
  expect(await restore(there, bytes)).toMatchObject({ state: 'DONE', kind: 'restore' });

  const token = await signInAgain(there);
  const response = await there.request('GET', '/api/alerts?q=Kept', { token });
  expect(((await response.json()) as unknown[]).length).toBe(1);
  const all = await there.request('GET', '/api/alerts?limit=1', { token });
  expect(all.headers.get('x-total-count')).toBe(String(totals[0]));
  const raw = queryBeside<{ n: number }>(
    there.dataDir,
    'SELECT sum(last_seq - first_seq + 1) AS n FROM alert_raw',
  );
  expect(raw[0]?.n).toBeGreaterThanOrEqual(1_200);
});

test('[SET20] nothing of a backup can be read without the passphrase, not even twice the same', async () => {
  const app = await open();
  await createAlert(app, { title: 'Zzyzx signal', description: 'a needle in here' });
  const first = await backUp(app);
  app.clock.advance(2_000);
  const second = await backUp(app);
  const key = readFileSync(join(app.dataDir, 'database.key'), 'utf8').trim();
  for (const bytes of [first, second]) {
    for (const needle of ['Zzyzx', 'SQLite format', 'admin@example.test', key])
      expect(bytes.includes(needle)).toBe(false);
    expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false);
  }
  const same = first.subarray(128).filter((byte, index) => byte === second[128 + index]).length;
  expect(same / first.length).toBeLessThan(0.02);
});

test('[SET21] a backup is one moment of a workspace that goes on being written', async () => {
  const app = await open();
  await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(3_000) });
  const job = await startBackup(app);
  const during = app.request('POST', '/api/imports?name=b.json', {
    rawBody: suricataFile(9_000, 200),
  });
  expect(await endOf(app, job.id)).toMatchObject({ state: 'DONE' });
  await during;
  const [made] = (await (await app.request('GET', '/api/backups')).json()) as { id: string }[];
  const file = await app.request('GET', `/api/backups/${made?.id}/file`);
  expect(await restore(app, Buffer.from(await file.arrayBuffer()))).toMatchObject({
    state: 'DONE',
  });
  const one = (sql: string) => queryBeside<{ n: number }>(app.dataDir, sql)[0]?.n;
  const alerts = one('SELECT count(*) AS n FROM alerts');
  expect(alerts).toBeGreaterThanOrEqual(3_000);
  expect(one('SELECT sum(n) AS n FROM alert_totals')).toBe(alerts);
  expect(one('SELECT count(*) AS n FROM alerts_fts')).toBe(alerts);
  expect(one('SELECT sum(added) AS n FROM imports')).toBe(alerts);
  expect(one("SELECT count(*) AS n FROM imports WHERE state = 'RUNNING'")).toBe(0);
  expect(one("SELECT count(*) AS n FROM jobs WHERE state = 'RUNNING'")).toBe(0);
});

test('a cancelled backup leaves nothing, and says so', async () => {
  const app = await open();
  await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(20_000, 1_000) });
  const job = await startBackup(app);
  await app.request('POST', `/api/jobs/${job.id}/cancel`);
  expect(await endOf(app, job.id)).toMatchObject({ state: 'CANCELLED' });
  expect(readdirSync(join(app.dataDir, 'backups'))).toEqual([]);
});

test('backups are listed with what they are, deleted one by one, and found by no other name', async () => {
  const app = await open();
  await backUp(app);
  const listed = (await (await app.request('GET', '/api/backups')).json()) as { id: string }[];
  expect(listed).toEqual([
    {
      id: expect.stringMatching(/^watchfloor-\d{8}-\d{6}\.wfbackup$/),
      name: expect.any(String),
      bytes: expect.any(Number),
      createdAt: expect.any(String),
      schema: expect.any(Number),
    },
  ]);
  for (const id of ['..%2Fdatabase.key', 'database.key', 'nothing.wfbackup']) {
    expect((await app.request('GET', `/api/backups/${id}/file`)).status).toBe(404);
    expect((await app.request('DELETE', `/api/backups/${id}`)).status).toBe(404);
  }
  const left = await app.request('DELETE', `/api/backups/${listed[0]?.id}`);
  expect(await left.json()).toEqual([]);
});

test('[SET22] a restore ends every session, keeps the old database aside and writes down what happened', async () => {
  const app = await open();
  await createAlert(app, { title: 'In the backup' });
  const bytes = await backUp(app);
  await createAlert(app, { title: 'After the backup' });
  const analyst = await app.tokenFor('SOC Analyst');
  const nodeBefore = queryBeside(app.dataDir, "SELECT value FROM meta WHERE key = 'node_id'");
  await restore(app, bytes);

  for (const token of [app.token ?? null, analyst])
    expect((await app.request('GET', '/api/alerts', { token })).status).toBe(401);
  const token = await signInAgain(app);
  expect(await titles(app, token)).toEqual(['In the backup']);
  const [entry] = queryBeside(
    app.dataDir,
    "SELECT action, reason, resource FROM audit_log WHERE action = 'settings.restore'",
  );
  expect(entry).toEqual({
    action: 'settings.restore',
    reason: 'mine.wfbackup',
    resource: 'workspace',
  });
  expect(queryBeside(app.dataDir, "SELECT value FROM meta WHERE key = 'node_id'")).not.toEqual(
    nodeBefore,
  );
  const aside = readdirSync(app.dataDir).filter((name) => name.includes('.before-restore-'));
  expect(aside).toHaveLength(1);
  expect(readdirSync(app.dataDir)).not.toContain('restore');

  // The work goes on in it: jobs have a thread, writes an audit entry, and a restart finds it.
  const imported = await app.request('POST', '/api/imports?name=a.json', {
    rawBody: suricataFile(10),
    token,
  });
  expect(((await imported.json()) as { added: number }).added).toBe(10);
  const { dataDir } = app;
  const kept = join(dataDir, aside[0] ?? '');
  await app.app.close();
  apps.splice(apps.indexOf(app), 1);
  const again = await open({ as: null, dataDir });
  expect((await titles(again, await signInAgain(again))).length).toBe(11);
  await again.close();
  apps.splice(apps.indexOf(again), 1);
  // What was kept aside is the workspace as it was, under the key that is still here.
  writeFileSync(join(dataDir, 'watchfloor.db'), readFileSync(kept));
  const old = await open({ as: null, dataDir });
  expect(await titles(old, await signInAgain(old))).toEqual(['After the backup', 'In the backup']);
});

test('[SET23] administrators only', async () => {
  const app = await open();
  const bytes = await backUp(app);
  const calls: [string, string, object][] = [
    ['GET', '/api/backups', {}],
    ['POST', '/api/backups', { body: { passphrase: PASSPHRASE } }],
    ['GET', '/api/backups/x/file', {}],
    ['DELETE', '/api/backups/x', {}],
    ['GET', '/api/data/export', {}],
    ['POST', '/api/restore/check', { rawBody: bytes }],
    ['POST', '/api/restore/files', { rawBody: bytes }],
    ['POST', '/api/restore', { body: { file: 'x', passphrase: PASSPHRASE } }],
    ['GET', '/api/retention', {}],
    ['GET', '/api/retention/preview', {}],
  ];
  for (const role of ['SOC Analyst', 'Compliance Officer', 'Auditor'] as const) {
    const token = await app.tokenFor(role);
    for (const [method, path, options] of calls) {
      const { status } = await app.request(method, path, { ...options, token });
      expect([role, path, status]).toEqual([role, path, 403]);
    }
    expect((await app.request('GET', '/api/data', { token })).status).toBe(200);
  }
  for (const [method, path, options] of calls)
    expect((await app.request(method, path, { ...options, token: null })).status).toBe(401);
});

test('a passphrase that is too short is refused in words', async () => {
  const app = await open();
  for (const body of [{ passphrase: 'short' }, {}]) {
    const { status, body: failure } = await failureOf(
      await app.request('POST', '/api/backups', { body }),
    );
    expect(status).toBe(400);
    expect(failure.issues?.[0]?.path).toBe('passphrase');
  }
});

test('a second backup at once, and a restore beside a job, are refused in words', async () => {
  const app = await open();
  await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(20_000, 1_000) });
  const bytes = await backUp(app);
  app.clock.advance(2_000);
  const job = await startBackup(app);
  const second = await app.request('POST', '/api/backups', { body: { passphrase: PASSPHRASE } });
  expect(second.status).toBe(409);
  const sent = await app.request('POST', '/api/restore/files', { rawBody: bytes });
  const { id } = (await sent.json()) as { id: string };
  const body = { file: id, passphrase: PASSPHRASE };
  const refused = await failureOf(await app.request('POST', '/api/restore', { body }));
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Back up the workspace') },
  });
  await endOf(app, job.id);
});

test('where the data is and how much of it there is', async () => {
  const app = await open({ workspace: 'demo' });
  await backUp(app);
  const info = (await (await app.request('GET', '/api/data')).json()) as {
    location: string;
    parts: { part: string; bytes: number }[];
    freeBytes: number;
    records: { area: string; count: number }[];
  };
  expect(info.location).toBe(app.dataDir);
  const bytesOf = (part: string) => info.parts.find((one) => one.part === part)?.bytes;
  expect(bytesOf('database')).toBeGreaterThan(100_000);
  expect(bytesOf('backups')).toBeGreaterThan(100_000);
  expect(bytesOf('aside')).toBe(0);
  expect(info.freeBytes).toBeGreaterThan(0);
  const [{ n } = { n: 0 }] = queryBeside<{ n: number }>(
    app.dataDir,
    'SELECT count(*) AS n FROM alerts',
  );
  expect(info.records.find(({ area }) => area === 'Alerts')?.count).toBe(n);
  expect(info.records.find(({ area }) => area === 'Compliance')?.count).toBe(42 + 267);
});
