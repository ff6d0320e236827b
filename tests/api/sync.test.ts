/** What the page asks of sync, through the core's only door: off, conflicts, and who may decide. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/shared/areas/sync/connection.contract.ts';
import type { SyncConflict, SyncStatus } from '../../src/shared/areas/sync/sync-state.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type RequestOptions, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

async function call<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await app.request(method, path, options);
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (await response.json()) as T;
}
const failure = async (method: string, path: string, options: RequestOptions = {}) =>
  failureOf(await app.request(method, path, options));

interface Seed {
  readonly id: string;
  readonly table?: string;
  readonly record: string;
  readonly field: string;
  readonly winner: unknown;
  readonly loser: unknown;
}

/** As a sync that found it would have left it. */
function seedConflict({ id, table = 'alerts', record, field, winner, loser }: Seed): void {
  const connection = openBeside(app.dataDir, 'writable');
  const person = connection.prepare('SELECT id FROM users LIMIT 1').get() as { id: string };
  connection
    .prepare(
      `INSERT INTO sync_conflicts (id, table_name, record_id, field, winner_value, winner_stamp,
         winner_actor, loser_value, loser_stamp, loser_actor, seen_at, to_send)
       VALUES (?, ?, ?, ?, ?, '019a00000000ffff-here', ?, ?, '0199f0000000ffff-there', 'gone', 1, 0)`,
    )
    .run(id, table, record, field, JSON.stringify(winner), person.id, JSON.stringify(loser));
  connection.close();
}

const conflictsOf = async (record: string, table = 'alerts') =>
  (
    await call<{ conflicts: SyncConflict[] }>(
      'GET',
      `/api/sync/conflicts?table=${table}&record=${record}`,
    )
  ).conflicts;

describe('[SY100] while nothing is joined', () => {
  test('sync is off, says so at once and to everybody, and the pill knows', async () => {
    const token = await app.tokenFor('Auditor');
    expect(await call<SyncStatus>('GET', '/api/sync', { token })).toMatchObject({
      ...{ state: 'off', progress: null, problem: null, lastSuccessAt: null, openConflicts: 0 },
    });
    expect((await call<Connection>('GET', '/api/connection')).sync).toBe('off');
    expect(await call('GET', '/api/sync/membership')).toBeNull();
    expect(await call('GET', '/api/sync/log')).toEqual([]);
    expect(await call('GET', '/api/sync/people')).toEqual({
      ...{ people: [], workstations: [], asOf: null },
    });
    const body = { table: 'alerts', record: 'x' };
    expect(await call('POST', '/api/sync/presence', { body })).toEqual([]);
  });

  test('what needs a workspace is 409 with what is missing, and what is malformed 400', async () => {
    expect((await failure('POST', '/api/sync/now')).status).toBe(409);
    expect((await failure('POST', '/api/sync/check')).status).toBe(409);
    const preview = await failure('POST', '/api/sync/invitations/preview', {
      body: { invitation: 'not an invitation' },
    });
    expect(preview.status).toBe(400);
    expect(
      (await failure('POST', '/api/sync/presence', { body: { table: 'a;b', record: 'x' } })).status,
    ).toBe(400);
    expect((await failure('GET', '/api/sync/conflicts?table=alerts')).status).toBe(400);
  });

  test('only administrators join, create, invite, shut out and check; without a place here nobody else pauses or leaves', async () => {
    const token = await app.tokenFor('Compliance Officer');
    for (const [method, path, body = {}] of [
      ['POST', '/api/sync/join'],
      ['POST', '/api/sync/workspaces'],
      ['POST', '/api/sync/invitations'],
      ['POST', '/api/sync/invitations/preview'],
      ['POST', '/api/sync/people/x/revoke'],
      ['POST', '/api/sync/workstations/x/revoke'],
      ['POST', '/api/sync/leave', { mode: 'keep', reason: 'x', word: 'LEAVE' }],
      ['POST', '/api/sync/check'],
      ['PATCH', '/api/sync', { isPaused: true }],
    ] as const)
      expect((await failure(method, path, { body, token })).status, path).toBe(403);
  });
});

describe('[SY101] the other value', () => {
  test('is set as a new edit with its counts, and undo brings back what stood', async () => {
    const alert = await createAlert(app, { title: 'Two minds', severity: 'LOW' });
    seedConflict({
      ...{ id: 'c-status', record: alert.id, field: 'status' },
      ...{ winner: 'OPEN', loser: 'RESOLVED' },
    });
    const [found] = await conflictsOf(alert.id);
    expect(found).toMatchObject({
      ...{ field: 'status', title: 'Two minds', link: `/alerts?alert=${alert.id}`, state: 'open' },
      ...{ kept: { value: 'Open', by: 'Ada Admin' }, other: { value: 'Resolved', by: 'Somebody' } },
      ...{ current: 'Open', isGone: false, decided: null },
    });
    const metrics = () => call<{ activeAlerts: number }>('GET', '/api/dashboard/metrics');
    const { activeAlerts } = await metrics();
    const taken = await call<SyncConflict>('POST', '/api/sync/conflicts/c-status/take');
    expect(taken).toMatchObject({
      ...{ state: 'taken', current: 'Resolved', decided: { by: 'Ada Admin' } },
    });
    expect(await call('GET', `/api/alerts/${alert.id}`)).toMatchObject({ status: 'RESOLVED' });
    expect((await metrics()).activeAlerts).toBe(activeAlerts - 1);
    expect((await failure('POST', '/api/sync/conflicts/c-status/accept')).status).toBe(409);
    const undone = await call<SyncConflict>('POST', '/api/sync/conflicts/c-status/undo');
    expect(undone).toMatchObject({ state: 'open', current: 'Open', decided: null });
    expect((await metrics()).activeAlerts).toBe(activeAlerts);
  });

  test('is left by who lets it stand, and asked about no longer', async () => {
    const alert = await createAlert(app, { title: 'Fine as it is' });
    seedConflict({
      ...{ id: 'c-accept', record: alert.id, field: 'severity' },
      ...{ winner: 'HIGH', loser: 'LOW' },
    });
    const status = () => call<SyncStatus>('GET', '/api/sync');
    const open = (await status()).openConflicts;
    const accepted = await call<SyncConflict>('POST', '/api/sync/conflicts/c-accept/accept');
    expect(accepted.state).toBe('accepted');
    expect((await status()).openConflicts).toBe(open - 1);
  });

  test("that its field cannot hold, of a field that is no one's or a record that is gone, is refused and changes nothing", async () => {
    const alert = await createAlert(app, { title: 'Hostile' });
    const seeds = [
      { id: 'h-number', field: 'status', loser: 7 },
      { id: 'h-status', field: 'status', loser: 'HACKED' },
      { id: 'h-unknown', field: 'no_such_column', loser: 'x' },
      { id: 'h-version', field: 'row_version', loser: 'x' },
      { id: 'h-json', field: 'techniques', loser: '{' },
    ];
    for (const seed of seeds) {
      seedConflict({ ...seed, record: alert.id, winner: 'OPEN' });
      const { status } = await failure('POST', `/api/sync/conflicts/${seed.id}/take`);
      expect(status, seed.id).toBe(400);
    }
    seedConflict({
      id: 'h-gone',
      record: 'none',
      field: 'status',
      winner: 'OPEN',
      loser: 'RESOLVED',
    });
    expect((await failure('POST', '/api/sync/conflicts/h-gone/take')).status).toBe(404);
    seedConflict({
      ...{ id: 'h-role', table: 'users', record: 'none', field: 'role' },
      ...{ winner: 'Auditor', loser: 'Administrator' },
    });
    expect((await failure('POST', '/api/sync/conflicts/h-role/take')).status).toBe(400);
    expect((await failure('POST', '/api/sync/conflicts/none/take')).status).toBe(404);
    expect(await call('GET', `/api/alerts/${alert.id}`)).toMatchObject({ status: 'OPEN' });
    for (const { id } of seeds)
      expect((await conflictsOf(alert.id)).find((one) => one.id === id)?.state).toBe('open');
  });

  test('[SY102] is for those who may write such records', async () => {
    const alert = await createAlert(app, { title: 'Not yours' });
    seedConflict({
      ...{ id: 'c-roles', record: alert.id, field: 'status' },
      ...{ winner: 'OPEN', loser: 'RESOLVED' },
    });
    for (const role of ['Auditor', 'Compliance Officer'] as const) {
      const token = await app.tokenFor(role);
      for (const what of ['take', 'accept', 'undo'])
        expect(
          (await failure('POST', `/api/sync/conflicts/c-roles/${what}`, { token })).status,
        ).toBe(403);
    }
    const token = await app.tokenFor('SOC Analyst');
    const taken = await call<SyncConflict>('POST', '/api/sync/conflicts/c-roles/take', { token });
    expect(taken.decided?.by).toBe('Sam SOC Analyst');
  });
});
