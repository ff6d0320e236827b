/** Stamps of the replica in memory that are made anew: a clock that was ahead, a database put back. */
import { conflictId } from '../../../src/main/areas/sync/merge.kernel.ts';
import { LIMITS, type WireConflict, type WireRow } from '../../../src/main/areas/sync/wire.ts';
import { hlcToStamp, nextHlc, stampToHlc } from '../../../src/main/db/hlc.ts';
import { nodeOf, type ReplicaMemory } from './replica-state.ts';

/** What the server would refuse gets times of now, in its order; what it may have stays as it is. */
export function restamp(memory: ReplicaMemory, aheadMs: number, now: number): void {
  memory.offsetMs -= aheadMs;
  const latest = now + LIMITS.futureMs;
  const isAhead = (stamp: string) => stampToHlc(stamp).wallMs > latest;
  const unsent = memory.log.filter(({ place }) => place > memory.acknowledged);
  const ahead = new Set(unsent.map(({ stamp }) => stamp).filter(isAhead));
  // After everything that stays: what was changed here was changed knowing it.
  let hlc = { wallMs: 0, counter: 0 };
  for (const stamp of everyStamp(memory)) {
    const { wallMs, counter } = stampToHlc(stamp);
    if (ahead.has(stamp)) continue;
    if (wallMs > hlc.wallMs || (wallMs === hlc.wallMs && counter > hlc.counter))
      hlc = { wallMs, counter };
  }
  const renamed = new Map<string, string>();
  for (const stamp of [...ahead].sort()) {
    hlc = nextHlc(hlc, Math.min(now, stampToHlc(stamp).wallMs - aheadMs));
    renamed.set(stamp, hlcToStamp(hlc, nodeOf(stamp)));
  }
  memory.hlc = hlc;
  rename(memory, renamed);
}

export function renewNode(
  memory: ReplicaMemory,
  { last: lastStamp, seen }: { last: string; seen: string },
  node: string,
): void {
  const renamed = new Map<string, string>();
  for (const { place, stamp } of memory.log)
    if (place > memory.acknowledged && nodeOf(stamp) === memory.node && stamp > lastStamp)
      renamed.set(stamp, hlcToStamp(stampToHlc(stamp), node));
  memory.node = node;
  if (seen !== '' && seen > hlcToStamp(memory.hlc, node)) memory.hlc = stampToHlc(seen);
  rename(memory, renamed);
}

function* everyStamp(memory: ReplicaMemory): Iterable<string> {
  for (const rows of memory.tables.values())
    for (const { v, f } of rows.values()) {
      yield v;
      yield* Object.values(f ?? {});
    }
  yield* memory.writes.keys();
}

function rename(memory: ReplicaMemory, renamed: ReadonlyMap<string, string>): void {
  if (renamed.size === 0) return;
  const now = (stamp: string) => renamed.get(stamp) ?? stamp;
  const inRow = (row: WireRow): WireRow => ({
    ...row,
    v: now(row.v),
    f: row.f && Object.fromEntries(Object.entries(row.f).map(([name, at]) => [name, now(at)])),
  });
  for (const rows of memory.tables.values()) for (const [id, row] of rows) rows.set(id, inRow(row));
  memory.log = memory.log.map((entry) => ({ ...entry, stamp: now(entry.stamp) }));
  for (const [stamp, write] of [...memory.writes]) {
    const next = renamed.get(stamp);
    if (next === undefined) continue;
    memory.writes.delete(stamp);
    memory.writes.set(next, { ...write, stamp: next });
  }
  for (const id of [...memory.unsent]) renameConflict(memory, id, now);
}

function renameConflict(memory: ReplicaMemory, id: string, now: (stamp: string) => string): void {
  const conflict = memory.conflicts.get(id);
  if (!conflict) return;
  const { table, record, field } = conflict;
  const winner = { ...conflict.winner, stamp: now(conflict.winner.stamp) };
  const loser = { ...conflict.loser, stamp: now(conflict.loser.stamp) };
  const next: WireConflict = {
    ...conflict,
    ...{ winner, loser, id: conflictId(table, record, field, [winner.stamp, loser.stamp]) },
  };
  memory.conflicts.delete(id);
  memory.unsent.delete(id);
  memory.conflicts.set(next.id, next);
  memory.unsent.add(next.id);
}
