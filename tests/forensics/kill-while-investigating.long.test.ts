import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InvestigationDetail } from '../../src/shared/areas/forensics/investigations.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { PASSWORD, tokenOf } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const json = { 'content-type': 'application/json' };
/** From before the first step to behind the last; on a busy machine the end comes later. */
const DELAYS_MS = [0, 200, 450, 800, 1_500, 3_000];

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-case-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function call<T>(host: RunningHost, token: string, path: string, body?: object): Promise<T> {
  const response = await host.fetch(path, {
    token,
    ...(body ? { method: 'POST', headers: json, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function signIn(host: RunningHost): Promise<string> {
  const body = JSON.stringify({ email: 'admin@example.test', password: PASSWORD });
  return tokenOf(await host.fetch('/api/login', { method: 'POST', headers: json, body })) ?? '';
}

async function untilDone(host: RunningHost, token: string, id: string) {
  const end = performance.now() + 120_000;
  for (;;) {
    const found = await call<InvestigationDetail>(
      host,
      token,
      `/api/forensics/investigations/${id}`,
    );
    if (found.run?.state === 'DONE') return found;
    if (performance.now() > end) throw new Error(`It never ended: ${found.run?.state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const told = ({ findings, iocs, timeline, analysis, verdict }: InvestigationDetail) =>
  JSON.stringify({ findings, iocs, timeline, analysis, verdict });

test('[IV17] kill -9 at any step: it goes on by itself, finds the same, leaves nothing twice', {
  timeout: 400_000,
}, async () => {
  let host = await startHost(dataDir);
  let token = await setUpHost(host);
  await host.fetch('/api/imports?name=a.json', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(suricataFile(2_000)),
  });
  const alerts = await call<{ id: string }[]>(host, token, '/api/alerts?limit=200');
  const cutAt = new Set<number>();
  for (const delay of DELAYS_MS) {
    const { id } = await call<InvestigationDetail>(host, token, '/api/forensics/investigate', {
      incidentId: `INC-${delay}`,
      title: 'Killed',
      description: 'In the middle',
      investigationType: 'network',
      alertIds: alerts.map((alert) => alert.id),
    });
    await new Promise((resolve) => setTimeout(resolve, delay));
    host.child.kill('SIGKILL');
    await host.exit;
    const connection = openBeside(dataDir, 'writable');
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    const count = (sql: string) => (connection.prepare(sql).get(id) as { n: number }).n;
    cutAt.add(count('SELECT count(*) AS n FROM investigation_steps WHERE investigation_id = ?'));
    connection.close();

    host = await startHost(dataDir);
    token = await signIn(host);
    const resumed = await untilDone(host, token, id);
    expect(resumed).toMatchObject({ status: 'COMPLETED', aiProgress: 100 });
    await call(host, token, `/api/forensics/investigations/${id}/run`, { isAnew: true });
    const anew = await untilDone(host, token, id);
    expect(told(anew)).toBe(told(resumed));
    const rows = await call<{ type: string; value: string }[]>(
      host,
      token,
      `/api/forensics/indicators?investigation=${id}&limit=1000`,
    );
    expect(new Set(rows.map(({ type, value }) => `${type} ${value}`)).size).toBe(rows.length);
    if (cutAt.size >= 3 && cutAt.has(11)) break;
  }
  await host.stop();
  // Before the end at least once, or nothing was tested.
  expect(Math.min(...cutAt)).toBeLessThan(11);
});
