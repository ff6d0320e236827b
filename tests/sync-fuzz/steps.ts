/** What a step of a history does, and to whom. */
import type { MemoryReplica } from '../helpers/sync/memory-replica.ts';
import { keyOf } from '../helpers/sync/memory-server.ts';
import type { Step } from './history.ts';
import { NEW_SCHEMA, OLD_SCHEMA, TYPED } from './schema.ts';
import { syncOnce } from './sync-once.ts';
import { type Station, station, upgrade, type World } from './world.ts';

export async function take(world: World, step: Step): Promise<void> {
  world.now += 1_000;
  if (step.type !== 'server-restore' || world.serverCopy) world.happened.add(step.type);
  if ('who' in step) await takeAt(world, step, station(world, step.who));
  else if (step.type === 'wait') world.now += step.ms;
  else if (step.type === 'server-backup') world.serverCopy = world.hub.backup();
  else if (step.type === 'purge-tombstones') world.hub.purgeTombstones();
  else if (world.serverCopy) {
    world.hub.restore(world.serverCopy);
    world.now += 90_000;
  }
}

type StepAt = Extract<Step, { who: number }>;

async function takeAt(world: World, step: StepAt, at: Station): Promise<void> {
  switch (step.type) {
    case 'insert':
      return insert(world, at, step);
    case 'edit':
      return edit(world, at, step);
    case 'edit-many':
      return editMany(world, at, step.table);
    case 'remove':
    case 'revive':
      return setDeleted(world, at, step);
    case 'undo':
      return undo(world, at);
    case 'restrict':
      return restrict(world, at, step);
    case 'sync':
      return syncOnce(world, at, step.mishaps);
    case 'clock':
      at.skewMs += step.ms;
      return;
    case 'upgrade':
      return upgrade(at);
    case 'backup':
      at.kept = { memory: at.replica.backup(), loop: at.memory, edits: world.edits.all.length };
      return;
    case 'restore':
      return restore(world, at);
  }
}

function restore(world: World, at: Station): void {
  if (!at.kept) return;
  at.replica.restore(at.kept.memory);
  at.memory = at.kept.loop;
  world.edits.rolledBack(at.who, at.kept.edits);
}

const tablesOf = (at: Station) => Object.keys(at.isOld ? OLD_SCHEMA : NEW_SCHEMA);
const columnsOf = (at: Station, table: string) =>
  (at.isOld ? OLD_SCHEMA : NEW_SCHEMA)[table]?.columns ?? [];

/** Rows of a workstation in an order that does not depend on how they came. */
function rowsOf(at: Station, isDeleted: boolean) {
  return tablesOf(at)
    .flatMap((table) => at.replica.rows(table).map((row) => ({ table, row })))
    .filter(({ row }) => (row.c.deleted_at != null) === isDeleted)
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

function insert(world: World, at: Station, step: { table: number; key: number }): void {
  const tables = tablesOf(at);
  const table = tables[step.table % tables.length] ?? 'controls';
  const id = `${table.slice(0, 2)}-${at.who}-${world.values}`;
  const cells: Record<string, string | null> = {};
  for (const column of columnsOf(at, table))
    cells[column] = TYPED[table]?.includes(column) ? `v${world.values++}` : null;
  if (table === 'alerts') cells.fingerprint = `f${step.key}`;
  if (table === 'links') cells.pair = `f${step.key}`;
  const anyOf = (of: string) => at.replica.rows(of).at(step.key % 2)?.id ?? null;
  if (table === 'comments') cells.alert_id = anyOf('alerts');
  if (table === 'indicators') cells.investigation_id = anyOf('forensic_investigations');
  const row = { id, v: '', f: null, c: { ...cells, deleted_at: null } };
  if (isKeyTaken(at, table, row)) return;
  at.replica.write(at.person, 'insert', (tx) => {
    tx.insert(table, id, cells);
    for (const column of TYPED[table] ?? []) {
      if (!Object.hasOwn(cells, column)) continue;
      const value = cells[column] ?? null;
      world.edits.made({
        ...{ who: at.who, table, id, column, value, actor: at.person },
        ...{ stamp: tx.stamp, replaced: null },
      });
    }
  });
}

type Row = ReturnType<MemoryReplica['rows']>[number];

function isKeyTaken(at: Station, table: string, row: Row): boolean {
  const key = NEW_SCHEMA[table]?.key;
  const text = key ? keyOf(key, row) : null;
  if (!key || text === null) return false;
  return at.replica.rows(table).some((other) => other.id !== row.id && keyOf(key, other) === text);
}

interface Change {
  readonly table: string;
  readonly row: Row;
  readonly column: string;
  readonly value: string | null;
}

/** One transaction of one person. */
function change(world: World, at: Station, actor: string, changes: readonly Change[]): void {
  const real = changes.filter(({ row, column, value }) => row.c[column] !== value);
  if (real.length === 0) return;
  at.replica.write(actor, 'edit', (tx) => {
    for (const { table, row, column, value } of real) {
      const replaced = row.f?.[column] ?? row.v;
      tx.update(table, row.id, { [column]: value });
      world.edits.made({
        ...{ who: at.who, table, id: row.id, column, value, actor, stamp: tx.stamp, replaced },
      });
    }
  });
}

function edit(
  world: World,
  at: Station,
  step: { row: number; column: number; asFirst: boolean },
): void {
  const rows = rowsOf(at, false);
  const found = rows[step.row % Math.max(1, rows.length)];
  if (!found) return;
  const columns = (TYPED[found.table] ?? []).filter((name) => Object.hasOwn(found.row.c, name));
  const column = columns[step.column % columns.length];
  if (column === undefined) return;
  if (step.asFirst) world.happened.add('shared-person');
  change(world, at, step.asFirst ? 'p0' : at.person, [
    { ...found, column, value: `v${world.values++}` },
  ]);
}

function editMany(world: World, at: Station, table: number): void {
  const name = ['controls', 'trainings', 'indicators'][table % 3] ?? 'controls';
  const column = TYPED[name]?.[0] ?? 'title';
  const rows = rowsOf(at, false).filter((found) => found.table === name);
  change(
    world,
    at,
    at.person,
    rows.map((found) => ({ ...found, column, value: `v${world.values++}` })),
  );
}

function setDeleted(world: World, at: Station, step: { type: string; row: number }): void {
  const rows = rowsOf(at, step.type === 'revive');
  const found = rows[step.row % Math.max(1, rows.length)];
  if (!found) return;
  const value = step.type === 'remove' ? String(world.now) : null;
  if (isKeyTaken(at, found.table, { ...found.row, c: { ...found.row.c, deleted_at: value } }))
    return;
  change(world, at, at.person, [{ ...found, column: 'deleted_at', value }]);
}

/** The value before this person's last edit here, as a new edit. */
function undo(world: World, at: Station): void {
  const last = world.edits.all.findLast(
    ({ who, isLost, parent, column }) =>
      who === at.who && !isLost && parent !== null && column !== 'deleted_at',
  );
  const row = last && at.replica.row(last.table, last.id);
  if (!last || !row || row.c[last.column] !== last.value || !last.parent) return;
  const value = last.parent.value === null ? null : String(last.parent.value);
  change(world, at, at.person, [{ table: last.table, row, column: last.column, value }]);
}

function restrict(world: World, at: Station, step: { row: number; named: number | null }): void {
  const rows = rowsOf(at, false).filter(({ table }) => table === 'forensic_investigations');
  const found = rows[step.row % Math.max(1, rows.length)];
  if (!found) return;
  const named = step.named === null ? null : [at.person, station(world, step.named).person];
  change(world, at, at.person, [
    { ...found, column: 'restricted_to', value: named && JSON.stringify(named) },
  ]);
}
