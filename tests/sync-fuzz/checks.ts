/** What must hold at the end of every history, whatever happened in it. */
import { namedIn } from '../helpers/sync/memory-audience.ts';
import { type Edit, isAncestor } from './edits.ts';
import { NEW_SCHEMA } from './schema.ts';
import { syncAll } from './sync-once.ts';
import { type Station, upgrade, type World } from './world.ts';

const ROUNDS = 12;

/** @throws Error that says which promise was broken */
export async function settleAndCheck(world: World): Promise<void> {
  await settle(world);
  checkSame(world);
  checkUnique(world);
  checkEdits(world);
  checkTombstones(world);
  checkConflictsAreTrue(world);
}

async function settle(world: World): Promise<void> {
  for (const at of world.stations) upgrade(at);
  let quiet = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    for (const at of world.stations) {
      world.now += 61_000;
      const head = world.hub.head();
      const { received, sent } = await syncAll(world, at, []);
      moved += received + sent + (world.hub.head() - head);
    }
    quiet = moved === 0 ? quiet + 1 : 0;
    if (quiet === 2) return;
  }
  throw new Error(`After ${ROUNDS} syncs of everybody there is still something to transfer.`);
}

function checkSame(world: World): void {
  for (const table of Object.keys(NEW_SCHEMA)) {
    const server = world.hub.rows(table);
    for (const at of world.stations) {
      const expected = JSON.stringify(
        canonical(server.filter((row) => isOpen(world, at, table, row))),
      );
      const found = JSON.stringify(canonical(at.replica.rows(table)));
      if (expected !== found)
        throw new Error(
          `${table} of workstation ${at.who} is\n${found}\nthe server's is\n${expected}`,
        );
    }
  }
}

type Row = ReturnType<Station['replica']['rows']>[number];

function isOpen(world: World, at: Station, table: string, row: Row): boolean {
  const id = table === 'forensic_investigations' ? row.id : row.c.investigation_id;
  const of = world.hub.rows('forensic_investigations').find((one) => one.id === id);
  const named = namedIn(of);
  return named === null || named.includes(at.person);
}

/** Tombstones that were purged on one side are no difference. */
const canonical = (rows: readonly Row[]) =>
  rows
    .filter((row) => row.c.deleted_at == null)
    .map((row) => [
      row.id,
      Object.keys(row.c)
        .sort()
        .map((column) => [column, row.c[column], row.f?.[column] ?? row.v]),
    ])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));

function checkUnique(world: World): void {
  for (const [table, { key }] of Object.entries(NEW_SCHEMA)) {
    const values = world.hub
      .rows(table)
      .filter((row) => key && row.c.deleted_at == null)
      .map((row) => JSON.stringify(key?.columns.map((column) => row.c[column])));
    if (new Set(values).size < values.length) throw new Error(`${table} has twins: ${values}`);
  }
}

/** Rows of investigations are taken from who may not see them, with what he had not sent. */
const isWatched = (edit: Edit): boolean =>
  edit.table !== 'indicators' && edit.table !== 'forensic_investigations';

function checkEdits(world: World): void {
  const { happened, edits } = world;
  // What a server lost may be brought back by somebody who did not write it, over what was written in
  // between; that all become the same is held, that everybody is told is not (see the pinned histories).
  if (happened.has('server-restore')) return;
  const rows = new Map<string, Row>();
  for (const table of Object.keys(NEW_SCHEMA))
    for (const row of world.hub.rows(table)) rows.set(`${table} ${row.id}`, row);
  const told = new Set(
    world.hub
      .conflicts()
      .flatMap(({ winner, loser }) => [String(winner.value), String(loser.value)]),
  );
  const values = new Set([...rows.values()].flatMap((row) => Object.values(row.c).map(String)));
  const overwritten = new Set(
    edits.all.filter(({ isLost }) => !isLost).map(({ parent }) => parent),
  );
  for (const edit of edits.all) {
    if (edit.isLost || overwritten.has(edit) || !isWatched(edit) || edit.column === 'deleted_at')
      continue;
    if (values.has(String(edit.value)) || told.has(String(edit.value))) continue;
    // What was purged cannot be told apart from what never was.
    if (happened.has('purge-tombstones') && isRemoved(world, edit)) continue;
    if (isBesideOwn(edit, edits.all)) continue;
    throw new Error(
      `Workstation ${edit.who} wrote ${edit.value} into ${edit.table}.${edit.column} of ${edit.id}: it is neither there nor among the conflicts.`,
    );
  }
}

/** Also as another row that is the same thing: it takes the place of one that is gone. */
const isRemoved = ({ edits }: World, { table, id }: Edit): boolean =>
  edits.all.some(
    (one) =>
      one.table === table &&
      (one.id === id || NEW_SCHEMA[table]?.key !== undefined) &&
      one.column === 'deleted_at' &&
      one.value !== null,
  );

/** Another edit of the same person or to the same value beside it: nobody need be told. */
function isBesideOwn(edit: Edit, all: readonly Edit[]): boolean {
  return all.some(
    (other) =>
      other !== edit &&
      other.table === edit.table &&
      other.column === edit.column &&
      (other.actor === edit.actor || other.value === edit.value) &&
      (other.id === edit.id || NEW_SCHEMA[edit.table]?.key !== undefined) &&
      !isAncestor(other, edit) &&
      !other.isLost,
  );
}

function checkTombstones(world: World): void {
  if (world.happened.has('purge-tombstones')) return;
  for (const table of Object.keys(NEW_SCHEMA))
    for (const row of world.hub.rows(table)) {
      if (row.c.deleted_at != null || NEW_SCHEMA[table]?.key) continue;
      const mine = world.edits.all.filter((edit) => edit.id === row.id && !edit.isLost);
      const removed = mine.findLast(
        ({ column, value }) => column === 'deleted_at' && value !== null,
      );
      if (!removed) continue;
      const after = mine.some((edit) => edit !== removed && !isAncestor(edit, removed));
      if (!after) throw new Error(`${table} ${row.id} was deleted and came back by itself.`);
    }
}

function checkConflictsAreTrue(world: World): void {
  const { happened, edits } = world;
  // Put back, a side cannot know what the other had heard of it: it rather asks once too often.
  if (happened.has('restore') || happened.has('server-restore')) return;
  // A row crosses as it is, with changes that a later batch covers: cut off in between, they still count
  // as unsent, and are asked about although the other knew them.
  if (world.history.batchRows < 5_000) return;
  for (const { table, record, field, winner, loser } of world.hub.conflicts()) {
    const of = (value: unknown) =>
      edits.all.filter(
        (edit) => edit.table === table && edit.column === field && edit.value === value,
      );
    const isTrue = of(winner.value).some((one) =>
      of(loser.value).some(
        (other) => one.actor !== other.actor && !isAncestor(one, other) && !isAncestor(other, one),
      ),
    );
    if (!isTrue && field !== 'restricted_to')
      throw new Error(
        `The conflict of ${winner.value} and ${loser.value} in ${table}.${field} of ${record} is none: one was written knowing the other.`,
      );
  }
}
