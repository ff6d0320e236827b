import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Import, importSchema } from '../../src/shared/areas/alerts/imports.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const RECORDS = 24_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function getJson<T>(host: RunningHost, path: string, token: string): Promise<T> {
  const response = await host.fetch(path, { token });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

const sendFile = (host: RunningHost, token: string, body: Buffer) =>
  host.fetch('/api/imports?name=eve.json', {
    method: 'POST',
    token,
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream' },
  });

/** Waits until the running import has added so many, then kills the process without a warning. */
async function killWhenAdded(host: RunningHost, token: string, added: number): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const list = await getJson<Import[]>(host, '/api/imports', token);
    const running = list.find((one) => one.state === 'RUNNING');
    if (running && running.added >= added) break;
    if (list[0]?.state === 'DONE') throw new Error('The import was done before it could be killed');
    if (performance.now() > end) throw new Error('The import did not get that far');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  host.child.kill('SIGKILL');
  expect((await host.exit).signal).toBe('SIGKILL');
}

/** Everything that must be of one mind, whenever the process died. */
function expectWhole(): number {
  const connection = openBeside(dataDir, 'writable');
  const one = (sql: string) => (connection.prepare(sql).get() as { n: number }).n;
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  const alerts = one('SELECT count(*) AS n FROM alerts');
  expect(one('SELECT coalesce(sum(added), 0) AS n FROM imports')).toBe(alerts);
  expect(
    one('SELECT count(*) AS n FROM imports WHERE read <> added + merged + skipped + rejected'),
  ).toBe(0);
  expect(one('SELECT coalesce(sum(last_seq - first_seq + 1), 0) AS n FROM alert_raw')).toBe(alerts);
  expect(
    one(
      'SELECT count(*) AS n FROM alert_raw r JOIN alerts a ON a.seq BETWEEN r.first_seq AND r.last_seq',
    ),
  ).toBe(alerts);
  expect(one('SELECT count(*) AS n FROM group_members')).toBe(alerts);
  expect(one('SELECT coalesce(sum(n), 0) AS n FROM alert_groups')).toBe(alerts);
  expect(
    one("SELECT coalesce(sum(row_count), 0) AS n FROM audit_log WHERE action = 'alerts.import'"),
  ).toBe(alerts);
  expect(one('SELECT count(*) AS n FROM alerts_fts')).toBe(alerts);
  expect(one("SELECT count(*) AS n FROM alerts_fts WHERE alerts_fts MATCH 'source:suricata'")).toBe(
    alerts,
  );
  expect(one('SELECT coalesce(sum(n), 0) AS n FROM alert_totals')).toBe(alerts);
  expect(one('SELECT coalesce(sum(n), 0) AS n FROM alert_counts')).toBe(alerts);
  expect(
    one(
      "SELECT coalesce(sum(last_row - first_row + 1), 0) AS n FROM change_log WHERE table_name = 'alerts'",
    ),
  ).toBe(alerts);
  expect(
    one("SELECT coalesce(sum(row_count), 0) AS n FROM audit_log WHERE resource = 'alerts'"),
  ).toBe(alerts);
  connection.close();
  return alerts;
}

test('[IM13] kill -9 during an import: whole batches stay, it is marked, and the file completes it', {
  timeout: 120_000,
}, async () => {
  const file = suricataFile(RECORDS);
  let host = await startHost(dataDir);
  const token = await setUpHost(host);
  let before = 0;
  for (const added of [1, 6_000]) {
    const answer = sendFile(host, token, file).catch(() => undefined);
    await killWhenAdded(host, token, added);
    expect(await answer).toBeUndefined();
    host = await startHost(dataDir);
    const [cut] = await getJson<Import[]>(host, '/api/imports', token);
    expect(cut).toMatchObject({
      state: 'INTERRUPTED',
      error: expect.stringContaining('import the file again'),
    });
    expect(cut?.finishedAt).not.toBeNull();
    const job = await getJson<Job>(host, `/api/jobs/${cut?.jobId}`, token);
    expect(job).toMatchObject({ state: 'INTERRUPTED', message: 'Watchfloor ended while this ran' });
    const alerts = expectWhole();
    expect(alerts - before).toBe(cut?.added);
    expect(Number(cut?.added)).toBeGreaterThan(0);
    expect(alerts).toBeLessThan(RECORDS);
    before = alerts;
  }
  const receipt = importSchema.parse(await (await sendFile(host, token, file)).json());
  expect(receipt).toMatchObject({
    state: 'DONE',
    read: RECORDS,
    added: RECORDS - before,
    merged: before,
    rejected: 0,
  });
  const list = await host.fetch('/api/alerts?limit=1', { token });
  expect(list.headers.get('x-total-count')).toBe(String(RECORDS));
  expect((await host.stop()).code).toBe(0);
  expect(expectWhole()).toBe(RECORDS);
});
