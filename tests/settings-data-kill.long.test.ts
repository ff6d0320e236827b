import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receivedBackupSchema } from '../src/shared/areas/settings/data.contract.ts';
import { type Job, jobSchema } from '../src/shared/contract/jobs.ts';
import { openBeside } from './helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from './helpers/browser-host.ts';
import { PASSWORD, tokenOf } from './helpers/open-test-app.ts';
import { PASSPHRASE } from './helpers/settings-data.ts';
import { suricataFile } from './helpers/suricata-lines.ts';

const script = fileURLToPath(new URL('./helpers/replace-and-die.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-kill-restore-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[SET25] whatever step of the replacement the process dies before, old or new stands there whole', () => {
  const place = (name: string) => join(folder, name);
  const run = (death: number) => {
    for (const name of ['w.db', 'next.db', 'aside.db']) rmSync(place(name), { force: true });
    writeFileSync(place('w.db'), 'old'.repeat(1_000));
    writeFileSync(place('next.db'), 'new'.repeat(1_000));
    const paths = ['w.db', 'next.db', 'aside.db'].map(place);
    return spawnSync(process.execPath, [script, ...paths, String(death)], { encoding: 'utf8' });
  };
  const content = (name: string) => readFileSync(place(name), 'utf8');
  const [whole, seen] = [run(-1), new Set<string>()];
  expect(whole.status).toBe(0);
  expect(content('w.db')).toBe('new'.repeat(1_000));
  expect(content('aside.db')).toBe('old'.repeat(1_000));
  for (let death = 0; death < Number(whole.stdout); death++) {
    expect(run(death).signal).toBe('SIGKILL');
    expect(['old'.repeat(1_000), 'new'.repeat(1_000)]).toContain(content('w.db'));
    if (content('w.db').startsWith('new')) expect(content('aside.db')).toContain('old');
    seen.add(content('w.db').slice(0, 3));
  }
  expect([...seen]).toEqual(['old', 'new']);
});

test('[SET25] a log that stayed behind is never left beside another database', () => {
  const paths = ['x.db', 'y.db', 'z.db'].map((name) => join(folder, name));
  const [database = '', next = '', aside = ''] = paths;
  writeFileSync(database, 'old');
  writeFileSync(`${database}-wal`, 'frames');
  writeFileSync(next, 'new');
  const run = spawnSync(process.execPath, [script, ...paths, '-1'], { encoding: 'utf8' });
  expect(run.status).not.toBe(0);
  expect([readFileSync(database, 'utf8'), existsSync(aside)]).toEqual(['old', false]);
});

const json = { 'content-type': 'application/json' };

async function call<T>(host: RunningHost, token: string, path: string, body?: object): Promise<T> {
  const response = await host.fetch(path, {
    token,
    ...(body ? { method: 'POST', headers: json, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function sendBytes(host: RunningHost, token: string, path: string, bytes: Buffer) {
  const response = await host.fetch(path, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return (await response.json()) as unknown;
}

async function signIn(host: RunningHost): Promise<string> {
  const body = JSON.stringify({ email: 'admin@example.test', password: PASSWORD });
  return tokenOf(await host.fetch('/api/login', { method: 'POST', headers: json, body })) ?? '';
}

async function makeBackup(host: RunningHost, token: string): Promise<Buffer> {
  const { id } = await call<Job>(host, token, '/api/backups', { passphrase: PASSPHRASE });
  for (;;) {
    const { state } = jobSchema.parse(await call(host, token, `/api/jobs/${id}`));
    if (state === 'DONE') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [backup] = await call<{ id: string }[]>(host, token, '/api/backups');
  const file = await host.fetch(`/api/backups/${backup?.id}/file`, { token });
  return Buffer.from(await file.arrayBuffer());
}

const OLD = 4_000;
const NEW = 6_000;
/** From the first look at the file to the time after the end. */
const DELAYS_MS = [1, 60, 180, 320, 480, 700, 1_000];
/** On a busy machine the end comes later. */
const LATER_MS = [2_000, 4_000, 8_000, 16_000] as const;

test('[SET25] kill -9 in the middle of a restore leaves the old workspace or the new one, never half', {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, 'data');
  let host = await startHost(dataDir);
  let token = await setUpHost(host);
  const all = suricataFile(NEW, 400);
  await sendBytes(host, token, '/api/imports?name=a.json', all);
  const backup = await makeBackup(host, token);
  await host.stop();

  const found = new Set<number>();
  for (const delay of [...DELAYS_MS, ...LATER_MS]) {
    if (delay >= LATER_MS[0] && found.has(NEW)) break;
    rmSync(dataDir, { recursive: true });
    host = await startHost(dataDir);
    token = await setUpHost(host);
    await sendBytes(host, token, '/api/imports?name=b.json', suricataFile(OLD));
    const { id: file } = receivedBackupSchema.parse(
      await sendBytes(host, token, '/api/restore/files', backup),
    );
    await call(host, token, '/api/restore', { file, passphrase: PASSPHRASE });
    await new Promise((resolve) => setTimeout(resolve, delay));
    host.child.kill('SIGKILL');
    await host.exit;

    host = await startHost(dataDir);
    const connection = openBeside(dataDir, 'writable');
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    const { n } = connection.prepare('SELECT count(*) AS n FROM alerts').get() as { n: number };
    connection.close();
    found.add(n);
    expect([OLD, NEW]).toContain(n);
    const list = await host.fetch('/api/alerts?limit=1', { token: await signIn(host) });
    expect(list.headers.get('x-total-count')).toBe(String(n));
    await expect.poll(() => readdirSync(dataDir)).not.toContain('restore');
    await host.stop();
  }
  expect([...found].sort()).toEqual([OLD, NEW]);
});
