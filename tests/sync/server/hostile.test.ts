import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateServer } from '../../../src/main/areas/sync/server/migrate-server.store.ts';
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import {
  connectTo,
  POSTGRES_MIGRATIONS,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import {
  noteRow,
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
} from '../../helpers/sync/server-world.ts';

/** A member of the second workspace, with a good login, who speaks SQL. */
let cluster: TestCluster;
let [ours, theirs]: ServerWorld[] = [];
let victim: ServerSeat;
let member: ServerSeat;
let hostile: pg.Client;

beforeAll(async () => {
  cluster = await startPostgres();
  const login = await cluster.emptyDatabase();
  const owner = await connectTo(login);
  await migrateServer(owner, POSTGRES_MIGRATIONS);
  await owner.end();
  ours = await openServerWorld(login);
  theirs = await openServerWorld(login);
  victim = await ours.seat({ role: 'Administrator' });
  member = await theirs.seat();
  hostile = await connectTo(member.login);
  await push(victim, [noteRow('secret', victim.stamp())]);
});
afterAll(async () => {
  await hostile.end();
  await Promise.all([ours?.close(), theirs?.close()]);
  await cluster.stop();
});

const push = (
  { server }: ServerSeat,
  rows: readonly WireRow[],
  table = 'note_templates',
  cursor = 0,
) =>
  server.push({
    ...{ writes: [], conflicts: [], cursor, through: 1 },
    tables: [{ table, rows: [...rows] }],
  });

const codeOf = (sql: string, values: unknown[] = []) =>
  hostile.query(sql, values).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test('[SY13] a member cannot read or write a table, nor call what is not given to members', async () => {
  for (const sql of [
    'SELECT * FROM app.note_templates',
    'SELECT * FROM sync.workspaces',
    'SELECT * FROM sync.seats',
    'SELECT * FROM report.note_templates',
    "INSERT INTO app.note_templates (workspace_id, id) VALUES ('w', 'x')",
    'UPDATE sync.workspaces SET head = 0',
    'DELETE FROM sync.writes',
    'TRUNCATE sync.seats',
    'CREATE TABLE sync.mine (a int)',
    'CREATE TABLE public.mine (a int)',
    'CREATE TEMP TABLE mine (a int)',
    "SELECT sync.take_places('w', 5)",
    "SELECT sync.hidden_from('w', '{}')",
    "SELECT sync.page_note_templates('w', 0, 0, '{}', 0, 1000)",
    "SELECT sync.purge_tombstones('w', 0)",
    "SELECT sync.make_merge('alerts')",
    'SELECT sync.end_stalled()',
    'SET ROLE watchfloor_owner',
    `SET SESSION AUTHORIZATION ${victim.id}`,
    `ALTER ROLE ${victim.id} PASSWORD 'mine'`,
    "COPY (SELECT 1) TO PROGRAM 'true'",
  ]) {
    expect([sql, await codeOf(sql)]).toEqual([sql, '42501']);
  }
});

test('[SY14] a member sees nothing of another workspace, and administers none', async () => {
  const page = await member.server.pull(0, 100);
  expect(page.tables).toEqual([]);
  const { members, seats } = await member.server.people();
  expect(members.map(({ id }) => id)).toEqual([member.person]);
  expect(seats.map(({ id }) => id)).toEqual([member.id]);
  const workspace = ours?.workspace;
  for (const [sql, values] of [
    ['SELECT sync.people($1)', [workspace]],
    ['SELECT sync.revoke_seat($1, $2)', [workspace, victim.id]],
    ['SELECT sync.set_role($1, $2, $3)', [theirs?.workspace, member.person, 'Administrator']],
    ['SELECT sync.create_workspace($1, $1)', ['mine']],
  ] as const) {
    expect([sql, await codeOf(sql, [...values])]).toEqual([
      sql,
      expect.stringMatching(/WF004|42501/),
    ]);
  }
  // A row of the same id in another workspace is another row.
  await push(member, [noteRow('secret', member.stamp(), { text: 'mine' })]);
  expect((await victim.server.pull(0, 10)).tables[0]?.rows[0]?.c.text).toBe('Text');
});

test('[SY15] nobody writes in another’s name: neither as actor nor with stamps of another’s node', async () => {
  const other = await theirs?.seat();
  if (!other) throw new Error('No seat');
  const stamp = member.stamp();
  const batch = { conflicts: [], cursor: 0, through: 1, tables: [] };
  const write = { stamp, action: 'alerts.close', reason: null };
  const forged = [
    { ...write, actor: other.person },
    { ...write, actor: member.person, stamp: other.stamp() },
  ];
  for (const one of forged) {
    const answer = member.server.push({ ...batch, writes: [one] });
    await expect(answer).rejects.toMatchObject({ kind: 'refused' });
  }
  const row = noteRow('forged', other.stamp());
  expect(await push(member, [row])).toMatchObject({
    ...{ refused: [['note_templates', 'forged']], refusedFor: ['another-workstation'] },
  });
  const real = noteRow('real', member.stamp());
  const head = (await push(member, [real])).head;
  const field = { ...real, f: { text: other.stamp() }, c: { ...real.c, text: 'forged' } };
  const outcome = await member.server.push({
    ...{ ...batch, cursor: head, writes: [] },
    tables: [{ table: 'note_templates', rows: [field] }],
  });
  expect(outcome.refused).toEqual([['note_templates', 'real']]);
});

test('[SY16] [SY241] a role is given by administrators: a member cannot make itself one through its row', async () => {
  const user = (role: string, v: string): WireRow => ({
    ...{ id: member.person, v, f: null },
    c: { email: 'm@example.org', role, created_at: 1, updated_at: 1, deleted_at: null },
  });
  const made = await push(member, [user('SOC Analyst', member.stamp())], 'users');
  expect(made.refused).toEqual([]);
  const raised = await push(member, [user('Administrator', member.stamp(5))], 'users', made.head);
  expect(raised.refused).toEqual([['users', member.person]]);
  expect(raised.refusedFor).toEqual(['administrators-only']);
});

test('[SY17] names, types and sizes that are none are refused, and nothing of them is run', async () => {
  const call = (meta: object, cells: readonly string[]) =>
    codeOf('SELECT sync.push($1, $2)', [JSON.stringify(meta), cells]);
  const base = { client: 1, node: member.node, cursor: 0, through: 1, conflicts: [] };
  const none = ['{}', '{}', '{}', '{}'];
  const stamp = member.stamp();
  const columns = ['name'];
  const rowsOf = (id: string, v: string, f: string, name: string) => [...none, id, v, f, name];
  const notes = { ...base, tables: [{ name: 'note_templates', columns }] };
  const evil = 'x"; DROP TABLE app.alerts; --';
  expect(
    await call({ ...base, tables: [{ name: evil, columns }] }, rowsOf('{}', '{}', '{}', '{}')),
  ).toBe('WF002');
  expect(
    await call({ ...base, tables: [{ name: 'seats', columns }] }, rowsOf('{}', '{}', '{}', '{}')),
  ).toBe('WF002');
  expect(
    await call(
      { ...base, tables: [{ name: 'note_templates', columns: [evil] }] },
      rowsOf('{}', '{}', '{}', '{}'),
    ),
  ).toBe('WF002');
  expect(await call({ ...base, client: 0, tables: [] }, none)).toBe('WF002');
  expect(await call(notes, rowsOf('{a}', '{no-stamp}', '{NULL}', '{n}'))).toBe('WF004');
  const [time, node] = [stamp.slice(0, 16), member.node];
  for (const none of [
    ...[`${time.toUpperCase().replace(/\d$/, 'A')}-${node}`, `${time}${node}`, `${time}_${node}`],
    ...[
      `${time}-`,
      `${time}-${'n'.repeat(65)}`,
      `${time}-${node}\n`,
      `${time}-n\u00f6de`,
      ` ${stamp}`,
    ],
  ]) {
    const cell = `"${none}"`;
    expect([none, await call(notes, rowsOf('{a}', `{${cell}}`, '{NULL}', '{n}'))]).toEqual([
      ...[none, 'WF004'],
    ]);
    const field = JSON.stringify(JSON.stringify({ name: none }));
    expect([none, await call(notes, rowsOf('{a}', `{${stamp}}`, `{${field}}`, '{n}'))]).toEqual([
      ...[none, 'WF004'],
    ]);
  }
  expect(await call(notes, rowsOf('{a}', `{${stamp}}`, '{"[1]"}', '{n}'))).toMatch(/^22|WF004/);
  expect(
    await call(notes, rowsOf('{a}', `{${stamp}}`, `{"{\\"evil\\":\\"${stamp}\\"}"}`, '{n}')),
  ).toBe('WF002');
  expect(await call(notes, rowsOf(`{${'a'.repeat(401)}}`, `{${stamp}}`, '{NULL}', '{n}'))).toBe(
    'WF004',
  );
  expect(
    await call(
      notes,
      rowsOf(`{${'a,'.repeat(5_000)}b}`, `{${`${stamp},`.repeat(5_000)}${stamp}}`, '{NULL}', '{n}'),
    ),
  ).toBe('WF004');
  expect(
    await call(notes, rowsOf('{a}', `{${stamp}}`, '{NULL}', `{${'x'.repeat(5_000_000)}}`)),
  ).toBe('WF004');
  expect(
    await call(
      { ...base, tables: [{ name: 'risk_reviews', columns: ['risk_score'] }] },
      rowsOf('{a}', `{${stamp}}`, '{NULL}', '{NaN}'),
    ),
  ).toMatch(/WF004|23502/);
  expect(
    await call(
      { ...base, tables: [{ name: 'note_templates', columns: ['created_at'] }] },
      rowsOf('{a}', `{${stamp}}`, '{NULL}', '{9223372036854775807}'),
    ),
  ).toMatch(/WF004/);
  expect(await call({ ...base, cursor: 1_000_000, tables: [] }, none)).toBe('WF006');
  expect(await call({ ...base, cursor: -1, tables: [] }, none)).toBe('WF006');
  const conflict = { id: 'c', table: evil, record: 'r', field: 'name', winner: {}, loser: {} };
  expect(await call({ ...base, conflicts: [conflict], tables: [] }, none)).toBe('WF004');
  const present = codeOf('SELECT sync.present($1)', [
    JSON.stringify([{ person: victim.person, table: 'alerts', record: 'a' }]),
  ]);
  expect(await present).toBe('WF004');
  expect(await push(victim, [noteRow('still', victim.stamp())])).toMatchObject({ refused: [] });
});

test('[SY18] the cursor and what is acknowledged never move back', async () => {
  const before = await member.server.head();
  await push(member, [noteRow('up', member.stamp())]);
  await member.server.push({
    ...{ writes: [], conflicts: [], cursor: 0, through: 90, tables: [] },
  });
  await member.server.push({ writes: [], conflicts: [], cursor: 0, through: -5, tables: [] });
  const after = await member.server.head();
  expect(after.acknowledged).toBe(90);
  expect(after.head).toBeGreaterThan(before.head);
});

test('[SY19] who holds the workspace in an open transaction is ended, and the others go on', async () => {
  const other = await theirs?.seat();
  const holder = await connectTo(member.login);
  await holder.query('SET idle_in_transaction_session_timeout = 0');
  await holder.query('BEGIN');
  const meta = { client: 1, node: member.node, cursor: 0, through: 1, tables: [], conflicts: [] };
  await holder.query('SELECT sync.push($1, $2)', [JSON.stringify(meta), ['{}', '{}', '{}', '{}']]);
  if (!other) throw new Error('No seat');
  const from = performance.now();
  await push(other, [noteRow('goes-on', other.stamp())]);
  expect(performance.now() - from).toBeLessThan(15_000);
  await expect(holder.query('COMMIT')).rejects.toThrow();
  await holder.end().catch(() => undefined);
});

test('[SY20] a login has limits of time, of locks and of connections', async () => {
  const { rows } = await hostile.query(
    "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle",
  );
  expect(rows[0]).toEqual({ statement: '2min', lock: '10s', idle: '10s' });
  const clients = await Promise.allSettled(
    Array.from({ length: 8 }, () => connectTo(member.login)),
  );
  expect(clients.some(({ status }) => status === 'rejected')).toBe(true);
  for (const client of clients) if (client.status === 'fulfilled') await client.value.end();
});

test('[SY21] a revoked workstation is cut off at once, and its login opens nothing', async () => {
  const gone = await theirs?.seat();
  if (!gone || !theirs) throw new Error('No seat');
  await gone.server.head();
  await theirs.owner.query('SELECT sync.revoke_seat($1, $2)', [theirs.workspace, gone.id]);
  await expect(gone.server.head()).rejects.toMatchObject({
    kind: expect.stringMatching(/unreachable|revoked/),
  });
  await expect(connectTo(gone.login)).rejects.toThrow();
});
