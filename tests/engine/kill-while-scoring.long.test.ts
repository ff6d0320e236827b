import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { PASSWORD, tokenOf } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const json = { 'content-type': 'application/json' };
const ALERTS = 4_000;
/** From before the first step into the middle; on a busy machine the end comes later. */
const DELAYS_MS = [50, 400, 1_000, 2_000];

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-engine-'));
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

async function untilSettled(host: RunningHost, token: string): Promise<void> {
  const end = performance.now() + 120_000;
  while ((await call<{ isBehind: boolean }>(host, token, '/api/engine')).isBehind) {
    if (performance.now() > end) throw new Error('The engine never ends');
    await setTimeout(50);
  }
}

interface Kept {
  readonly whole: boolean;
  readonly alerts: number;
  readonly decisions: number;
  readonly scored: number;
  readonly decided: string;
  readonly learned: string;
}

/** What the engine has written, as another process reads it. */
function read(): Kept {
  const beside = openBeside(dataDir, 'writable');
  const one = (sql: string) => (beside.prepare(sql).get() as { n: number } | undefined)?.n ?? 0;
  const all = (sql: string) => hash('sha256', JSON.stringify(beside.prepare(sql).all()));
  const kept = {
    whole: beside.pragma('integrity_check', { simple: true }) === 'ok',
    alerts: one('SELECT count(*) AS n FROM alerts'),
    decisions: one('SELECT count(*) AS n FROM engine_decisions'),
    scored: one('SELECT scored AS n FROM engine_state'),
    decided: all('SELECT alert_seq, decision, suspicion, reasons FROM engine_decisions ORDER BY 1'),
    learned: all(
      'SELECT pattern_id, day, benign, malicious FROM engine_pattern_days ORDER BY 1, 2',
    ),
  };
  beside.close();
  return kept;
}

test('[EG68] kill -9 while it decides: it goes on, every alert has one decision, nothing is learned twice', {
  timeout: 400_000,
}, async () => {
  let host = await startHost(dataDir);
  let token = await setUpHost(host);
  await host.fetch('/api/imports?name=a.json', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(suricataFile(ALERTS)),
  });
  await untilSettled(host, token);
  const alerts = await call<{ id: string }[]>(host, token, '/api/alerts?limit=30');
  for (const { id } of alerts) {
    const change = (body: object) =>
      host.fetch(`/api/alerts/${id}`, {
        method: 'PATCH',
        token,
        headers: json,
        body: JSON.stringify(body),
      });
    await change({ status: 'IN_PROGRESS' });
    await change({ status: 'FALSE_POSITIVE', verdict: 'FALSE_POSITIVE' });
  }
  await untilSettled(host, token);
  // What verdicts of other hosts say reaches open alerts when they are decided anew.
  await call(host, token, '/api/engine/rescore', {});
  await untilSettled(host, token);
  const whole = read();
  expect(whole).toMatchObject({ whole: true, decisions: whole.alerts });
  expect(whole.learned).not.toBe(hash('sha256', '[]'));
  const cutAt = new Set<number>();
  for (const delay of DELAYS_MS) {
    await call(host, token, '/api/engine/rescore', {});
    await setTimeout(delay);
    host.child.kill('SIGKILL');
    await host.exit;
    const cut = read();
    expect(cut.whole).toBe(true);
    cutAt.add(cut.scored);
    host = await startHost(dataDir);
    token = await signIn(host);
    await untilSettled(host, token);
    expect(read()).toMatchObject({
      ...{ alerts: whole.alerts, decisions: whole.alerts },
      ...{ decided: whole.decided, learned: whole.learned },
    });
  }
  await host.stop();
  // Before the end at least once, or nothing was tested.
  expect(Math.min(...cutAt)).toBeLessThan(ALERTS);
});
