import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireCell, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import {
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
} from '../../helpers/sync/server-world.ts';

/** Clients that speak to the functions themselves: nothing of the product's own checks stands before them. */
let cluster: TestCluster;
let world: ServerWorld;
let seats: Record<'administrator' | 'analyst' | 'officer' | 'auditor', ServerSeat>;

beforeAll(async () => {
  cluster = await startPostgres();
  world = await openServerWorld(await cluster.database());
  seats = {
    administrator: await world.seat({ role: 'Administrator' }),
    analyst: await world.seat({ role: 'SOC Analyst' }),
    officer: await world.seat({ role: 'Compliance Officer' }),
    auditor: await world.seat({ role: 'Auditor' }),
  };
});
afterAll(async () => {
  await world.close();
  await cluster.stop();
});

type Cells = Readonly<Record<string, WireCell>>;

async function push({ server }: ServerSeat, table: string, row: WireRow) {
  const { head } = await server.head();
  const batch = { writes: [], conflicts: [], cursor: head, through: 1 };
  return server.push({ ...batch, tables: [{ table, rows: [row] }] });
}

/** Whether the server takes it, and else why not. */
async function says(seat: ServerSeat, table: string, id: string, c: Cells, f: WireRow['f'] = null) {
  const { refused, refusedFor } = await push(seat, table, { id, v: seat.stamp(), f, c });
  return refused.length === 0 ? 'taken' : refusedFor?.join();
}

const setting = (value: string): Cells => ({ value, updated_at: 1, deleted_at: null });
const integration = (name: string): Cells => ({
  ...{ name, type: 'SIEM', vendor: null, configuration: null },
  ...{ created_at: 1, updated_at: 1, deleted_at: null },
});
const policy = (state: string, cap = 50): Cells => ({
  ...{ state, daily_cap: cap, reason: null, changed_by: null, changed_at: 1, deleted_at: null },
  ...{ points: 'REFITTED', on_since: 0 },
});
const pattern = (state: string): Cells => ({
  ...{ pattern_key: 'k', label: 'l', state, reason: null, audits_since: 0 },
  ...{ changed_by: null, changed_at: 1, deleted_at: null },
});

test('[SY244] settings of the workspace and integrations are administrators’ to make, change and delete', async () => {
  const { administrator, analyst, officer, auditor } = seats;
  for (const [table, id, made, changed] of [
    ['workspace_settings', 'retention', setting('{"days":30}'), setting('{"days":1}')],
    ['integrations', 'i1', integration('SIEM'), integration('Mine')],
  ] as const) {
    for (const seat of [analyst, officer, auditor])
      expect([table, await says(seat, table, id, made)]).toEqual([table, 'administrators-only']);
    expect([table, await says(administrator, table, id, made)]).toEqual([table, 'taken']);
    for (const seat of [analyst, officer, auditor]) {
      expect(await says(seat, table, id, changed)).toBe('administrators-only');
      expect(await says(seat, table, id, { ...made, deleted_at: 5 })).toBe('administrators-only');
    }
    const page = await analyst.server.pull(0, 100);
    const row = page.tables.find((one) => one.table === table)?.rows.find((one) => one.id === id);
    expect(row?.c).toMatchObject(made);
    // What nobody is kept from: the same row once more, as after a comparison.
    expect(await says(analyst, table, id, { ...made, updated_at: 2 })).toBe('taken');
    expect(await says(administrator, table, id, changed)).toBe('taken');
  }
});

test('[SY244] the appetite for risk is the compliance officers’, too', async () => {
  const { analyst, officer, auditor } = seats;
  expect(await says(analyst, 'workspace_settings', 'risk', setting('1'))).toBe(
    'administrators-only',
  );
  expect(await says(auditor, 'workspace_settings', 'risk', setting('1'))).toBe(
    'administrators-only',
  );
  expect(await says(officer, 'workspace_settings', 'risk', setting('1'))).toBe('taken');
  expect(await says(officer, 'workspace_settings', 'baselines', setting('1'))).toBe(
    'administrators-only',
  );
});

test('[SY244] automation is switched on by administrators alone; its fuse blows on every workstation', async () => {
  const { administrator, analyst } = seats;
  for (const [table, on, off] of [
    ['automation_policy', policy('ON'), policy('TRIPPED')],
    ['automation_patterns', pattern('ON'), pattern('TRIPPED')],
  ] as const) {
    expect([table, await says(analyst, table, 'p', on)]).toEqual([table, 'administrators-only']);
    expect(await says(administrator, table, 'p', on)).toBe('taken');
    expect(await says(analyst, table, 'p', off)).toBe('taken');
    expect(await says(analyst, table, 'p', on)).toBe('administrators-only');
    expect(await says(analyst, table, 'p', { ...off, deleted_at: 5 })).toBe('administrators-only');
  }
  expect(await says(analyst, 'automation_policy', 'p', policy('TRIPPED', 9_999))).toBe(
    'administrators-only',
  );
});

test('[SY244] an auditor and a compliance officer suppress no alerts; an analyst does', async () => {
  const { analyst, officer, auditor } = seats;
  const row: Cells = {
    ...{ name: 'Noise', scope: '{}', reason: 'r', owner: null, in_force_since: 1, expires_at: 2 },
    ...{ control_id: null, exception_id: null, ended_at: null, ended_by: null, end_kind: null },
    ...{ end_reason: null, reopening: null, created_by: null, created_at: 1, updated_at: 1 },
    deleted_at: null,
  };
  for (const seat of [officer, auditor])
    expect(await says(seat, 'suppression_rules', 's', row)).toBe('analysts-only');
  expect(await says(analyst, 'suppression_rules', 's', row)).toBe('taken');
  expect(await says(auditor, 'suppression_rules', 's', { ...row, deleted_at: 5 })).toBe(
    'analysts-only',
  );
  expect(await says(officer, 'suppression_rules', 's', { ...row, expires_at: 9 })).toBe(
    'analysts-only',
  );
  const ended = { ...row, ended_at: 3, end_kind: 'EXPIRED' };
  expect(await says(auditor, 'suppression_rules', 's', ended)).toBe('analysts-only');
  expect(await says(officer, 'suppression_rules', 's', ended)).toBe('taken');
  expect(await says(officer, 'suppression_rules', 's', row)).toBe('analysts-only');
});

test('[SY244] a role counts as the workspace’s list has it now', async () => {
  const { administrator } = seats;
  const other = await world.seat({ role: 'Administrator' });
  expect(await says(other, 'workspace_settings', 'shift', setting('1'))).toBe('taken');
  await world.owner.query('SELECT sync.set_role($1, $2, $3)', [
    ...[world.workspace, other.person, 'SOC Analyst'],
  ]);
  expect(await says(other, 'workspace_settings', 'shift', setting('2'))).toBe(
    'administrators-only',
  );
  expect(await says(administrator, 'workspace_settings', 'shift', setting('3'))).toBe('taken');
});
