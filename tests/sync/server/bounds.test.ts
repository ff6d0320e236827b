import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  permissionToChange,
  permissionToMake,
} from '../../../src/main/areas/sync/joining/merge-refusals.store.ts';
import type { WireCell, WireRow } from '../../../src/main/areas/sync/wire.ts';
import {
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  roleMay,
} from '../../../src/shared/contract/permissions.ts';
import { query, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import {
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
} from '../../helpers/sync/server-world.ts';

/** Clients of every role that speak to the functions themselves, about every table there is. */
let cluster: TestCluster;
let world: ServerWorld;
let tables: readonly Table[];
const seats = new Map<Role, ServerSeat>();

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly made: string;
  readonly changed: string;
  readonly kept: readonly string[];
}

beforeAll(async () => {
  cluster = await startPostgres();
  const login = await cluster.database();
  world = await openServerWorld(login);
  for (const role of ROLES) seats.set(role, await world.seat({ role }));
  tables = (await query(
    cluster.superuser(login.database),
    `SELECT t.name, t.columns, t.types, b.made_with AS made, b.changed_with AS changed, b.kept
     FROM sync.tables t LEFT JOIN sync.bounds b ON b.table_name = t.name ORDER BY t.name`,
  )) as unknown as Table[];
});
afterAll(async () => {
  await world.close();
  await cluster.stop();
});

/** Rules of their own: see roles.test.ts. */
const OF_THEIR_OWN: ReadonlySet<string> = new Set([
  ...['users', 'workspace_settings', 'integrations', 'suppression_rules'],
  ...['automation_policy', 'automation_patterns'],
]);

const isPermission = (name: string): name is Permission =>
  (PERMISSIONS as readonly string[]).includes(name);

/** As the product has it. */
function may(role: Role, name: string): boolean {
  if (isPermission(name)) return roleMay(role, name);
  if (name === 'anybody') return true;
  if (name === 'somebody') return role !== 'Auditor';
  throw new Error(`No such permission: ${name}`);
}

/** A value that differs from row to row, so that no key is anybody else's. */
function cellOf(column: string, type: string, text: string): WireCell {
  if (['deleted_at', 'restricted_to'].includes(column)) return null;
  if (type === 'text') return text;
  if (type === 'bytea') return `\\x${Buffer.from(text).toString('hex')}`;
  return 1;
}

function rowOf(table: Table, id: string, v: string, cells: Record<string, WireCell> = {}): WireRow {
  const own = table.columns.map((column, i) => [
    column,
    cellOf(column, table.types[i] ?? '', `${id}-${column}`),
  ]);
  return { id, v, f: null, c: { ...Object.fromEntries(own), ...cells } };
}

/** One push of a row of each table. @returns the refused with their reasons. */
async function pushAll(role: Role, rows: (table: Table, seat: ServerSeat) => WireRow) {
  const seat = seats.get(role);
  if (!seat) throw new Error('No seat');
  const { head } = await seat.server.head();
  const { refused, refusedFor, behind, sameAs } = await seat.server.push({
    ...{ writes: [], conflicts: [], cursor: head, through: 1 },
    tables: tables.map((table) => ({ table: table.name, rows: [rows(table, seat)] })),
  });
  expect([behind, sameAs]).toEqual([[], []]);
  return new Map(refused.map(([table], i) => [table, refusedFor?.[i] ?? '']));
}

const bounded = () => tables.filter(({ name }) => !OF_THEIR_OWN.has(name));

/** Tables that this role may not do it to. */
const closedTo = (role: Role, key: 'made' | 'changed') =>
  bounded().flatMap((table) => (may(role, table[key]) ? [] : [table.name]));

const ofBounded = (refused: ReadonlyMap<string, string>) =>
  [...refused.keys()].filter((name) => !OF_THEIR_OWN.has(name));

test('[SY260] every table that is synced has its bounds, and its roles are those of the product', async () => {
  expect(tables.filter(({ made }) => made === null).map(({ name }) => name)).toEqual([]);
  const found = await query(
    cluster.superuser(world.ownerLogin.database),
    'SELECT name, roles FROM sync.permissions',
  );
  for (const { name, roles } of found)
    expect([name, [...(roles as string[])].sort()]).toEqual([
      name,
      ROLES.filter((role) => may(role, String(name))).sort(),
    ]);
  for (const { name, kept, columns } of tables)
    expect([name, kept.filter((column) => !columns.includes(column))]).toEqual([name, []]);
});

test('[SY275] what a merge is foretold to be refused for is what the server goes by', () => {
  const known = (bound: string) => (bound === 'anybody' ? 'somebody' : bound);
  for (const { name, made, changed } of bounded())
    expect([
      name,
      permissionToMake(name) ?? 'somebody',
      permissionToChange(name) ?? 'somebody',
    ]).toEqual([name, known(made), known(changed)]);
});

test('[SY275] who may change a row but not make one is told whom to ask for it', async () => {
  const made = await pushAll('SOC Analyst', (t, seat) => rowOf(t, 'new-of-analyst', seat.stamp()));
  expect([made.get('findings'), made.get('risks')]).toEqual(['officers-only', 'officers-only']);
});

test('[SY260] with SQL of its own a role makes, changes and deletes no more than with the product', async () => {
  expect(await pushAll('Administrator', (t, seat) => rowOf(t, 'there', seat.stamp()))).toEqual(
    new Map(),
  );
  for (const role of ROLES) {
    const made = await pushAll(role, (t, seat) =>
      rowOf(t, `of-${role.replace(' ', '')}`, seat.stamp()),
    );
    expect([role, ofBounded(made)]).toEqual([role, closedTo(role, 'made')]);
    for (const cells of [{}, { deleted_at: 7 }])
      expect([
        role,
        ofBounded(
          await pushAll(role, (t, seat) => ({
            ...rowOf(t, 'there', seat.stamp(), firstChanged(t)),
            ...(cells.deleted_at && { c: { ...rowOf(t, 'there', '').c, ...cells } }),
          })),
        ),
      ]).toEqual([role, closedTo(role, 'changed')]);
    // For whoever comes next.
    await pushAll('Administrator', (t, seat) => rowOf(t, 'there', seat.stamp()));
  }
}, 60_000);

/** Another value of a column that the program does not keep by itself. */
function firstChanged({ columns, types, kept }: Table): Record<string, WireCell> {
  const own = columns.flatMap((column, i) =>
    kept.includes(column) || /_id$|^deleted_at$|^updated_at$/.test(column)
      ? []
      : [{ column, isText: types[i] === 'text' }],
  );
  const { column, isText } = own.find((one) => one.isText) ?? own[0] ?? { column: 'deleted_at' };
  return { [column]: isText ? 'another' : 9 };
}

test('[SY260] an auditor’s login writes nothing but what reading leaves in a chain of custody', async () => {
  const made = await pushAll('Auditor', (t, seat) => rowOf(t, 'mine', seat.stamp()));
  const taken = tables.map(({ name }) => name).filter((name) => !made.has(name));
  expect(taken).toEqual(['evidence_custody', 'users']);
  expect(made.get('alerts')).toBe('analysts-only');
  expect(made.get('risks')).toBe('officers-only');
  expect(made.get('evidence')).toBe('auditors-read');
  expect(made.get('workspace_settings')).toBe('administrators-only');
  const page = await seats.get('Auditor')?.server.pull(0, 10_000);
  const found = page?.tables.flatMap(({ table, rows }) =>
    rows.flatMap(({ id, c }) => (id === 'mine' || c.title === 'another' ? [table] : [])),
  );
  expect(found?.filter((name) => !taken.includes(name))).toEqual([]);
});

test('[SY260] what the program keeps by itself comes from every workstation but an auditor’s', async () => {
  for (const role of ['SOC Analyst', 'Compliance Officer', 'Auditor'] as const) {
    const refused = await pushAll(role, (t, seat) => {
      const column = t.kept.find((name) => t.types[t.columns.indexOf(name)] === 'text');
      return rowOf(t, 'there', seat.stamp(), column ? { [column]: `by ${role}` } : {});
    });
    const kept = bounded().filter((table) => table.kept.length > 0);
    expect(kept.length).toBeGreaterThan(4);
    const closed = kept.filter(({ name }) => refused.has(name)).map(({ name }) => name);
    expect([role, closed]).toEqual([role, role === 'Auditor' ? kept.map(({ name }) => name) : []]);
  }
});

test('[SY277] of an alert a compliance officer’s login changes nothing but what the program keeps everywhere', async () => {
  const [officer, analyst] = [seats.get('Compliance Officer'), seats.get('SOC Analyst')];
  const alerts = tables.find(({ name }) => name === 'alerts');
  if (!officer || !analyst || !alerts) throw new Error('No seat');
  const push = async (seat: ServerSeat, row: WireRow) => {
    const { head } = await seat.server.head();
    const { refused, refusedFor } = await seat.server.push({
      ...{ conflicts: [], cursor: head, through: 1, tables: [{ table: 'alerts', rows: [row] }] },
      // As the program writes: in nobody's name.
      writes: [{ stamp: row.v, actor: null, action: 'alerts.close-automatically', reason: null }],
    });
    return refused.length === 0 ? 'taken' : refusedFor?.join();
  };
  expect(await push(analyst, rowOf(alerts, 'open', analyst.stamp()))).toBe('taken');
  const free = [...alerts.kept, 'updated_at'];
  expect(free).toEqual(['suppressed_by', 'time_basis', 'fingerprint', 'received_at', 'updated_at']);
  for (const [i, column] of alerts.columns.entries()) {
    const value = alerts.types[i] === 'text' ? 'forged' : 99;
    const changed = rowOf(alerts, 'open', officer.stamp(), { [column]: value });
    const expected = free.includes(column) ? 'taken' : 'analysts-only';
    expect([column, await push(officer, changed)]).toEqual([column, expected]);
  }
  const closed = { status: 'FALSE_POSITIVE', verdict: 'FALSE_POSITIVE', closed_by: officer.person };
  expect(await push(officer, rowOf(alerts, 'open', officer.stamp(), closed))).toBe('analysts-only');
  const page = await analyst.server.pull(0, 10_000);
  const row = page.tables
    .find(({ table }) => table === 'alerts')
    ?.rows.find(({ id }) => id === 'open');
  expect(row?.c).toMatchObject({ status: 'open-status', verdict: 'open-verdict' });
  expect(await push(analyst, rowOf(alerts, 'open', analyst.stamp(), closed))).toBe('taken');
}, 60_000);

test('[SY260] an auditor puts no piece of a file over another’s, and reads it', async () => {
  const [administrator, auditor] = [seats.get('Administrator'), seats.get('Auditor')];
  const evidence = tables.find(({ name }) => name === 'evidence');
  if (!administrator || !auditor || !evidence) throw new Error('No seat');
  const file = 'cd'.repeat(32);
  const { head } = await administrator.server.head();
  await administrator.server.push({
    ...{ writes: [], conflicts: [], cursor: head, through: 1 },
    tables: [
      { table: 'evidence', rows: [rowOf(evidence, 'e', administrator.stamp(), { sha256: file })] },
    ],
  });
  await administrator.server.putChunk(file, 0, new Uint8Array([1, 2, 3]));
  await expect(auditor.server.putChunk(file, 0, new Uint8Array([9]))).rejects.toMatchObject({
    kind: 'refused',
  });
  expect([...((await auditor.server.getChunk(file, 0)) ?? [])]).toEqual([1, 2, 3]);
});

test('[SY260] a refused row changes nothing of what others wrote, also beside an epoch that just began', async () => {
  const administrator = seats.get('Administrator');
  const auditor = seats.get('Auditor');
  const alerts = tables.find(({ name }) => name === 'alerts');
  if (!administrator || !auditor || !alerts) throw new Error('No seat');
  await auditor.server.recover(0);
  const { head } = await auditor.server.head();
  const forged = rowOf(alerts, 'there', administrator.stamp(), { title: 'Forged' });
  const { refused } = await auditor.server.push({
    ...{ writes: [], conflicts: [], cursor: head, through: 1 },
    tables: [{ table: 'alerts', rows: [forged] }],
  });
  expect(refused).toEqual([['alerts', 'there']]);
  const page = await administrator.server.pull(0, 10_000);
  const row = page.tables
    .find(({ table }) => table === 'alerts')
    ?.rows.find(({ id }) => id === 'there');
  expect(row?.c.title).toBe('there-title');
});
