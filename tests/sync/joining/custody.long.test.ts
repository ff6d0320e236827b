/** One chain of custody, added to and checked by two whole workstations over a real PostgreSQL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/platform/clock.ts';
import type {
  CustodyEntryView,
  Verification,
} from '../../../src/shared/areas/evidence/custody.contract.ts';
import {
  fileOf,
  makePackage,
  runVerifier,
  seedAudit,
  VERIFIERS,
} from '../../helpers/audit-report-calls.ts';
import { openTestApp, type TestApp } from '../../helpers/open-test-app.ts';
import {
  connectTo,
  type PostgresLogin,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { eventually as within } from '../worker/two-cores.ts';

const DAY_MS = 86_400_000;
/** However busy the machine is. */
const eventually = (isSo: () => Promise<boolean>, what: string) => within(isSo, what, 60_000);

let cluster: TestCluster;
let login: PostgresLogin;
let ada: TestApp;
let bea: TestApp;
let evidence: string;
let audit: string;

beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());

async function call<T>(at: TestApp, method: string, path: string, body?: unknown): Promise<T> {
  const response = await at.request(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const synced = (at: TestApp) =>
  eventually(async () => {
    const { state, backlog } = await call<{ state: string; backlog: number }>(
      at,
      'GET',
      '/api/sync',
    );
    return state === 'up-to-date' && backlog === 0;
  }, 'it is up to date');
const chainAt = (at: TestApp) =>
  call<CustodyEntryView[]>(at, 'GET', `/api/evidence/${evidence}/custody`);
/** The file need not be here: its problems are not the chain's. */
async function verified(at: TestApp): Promise<Verification['problems']> {
  const { problems } = await call<Verification>(
    at,
    'POST',
    `/api/evidence/${evidence}/custody/verify`,
  );
  return problems.filter(({ kind }) => !kind.startsWith('file-'));
}
const pause = (at: TestApp, isPaused: boolean) => call(at, 'PATCH', '/api/sync', { isPaused });
beforeEach(async () => {
  login = await cluster.database();
  ada = await openTestApp({ as: 'Administrator', deps: { clock: systemClock } });
  // Sealed before anything was shared.
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const now = systemClock.now();
  const seeded = await seedAudit(ada, {
    ...{ periodStart: dayOf(now - 30 * DAY_MS), periodEnd: dayOf(now + DAY_MS) },
  });
  [audit, evidence] = [seeded.id, seeded.evidence[0] ?? ''];
  await call(ada, 'PATCH', '/api/isolation', { isIsolated: false });
  const { user, password, host, port, database } = login;
  const connection = `postgres://${user}:${password}@${host}:${port}/${database}`;
  await call(ada, 'POST', '/api/sync/workspaces', { connection, name: 'Floor', label: 'ada' });
  const person = { email: 'bea@example.test', name: 'bea', role: 'Administrator' };
  const { invitation } = await call<{ invitation: string }>(
    ada,
    'POST',
    '/api/sync/invitations',
    person,
  );
  bea = await openTestApp({ as: 'Administrator', deps: { clock: systemClock } });
  await call(bea, 'PATCH', '/api/isolation', { isIsolated: false });
  await call(bea, 'POST', '/api/sync/join', { invitation, mode: 'merge', label: 'bea' });
  await eventually(
    async () => (await chainAt(ada)).some(({ action }) => action === 'CONFIRMED'),
    'what was sealed before is confirmed',
  );
  await synced(ada);
  await eventually(
    async () => (await chainAt(bea).catch(() => [])).length === (await chainAt(ada)).length,
    'the chain at bea',
  );
}, 240_000);
afterEach(async () => {
  await Promise.all([ada?.close(), bea?.close()]);
}, 60_000);

describe('[SY180] a chain of custody in a shared workspace', { timeout: 240_000 }, () => {
  test('is checked by each workstation, whoever sealed it, before or since', async () => {
    expect(await verified(bea)).toEqual([]);
    await synced(bea);
    await eventually(
      async () => (await chainAt(ada)).at(-1)?.action === 'VERIFIED',
      'the check by bea at ada',
    );
    expect(await verified(ada)).toEqual([]);
    const seals = (await chainAt(ada)).map(({ mac }) => mac);
    expect(seals[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(seals.at(-1)).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{64}$/);
  });

  test('[SY181] two that add to it at once both keep theirs: intact here, there and in the package', async () => {
    await Promise.all([pause(ada, true), pause(bea, true)]);
    await Promise.all([verified(ada), verified(bea)]);
    await Promise.all([verified(ada), verified(bea)]);
    const before = (await chainAt(ada)).length;
    await Promise.all([pause(ada, false), pause(bea, false)]);
    for (const at of [ada, bea])
      await eventually(async () => (await chainAt(at)).length === before + 2, 'both entries');
    const [here, there] = await Promise.all([chainAt(ada), chainAt(bea)]);
    expect(here).toEqual(there);
    expect(here.slice(-4).map(({ position }) => position - before)).toEqual([-1, -1, 0, 0]);
    expect(await verified(ada)).toEqual([]);
    expect(await verified(bea)).toEqual([]);
    await synced(bea);
    await synced(ada);
    const { id } = await makePackage(ada, audit);
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-custody-'));
    const path = join(folder, 'package.zip');
    writeFileSync(path, await fileOf(ada, `/api/audits/${audit}/packages/${id}`));
    for (const verifier of VERIFIERS) {
      const { code, output } = await runVerifier(verifier, path);
      expect(output).not.toContain('PROBLEM');
      expect(code).toBe(0);
    }
    rmSync(folder, { recursive: true });
  });

  test('[SY181] a row that was changed at the server is found by each', async () => {
    const owner = await connectTo(login);
    await owner.query('BEGIN');
    await owner.query('SET LOCAL ROLE watchfloor_owner');
    await owner.query(
      `WITH place AS (UPDATE sync.workspaces SET head = head + 1 RETURNING head),
         told AS (INSERT INTO sync.heads SELECT w.id, 'evidence_custody', p.head
           FROM sync.workspaces w, place p ON CONFLICT (workspace_id, table_name)
           DO UPDATE SET seq = excluded.seq)
       UPDATE app.evidence_custody SET actor = 'nobody', sent_by = 0, seq = (SELECT head FROM place),
         row_version = lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
           || '0000-' || substr(row_version, 18)
       WHERE evidence_id = $1 AND position = 2`,
      [evidence],
    );
    await owner.query('COMMIT');
    await owner.end();
    for (const at of [ada, bea]) {
      await call(at, 'POST', '/api/sync/now', {});
      await eventually(
        async () => (await chainAt(at)).find(({ position }) => position === 2)?.actor === 'nobody',
        'the changed row',
      );
      expect((await verified(at)).map(({ kind, position }) => [kind, position])).toEqual([
        ['changed', 2],
      ]);
    }
  });

  test('[SY182] who left sees what can no longer be checked, and that nothing is said to be changed', async () => {
    await verified(ada);
    await synced(ada);
    await eventually(
      async () => (await chainAt(bea)).at(-1)?.action === 'VERIFIED',
      'the check by ada at bea',
    );
    await call(bea, 'POST', '/api/sync/leave', { mode: 'keep', reason: 'Moved', word: 'LEAVE' });
    const kinds = new Set((await verified(bea)).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['elsewhere', 'no-key']);
    expect(await verified(ada)).toEqual([]);
  });
});
