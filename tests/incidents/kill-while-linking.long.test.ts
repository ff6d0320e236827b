import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Incident,
  IncidentSettings,
} from '../../src/shared/areas/incidents/incidents.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';

const GROUPS = 6_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-link-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** An `eve.json`: one alert a group, three from each address. */
function alertsFile(): Uint8Array<ArrayBuffer> {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const lines = Array.from({ length: GROUPS }, (_, n) => {
    const from = Math.floor(n / 3);
    const at = new Date(start + n * 60_000).toISOString();
    return JSON.stringify({
      timestamp: `${at.slice(0, -1)}000+0000`,
      flow_id: 1_000_000 + n,
      event_type: 'alert',
      src_ip: `10.9.${from >> 8}.${from & 255}`,
      dest_ip: '198.51.100.7',
      proto: 'TCP',
      alert: { signature_id: 2_000_000 + n, signature: `Finding ${n}`, severity: 2 },
    });
  });
  return new TextEncoder().encode(lines.join('\n'));
}

async function getJson<T>(host: RunningHost, path: string, token: string): Promise<T> {
  const response = await host.fetch(path, { token });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

async function kill(host: RunningHost): Promise<void> {
  host.child.kill('SIGKILL');
  expect((await host.exit).signal).toBe('SIGKILL');
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 90_000;
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error(`Never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Every incident is whole by its own figures, whenever the process died. */
function look() {
  const connection = openBeside(dataDir, 'writable');
  const one = (sql: string) => (connection.prepare(sql).get() as { n: number }).n;
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(
    one(`SELECT count(*) AS n FROM incidents i WHERE n_groups <> (
      SELECT count(*) FROM alert_groups g WHERE g.incident_id = i.id)`),
  ).toBe(0);
  expect(one("SELECT count(*) AS n FROM incidents WHERE n_groups = 0 OR name = ''")).toBe(0);
  expect(
    one(`SELECT count(*) AS n FROM alert_groups g WHERE incident_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.id = g.incident_id)`),
  ).toBe(0);
  const found = {
    waiting: one('SELECT count(*) AS n FROM alert_groups WHERE incident_id IS NULL'),
    groups: one('SELECT count(*) AS n FROM alert_groups'),
    pins: one('SELECT count(*) AS n FROM incident_pins'),
    records: one('SELECT count(*) AS n FROM incident_records'),
    actions: one("SELECT count(*) AS n FROM desk_actions WHERE kind = 'incidents.merge'"),
    changes: one('SELECT count(*) AS n FROM desk_action_changes'),
  };
  connection.close();
  return found;
}

test('[IN20] kill -9 while everything is linked, and in a merge: each incident is as before or as after', {
  timeout: 240_000,
}, async () => {
  let host = await startHost(dataDir);
  const token = await setUpHost(host);
  await host.fetch('/api/imports?name=eve.json', {
    method: 'POST',
    token,
    body: alertsFile(),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const count = async () => {
    const response = await host.fetch('/api/incidents?limit=1', { token });
    return Number(response.headers.get('x-total-count'));
  };
  await until('linking began', async () => (await count()) > 300);
  await kill(host);
  const cut = look();
  expect(cut.waiting, 'it was to be killed in the middle').toBeGreaterThan(0);

  host = await startHost(dataDir);
  await until('linking ended', async () => {
    const settings = await getJson<IncidentSettings>(host, '/api/incidents/settings', token);
    return !settings.isPending;
  });
  for (const delay of [0, 3, 10, 30]) {
    const list = await getJson<Incident[]>(host, '/api/incidents?limit=1000&linked=yes', token);
    const [a, b] = list.toSorted((x, y) => y.groups - x.groups);
    const before = look();
    expect(before.waiting).toBe(0);
    void host
      .fetch('/api/incidents/merge', {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ incidents: [{ id: a?.id }, { id: b?.id }], reason: 'One' }),
      })
      .catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await kill(host);
    const after = look();
    const merged = (a?.groups ?? 0) + (b?.groups ?? 0);
    if (after.actions === before.actions) expect(after).toEqual(before);
    else {
      expect(after.actions).toBe(before.actions + 1);
      expect(after.pins).toBeGreaterThanOrEqual(merged);
    }
    host = await startHost(dataDir);
    await until('linking ended', async () => {
      const settings = await getJson<IncidentSettings>(host, '/api/incidents/settings', token);
      return !settings.isPending;
    });
  }
  await kill(host);
  expect(look()).toMatchObject({ waiting: 0, groups: cut.groups });
});
