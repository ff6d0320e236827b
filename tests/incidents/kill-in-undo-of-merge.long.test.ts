import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAction, StartedAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type {
  Incident,
  IncidentSettings,
} from '../../src/shared/areas/incidents/incidents.contract.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';

const INCIDENTS = 60;
const GROUPS_EACH = 16;
/** Its undo is done within the call; that of many, 640 groups, by a job. */
const FEW = 2;
const MANY = 40;

let dataDir: string;
let host: RunningHost;
let token: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-undo-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** An `eve.json`: each address is one incident of as many groups, a minute apart. */
function alertsFile(): Uint8Array<ArrayBuffer> {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const lines = Array.from({ length: INCIDENTS * GROUPS_EACH }, (_, n) => {
    const at = new Date(start + n * 60_000).toISOString();
    return JSON.stringify({
      timestamp: `${at.slice(0, -1)}000+0000`,
      flow_id: 1_000_000 + n,
      event_type: 'alert',
      src_ip: `10.9.0.${1 + Math.floor(n / GROUPS_EACH)}`,
      dest_ip: '198.51.100.7',
      proto: 'TCP',
      alert: { signature_id: 2_000_000 + n, signature: `Finding ${n}`, severity: 2 },
    });
  });
  return new TextEncoder().encode(lines.join('\n'));
}

async function call<T>(path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : {};
  const response = await host.fetch(path, { token, ...sent });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error(`Never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function linked(): Promise<void> {
  await until('linking ended', async () => {
    return !(await call<IncidentSettings>('/api/incidents/settings')).isPending;
  });
}

const actionOf = (id: string) => call<DeskAction>(`/api/actions/${id}`);

/** Where each group stands, what is decided about it, and that every kept figure is a full scan's. */
function look() {
  const connection = openBeside(dataDir, 'writable');
  const all = (sql: string) => connection.prepare(sql).all();
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(
    all(`SELECT key, n_groups FROM incidents i WHERE n_groups = 0 OR n_groups <> (
      SELECT count(*) FROM alert_groups g WHERE g.incident_id = i.id)`),
  ).toEqual([]);
  const found = {
    groups: all(`SELECT hex(g.key) AS key, i.key AS incident FROM alert_groups g
      LEFT JOIN incidents i ON i.id = g.incident_id ORDER BY 1`),
    pins: all(`SELECT id, incident_id FROM incident_pins
      WHERE deleted_at IS NULL AND incident_id IS NOT NULL ORDER BY 1`),
    records: all(
      'SELECT id, merged_into FROM incident_records WHERE deleted_at IS NULL ORDER BY 1',
    ),
  };
  connection.close();
  return found;
}

async function mergeLargest(count: number): Promise<string> {
  const list = await call<Incident[]>('/api/incidents?limit=1000&linked=yes');
  const chosen = list.filter(({ groups }) => groups === GROUPS_EACH).slice(0, count);
  expect(chosen).toHaveLength(count);
  const incidents = chosen.map(({ id }) => ({ id }));
  await call('/api/incidents/merge', { incidents, reason: 'One doing' });
  await linked();
  const [newest] = await call<DeskAction[]>('/api/actions?limit=1');
  expect(newest).toMatchObject({ kind: 'incidents.merge', state: 'DONE' });
  return newest?.id ?? '';
}

/**
 * Asks for the undo and kills without a warning: so long after the question, or on its answer. True
 * where the undo was under way when the process died.
 */
async function killInUndo(actionId: string, delay: number | 'answered'): Promise<boolean> {
  const undo = call<StartedAction>(`/api/actions/${actionId}/undo`, {});
  if (delay === 'answered') await undo;
  else {
    undo.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  host.child.kill('SIGKILL');
  expect((await host.exit).signal).toBe('SIGKILL');
  const [dead] = queryBeside<{ state: string }>(
    dataDir,
    'SELECT state FROM desk_actions WHERE id = ?',
    actionId,
  );
  host = await startHost(dataDir);
  await linked();
  return dead?.state === 'UNDOING';
}

async function redo(actionId: string): Promise<void> {
  await call(`/api/actions/${actionId}/redo`, {});
  await until('it was done again', async () => (await actionOf(actionId)).state === 'DONE');
  await linked();
}

/** The undo is there as a whole or not at all, as the history says; true where it is there. */
async function expectWhole(
  actionId: string,
  before: ReturnType<typeof look>,
  merged: ReturnType<typeof look>,
  isCut: boolean,
): Promise<boolean> {
  const { state, runs, rowCount } = await actionOf(actionId);
  const last = runs.at(-1);
  if (state === 'DONE') {
    expect(isCut).toBe(false);
    expect(last?.direction).not.toBe('UNDO');
    expect(look()).toEqual(merged);
    return false;
  }
  expect(state).toBe('UNDONE');
  expect((last?.resumedAt ?? null) !== null, 'whether it says that it was completed').toBe(isCut);
  expect(last).toMatchObject({ direction: 'UNDO', state: 'DONE', done: rowCount, kept: [] });
  expect(look()).toEqual(before);
  return true;
}

test('[IN22] kill -9 in the undo of a merge: it is complete or absent, and the history says which', {
  timeout: 600_000,
}, async () => {
  host = await startHost(dataDir);
  token = await setUpHost(host);
  const headers = { 'content-type': 'application/octet-stream' };
  const body = alertsFile();
  await host.fetch('/api/imports?name=eve.json', { method: 'POST', token, body, headers });
  await linked();
  for (const [count, moments] of [
    [FEW, [0, 10, 'answered']],
    [MANY, [5, 'answered', 'answered', 'answered', 'answered']],
  ] as const) {
    const before = look();
    const actionId = await mergeLargest(count);
    const merged = look();
    expect(merged.groups).not.toEqual(before.groups);
    let [isUndone, wasCut] = [false, false];
    for (const moment of moments) {
      // A slow machine may come too late for a short run: it is done again and killed again.
      if (wasCut) break;
      if (isUndone) await redo(actionId);
      expect(look()).toEqual(merged);
      const isCut = await killInUndo(actionId, moment);
      isUndone = await expectWhole(actionId, before, merged, isCut);
      wasCut = isCut && moment === 'answered';
      if (moment === 'answered') expect(isUndone, 'who was answered keeps the undo').toBe(true);
    }
    if (count === MANY) expect(wasCut, 'the job was to be killed in the middle').toBe(true);
  }
  expect((await host.stop()).code).toBe(0);
});
