import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAction, StartedAction } from '../../src/shared/areas/actions/actions.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const ALERTS = 12_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-bulk-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Waits until the run under way has done some and not all, then kills the process without a warning. */
async function killMidway(host: RunningHost, token: string, actionId: string): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const response = await host.fetch(`/api/actions/${actionId}`, { token });
    if (response.status === 200) {
      const run = ((await response.json()) as DeskAction).runs.at(-1);
      if (run?.state !== 'RUNNING')
        throw new Error('The action was over before it could be killed');
      if (run.done > 0) break;
    }
    if (performance.now() > end) throw new Error('The action did not get that far');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  host.child.kill('SIGKILL');
  expect((await host.exit).signal).toBe('SIGKILL');
}

/** How many alerts have a status; and everything that is kept about them agrees. */
function expectWhole(status: string): number {
  const connection = openBeside(dataDir, 'writable');
  const all = (sql: string) => connection.prepare(sql).all();
  const one = (sql: string) => (connection.prepare(sql).get() as { n: number }).n;
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(
    all('SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3'),
  ).toEqual(
    all(
      'SELECT source, status, severity, count(*) AS n FROM alerts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    ),
  );
  expect(all('SELECT id, n_active AS n FROM alert_groups WHERE n_active <> 0 ORDER BY 1')).toEqual(
    all(`SELECT m.group_id AS id, count(*) AS n FROM group_members m JOIN alerts a ON a.seq = m.alert_seq
      WHERE a.status IN ('OPEN', 'IN_PROGRESS') GROUP BY 1 ORDER BY 1`),
  );
  expect(one('SELECT count(*) AS n FROM desk_action_parts')).toBe(0);
  const n = one(`SELECT count(*) AS n FROM alerts WHERE status = '${status}'`);
  connection.close();
  return n;
}

test('[AC17][AC18] kill -9 in a bulk action, its undo and its redo: each is completed, and the history says so', {
  timeout: 240_000,
}, async () => {
  let host = await startHost(dataDir);
  const token = await setUpHost(host);
  const imported = await host.fetch('/api/imports?name=eve.json', {
    method: 'POST',
    token,
    body: new Uint8Array(suricataFile(ALERTS)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(imported.status).toBe(201);
  const post = async (path: string, body: object) =>
    json<StartedAction>(
      await host.fetch(path, {
        method: 'POST',
        token,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
  const actionOf = async (id: string) =>
    json<DeskAction>(await host.fetch(`/api/actions/${id}`, { token }));

  const { actionId } = await post('/api/alerts/bulk', {
    filter: { source: 'Suricata' },
    change: { status: 'FALSE_POSITIVE' },
    investigateFirst: true,
    note: 'Lab',
  });
  const steps = [
    { start: async () => {}, state: 'DONE', direction: 'DO', status: 'FALSE_POSITIVE' },
    {
      start: () => post(`/api/actions/${actionId}/undo`, {}),
      state: 'UNDONE',
      direction: 'UNDO',
      status: 'OPEN',
    },
    {
      start: () => post(`/api/actions/${actionId}/redo`, {}),
      state: 'DONE',
      direction: 'REDO',
      status: 'FALSE_POSITIVE',
    },
  ] as const;
  for (const { start, state, direction, status } of steps) {
    await start();
    await killMidway(host, token, actionId);
    host = await startHost(dataDir);
    const action = await actionOf(actionId);
    expect(action).toMatchObject({ state, rowCount: ALERTS });
    expect(action.runs.at(-1)).toMatchObject({ direction, state: 'DONE', done: ALERTS, kept: [] });
    expect(action.runs.at(-1)?.resumedAt).not.toBeNull();
    expect(expectWhole(status)).toBe(ALERTS);
  }
  const [last] = await json<{ action: string }[]>(
    await host.fetch(
      `/api/alerts/${(await json<{ id: string }[]>(await host.fetch('/api/alerts?limit=1', { token })))[0]?.id}/history`,
      { token },
    ),
  );
  expect(last?.action).toBe('actions.redo');
  expect((await host.stop()).code).toBe(0);
});

test('[AC19] killed before its set was fixed, it is absent', { timeout: 60_000 }, async () => {
  const connection = openBeside(dataDir, 'writable');
  const before = connection.prepare('SELECT count(*) AS n FROM desk_actions').get();
  connection
    .prepare(
      "INSERT INTO desk_action_parts (action_id, n, seqs) VALUES ('never begun', 0, '[1,2,3]')",
    )
    .run();
  connection.close();
  const host = await startHost(dataDir);
  expect((await host.stop()).code).toBe(0);
  const after = openBeside(dataDir);
  expect(after.prepare('SELECT count(*) AS n FROM desk_actions').get()).toEqual(before);
  expect(after.prepare('SELECT count(*) AS n FROM desk_action_parts').get()).toEqual({ n: 0 });
  after.close();
});
