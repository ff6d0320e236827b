/** How the replica in memory takes over what came: rows per column, twins, conflicts, need-to-know. */
import {
  bucketOf,
  conflictId,
  mergeRows,
  versionOf,
} from '../../../src/main/areas/sync/merge.kernel.ts';
import type { PullPage, WireConflict, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { stampToHlc } from '../../../src/main/db/hlc.ts';
import { investigationOf } from './memory-audience.ts';
import type { MemoryDoor } from './memory-door.ts';
import type { ReplicaSchema } from './memory-replica.ts';
import { keyOf } from './memory-server.ts';
import { cellKey, nodeOf, type ReplicaMemory, rowKey } from './replica-state.ts';

/** No conflict is about them. */
const KEPT = new Set(['updated_at', 'deleted_at']);

export interface MergeDeps {
  readonly memory: () => ReplicaMemory;
  readonly schema: () => ReplicaSchema;
  readonly write: MemoryDoor;
  readonly isPending: (stamp: string) => boolean;
}

export function createMemoryMerge(deps: MergeDeps) {
  return {
    /** @param onRow is called before each row: a crash of the test throws there. */
    take(page: PullPage, onRow: () => void) {
      const memory = deps.memory();
      takeAccess(memory, page);
      const conflicts: WireConflict[] = [];
      let changed = 0;
      for (const { table, rows } of page.tables) {
        // Columns and tables of newer programs are kept, and sent on, as they came.
        if (!memory.tables.has(table)) memory.tables.set(table, new Map());
        for (const row of rows) {
          onRow();
          if (takeRow(deps, { table, row }, conflicts)) changed++;
        }
      }
      for (const conflict of page.conflicts) {
        memory.unsent.delete(conflict.id);
        if (!memory.conflicts.has(conflict.id)) memory.conflicts.set(conflict.id, conflict);
      }
      memory.cursor = Math.max(memory.cursor, page.cursor);
      return { changed, conflicts };
    },
    dropAbsent: (table: string, parts: ReadonlySet<number>, ids: ReadonlySet<string>) =>
      dropAbsent(deps, table, parts, ids),
    isSame: (table: string, id: string, known: string) => sameThing(deps, table, id, known),
  };
}

/** Purged at the server before this side read it: it goes here, or comes back for what is unsent of it. */
function dropAbsent(
  deps: MergeDeps,
  table: string,
  parts: ReadonlySet<number>,
  ids: ReadonlySet<string>,
): number {
  const memory = deps.memory();
  let changed = 0;
  for (const [id, row] of [...(memory.tables.get(table) ?? [])]) {
    if (row.c.deleted_at != null || ids.has(id) || !parts.has(bucketOf(id))) continue;
    // Nobody else has it yet, or it is on its way again.
    if (deps.isPending(row.v) || memory.again.has(rowKey(table, id))) continue;
    changed++;
    if (Object.values(row.f ?? {}).some(deps.isPending))
      deps.write(null, 'sync.revive', (tx) => tx.touch(table, id, 'deleted_at'));
    else {
      memory.tables.get(table)?.delete(id);
      memory.known.delete(rowKey(table, id));
    }
  }
  return changed;
}

function takeAccess(memory: ReplicaMemory, { writes, access }: PullPage): void {
  for (const write of writes)
    if (!memory.writes.has(write.stamp)) memory.writes.set(write.stamp, write);
  for (const { investigation, allowed } of access) {
    if (allowed) memory.denied.delete(investigation);
    else shut(memory, investigation);
  }
}

/** Its rows go; what is unsent of them goes too: the server would refuse it. */
function shut(memory: ReplicaMemory, investigation: string): void {
  memory.denied.add(investigation);
  for (const [table, rows] of memory.tables)
    for (const [id, row] of rows)
      if (investigationOf(table, row) === investigation) rows.delete(id);
}

interface Arrived {
  readonly table: string;
  readonly row: WireRow;
}

function takeRow(deps: MergeDeps, arrived: Arrived, conflicts: WireConflict[]): boolean {
  const memory = deps.memory();
  const { table, row } = arrived;
  const investigation = investigationOf(table, row);
  if (investigation !== null && memory.denied.has(investigation)) return false;
  for (const stamp of [row.v, ...Object.values(row.f ?? {})]) advance(memory, stamp);
  meetTwin(deps, arrived);
  memory.known.add(rowKey(table, row.id));
  const rows = memory.tables.get(table);
  const mine = rows?.get(row.id);
  if (!mine) {
    rows?.set(row.id, row);
    return true;
  }
  for (const column of Object.keys(row.c)) {
    const found = conflictIn(deps, { table, column, mine, theirs: row });
    if (found === null || memory.conflicts.has(found.id)) continue;
    memory.conflicts.set(found.id, found);
    memory.unsent.add(found.id);
    conflicts.push(found);
  }
  const isFought = isDeletedBesideEdit(deps, mine, row);
  seen(deps, arrived, mine);
  // What came stands first: on a tie it is the server's value that both have.
  const merged = mergeRows(row, mine);
  rows?.set(row.id, merged);
  // This side knows more than the server, which must have lost it: tombstones too, which no digest counts.
  const isMore = (column: string) =>
    versionOf(merged, column) > versionOf(row, column) &&
    !deps.isPending(versionOf(merged, column));
  if (Object.keys(row.c).some(isMore)) memory.again.add(rowKey(table, row.id));
  if (isFought && merged.c.deleted_at != null)
    deps.write(null, 'sync.revive', (tx) => tx.update(table, row.id, { deleted_at: null }));
  return true;
}

function advance(memory: ReplicaMemory, stamp: string): void {
  const { wallMs, counter } = stampToHlc(stamp);
  const { hlc } = memory;
  if (wallMs > hlc.wallMs || (wallMs === hlc.wallMs && counter > hlc.counter))
    memory.hlc = { wallMs, counter };
}

/** The other side's versions are known from now on: an edit that stands over them is no conflict twice. */
function seen({ memory, isPending }: MergeDeps, { table, row }: Arrived, mine: WireRow): void {
  for (const column of Object.keys(row.c)) {
    const [own, theirs] = [versionOf(mine, column), versionOf(row, column)];
    if (Object.hasOwn(mine.c, column) && isPending(own) && theirs < own)
      if (theirs > baseOf(memory(), table, row.id, column))
        memory().bases.set(cellKey(table, row.id, column), theirs);
  }
}

const baseOf = (memory: ReplicaMemory, table: string, id: string, column: string): string =>
  memory.bases.get(cellKey(table, id, column)) ?? '';

interface Pair {
  readonly table: string;
  readonly column: string;
  readonly mine: WireRow;
  readonly theirs: WireRow;
}

function conflictIn(deps: MergeDeps, { table, column, mine, theirs }: Pair): WireConflict | null {
  if (KEPT.has(column) || !Object.hasOwn(mine.c, column)) return null;
  const memory = deps.memory();
  const side = (row: WireRow) => {
    const stamp = versionOf(row, column);
    const actor = memory.writes.get(stamp)?.actor ?? null;
    return { value: row.c[column] ?? null, stamp, actor };
  };
  const [own, other] = [side(mine), side(theirs)];
  if (own.stamp === other.stamp || !deps.isPending(own.stamp)) return null;
  if (nodeOf(other.stamp) === memory.node) return null;
  if (other.stamp <= baseOf(memory, table, mine.id, column)) return null;
  if (own.value === other.value || own.actor === null || other.actor === null) return null;
  if (own.actor === other.actor) return null;
  const [winner, loser] = own.stamp > other.stamp ? [own, other] : [other, own];
  const id = conflictId(table, mine.id, column, [winner.stamp, loser.stamp]);
  return { id, table, record: mine.id, field: column, winner, loser };
}

/** One side deleted the row, a person on the other changed it later, neither knowing of the other. */
function isDeletedBesideEdit(deps: MergeDeps, mine: WireRow, theirs: WireRow): boolean {
  const { writes } = deps.memory();
  const byPerson = (stamp: string) => (writes.get(stamp)?.actor ?? null) !== null;
  const later = (row: WireRow, than: string, isNews: (column: string) => boolean) =>
    Object.keys(row.c).some((column) => {
      const version = versionOf(row, column);
      return !KEPT.has(column) && version > than && isNews(column) && byPerson(version);
    });
  const [mineAt, theirsAt] = [versionOf(mine, 'deleted_at'), versionOf(theirs, 'deleted_at')];
  if (theirs.c.deleted_at != null && mine.c.deleted_at == null && theirsAt > mineAt)
    return later(mine, theirsAt, (column) => deps.isPending(versionOf(mine, column)));
  if (mine.c.deleted_at != null && theirs.c.deleted_at == null && deps.isPending(mineAt))
    return later(theirs, mineAt, (column) => versionOf(theirs, column) > versionOf(mine, column));
  return false;
}

/** A row here that is the same thing under another id. */
function meetTwin(deps: MergeDeps, { table, row }: Arrived): void {
  const key = deps.schema()[table]?.key;
  const text = key ? keyOf(key, row) : null;
  if (!key || text === null) return;
  for (const [id, mine] of deps.memory().tables.get(table) ?? [])
    if (id !== row.id && keyOf(key, mine) === text) {
      const isKnown = deps.memory().known.has(rowKey(table, id));
      // A row that the server knows is freed by what comes after; a revival of its own gives way.
      const gives = !isKnown || !key.liveOnly || deps.isPending(versionOf(mine, 'deleted_at'));
      if (gives) sameThing(deps, table, id, row.id);
    }
}

/** `id` is `known` to the server under another id: this workstation takes that one. */
function sameThing(deps: MergeDeps, table: string, id: string, known: string): void {
  const memory = deps.memory();
  const rows = memory.tables.get(table);
  const mine = rows?.get(id);
  if (!rows || !mine || id === known) return;
  const there = rows.get(known);
  const put = (row: WireRow) => rows.set(known, there ? mergeRows(there, row) : row);
  if (memory.known.has(rowKey(table, id)) && deps.schema()[table]?.key?.liveOnly) {
    // Others have it under its id: there it ends, and what is unsent of it goes to the other.
    const unsent = unsentOf(deps, { ...mine, id: known });
    const at = memory.hlc.wallMs;
    deps.write(null, 'sync.same', (tx) => {
      tx.update(table, id, { deleted_at: at });
      if (unsent === null) return;
      put(unsent);
      memory.log.push({ place: ++memory.place, table, id: known, stamp: tx.stamp });
    });
    return;
  }
  put({ ...mine, id: known });
  rows.delete(id);
  memory.log = memory.log.map((entry) =>
    entry.table === table && entry.id === id ? { ...entry, id: known } : entry,
  );
  for (const [name, { references = {} }] of Object.entries(deps.schema()))
    for (const [column, target] of Object.entries(references))
      if (target === table) pointElsewhere(deps, { table: name, column, from: id, to: known });
}

const NEVER = '0000000000000000-0';

function unsentOf({ isPending }: MergeDeps, row: WireRow): WireRow | null {
  const columns = Object.keys(row.c).filter((column) => isPending(versionOf(row, column)));
  if (columns.length === 0) return null;
  const pick = <T>(of: (column: string) => T) =>
    Object.fromEntries(columns.map((column) => [column, of(column)]));
  const f = pick((column) => versionOf(row, column));
  return { id: row.id, v: NEVER, f, c: pick((column) => row.c[column] ?? null) };
}

/** A new write: the server may have the old id under the stamp of the old one. */
function pointElsewhere(
  deps: MergeDeps,
  { table, column, from, to }: { table: string; column: string; from: string; to: string },
): void {
  for (const row of [...(deps.memory().tables.get(table)?.values() ?? [])])
    if (row.c[column] === from)
      deps.write(null, 'sync.same', (tx) => tx.update(table, row.id, { [column]: to }));
}
