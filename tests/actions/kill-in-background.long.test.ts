/** kill -9 in what works in the background: a rule applied to what waits, groups made anew, a cancelled bulk action. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAction, StartedAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type { GroupStats } from '../../src/shared/areas/incidents/groups.contract.ts';
import type {
  ChangedSuppression,
  Suppression,
} from '../../src/shared/areas/suppression/suppression.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const ALERTS = 12_000;
const TIMEOUT = { timeout: 240_000 };

let dataDir: string;
let host: RunningHost;
let token: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-background-'));
  host = await startHost(dataDir);
  token = await setUpHost(host);
  const imported = await host.fetch('/api/imports?name=eve.json', {
    method: 'POST',
    token,
    body: new Uint8Array(suricataFile(ALERTS)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(imported.status).toBe(201);
}, TIMEOUT.timeout);
afterAll(async () => {
  host.child.kill('SIGKILL');
  await host.exit;
  rmSync(dataDir, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await host.fetch(path, {
    method,
    token,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 90_000;
  for (;;) {
    const value = await read();
    if (is(value)) return value;
    if (performance.now() > end) throw new Error(`Never: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

async function killAndStart(): Promise<void> {
  host.child.kill('SIGKILL');
  expect((await host.exit).signal).toBe('SIGKILL');
  host = await startHost(dataDir);
}

/** One number of the file, and that what is kept about alerts agrees with them. */
function look(sql: string): number {
  const connection = openBeside(dataDir, 'writable');
  const all = (text: string) => connection.prepare(text).all();
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(
    all('SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3'),
  ).toEqual(
    all(
      'SELECT source, status, severity, count(*) AS n FROM alerts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    ),
  );
  expect(
    all(
      'SELECT rule_id, status, n FROM (SELECT rule_id, status, sum(n) AS n FROM suppressed_totals GROUP BY 1, 2) WHERE n <> 0 ORDER BY 1, 2',
    ),
  ).toEqual(
    all(
      'SELECT suppressed_by AS rule_id, status, count(*) AS n FROM alerts WHERE suppressed_by IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2',
    ),
  );
  const { n } = connection.prepare(sql).get() as { n: number };
  connection.close();
  return n;
}

const HIDDEN = 'SELECT count(*) AS n FROM alerts WHERE suppressed_by IS NOT NULL';

test(
  '[SU11] [SU13] kill -9 while a rule is applied, and while its alerts come back: both are completed',
  TIMEOUT,
  async () => {
    const me = await call<{ id: string }>('GET', '/api/auth/user');
    const rule = await call<ChangedSuppression>('POST', '/api/suppressions', {
      name: 'Lab',
      scope: { sources: ['Suricata'], maxSeverity: 'CRITICAL' },
      hidesCritical: true,
      owner: me.id,
      reason: 'x',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      appliesToWaiting: true,
    });
    const hidden = async () =>
      (await call<Suppression>('GET', `/api/suppressions/${rule.id}`)).hiddenOpen;
    const cut = await until(hidden, (n) => n > 0);
    await killAndStart();
    expect(cut, 'it was to be killed in the middle').toBeLessThan(ALERTS);
    await until(hidden, (n) => n === ALERTS);
    const actions = await call<DeskAction[]>('GET', '/api/actions');
    expect(actions.find(({ kind }) => kind === 'suppression.apply')).toMatchObject({
      state: 'DONE',
      rowCount: ALERTS,
    });
    expect(look(HIDDEN)).toBe(ALERTS);

    const ended = await call<ChangedSuppression>('POST', `/api/suppressions/${rule.id}/end`, {
      reason: 'x',
      reopening: 'ALERTS',
    });
    await until(hidden, (n) => n < ALERTS);
    await killAndStart();
    await until(hidden, (n) => n === 0);
    expect(await call('GET', `/api/actions/${ended.actionId}`)).toMatchObject({
      state: 'DONE',
      rowCount: ALERTS + 1,
    });
    expect(look(HIDDEN)).toBe(0);
  },
);

test(
  '[GR5] kill -9 while groups are made anew: it goes on, and each alert is in one group',
  TIMEOUT,
  async () => {
    const stats = () => call<GroupStats>('GET', '/api/groups/stats');
    await until(stats, ({ building }) => building === null);
    await call('PUT', '/api/groups/fingerprints', { source: '*', fields: ['title'] });
    await until(stats, ({ building }) => building !== null && building.done > 0);
    await killAndStart();
    await until(stats, ({ building }) => building === null);
    expect(look('SELECT count(*) AS n FROM group_members')).toBe(ALERTS);
    expect(look('SELECT count(DISTINCT alert_seq) AS n FROM group_members')).toBe(ALERTS);
    expect(
      look(`SELECT count(*) AS n FROM alert_groups g WHERE n <> (
      SELECT count(*) FROM group_members m WHERE m.group_id = g.id)`),
    ).toBe(0);
  },
);

test(
  '[AC7] [AC18] kill -9 while a cancelled bulk action is put back: it is absent, and the history says so',
  TIMEOUT,
  async () => {
    const { actionId, job } = await call<StartedAction>('POST', '/api/alerts/bulk', {
      filter: { source: 'Suricata' },
      change: { status: 'FALSE_POSITIVE' },
      investigateFirst: true,
    });
    const action = async () => {
      const response = await host.fetch(`/api/actions/${actionId}`, { token });
      return response.status === 200 ? ((await response.json()) as DeskAction) : null;
    };
    await until(action, (one) => (one?.runs.at(-1)?.done ?? 0) > 2_000);
    await call('POST', `/api/jobs/${job?.id}/cancel`, {});
    await until(action, (one) => one?.runs.at(-1)?.isCancelling === true);
    await killAndStart();
    const after = await until(action, (one) => one?.state === 'CANCELLED');
    expect(after?.runs.at(-1)).toMatchObject({ isCancelling: true, state: 'DONE' });
    expect(look("SELECT count(*) AS n FROM alerts WHERE status = 'OPEN'")).toBe(ALERTS);
  },
);
