/** The outbox of the replica in memory: the next rows to be sent, whole, in the order of their changes. */
import type { PushBatch, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { nodeOf, type ReplicaMemory, rowKey } from './replica-state.ts';

export function nextBatch(memory: ReplicaMemory, limit: number): PushBatch | null {
  const entries = memory.log.filter(({ place }) => place > memory.acknowledged);
  if (entries.length + memory.again.size + memory.unsent.size === 0) return null;
  const keys = new Set<string>();
  const stamps = new Set<string>();
  let through = memory.acknowledged;
  for (const { place, table, id, stamp } of entries) {
    const key = rowKey(table, id);
    if (!keys.has(key) && keys.size >= limit) break;
    keys.add(key);
    stamps.add(stamp);
    // The row is as it is now: later changes cross with it, and so must their authors.
    for (const own of stampsOf(find(memory, key))) if (nodeOf(own) === memory.node) stamps.add(own);
    through = place;
  }
  for (const key of memory.again) {
    if (keys.size >= limit) break;
    keys.add(key);
    for (const stamp of stampsOf(find(memory, key))) stamps.add(stamp);
  }
  return {
    writes: [...stamps].flatMap((stamp) => {
      const known = memory.writes.get(stamp);
      if (!known) return [];
      const { actor, action, reason } = known;
      return { stamp, actor, action, reason };
    }),
    tables: tablesOf(memory, keys),
    conflicts: [...memory.unsent].flatMap((id) => memory.conflicts.get(id) ?? []),
    cursor: memory.cursor,
    through,
    from: memory.acknowledged,
  };
}

function tablesOf(memory: ReplicaMemory, keys: ReadonlySet<string>) {
  const tables = new Map<string, WireRow[]>();
  for (const key of keys) {
    const [table = ''] = key.split('\0');
    const row = find(memory, key);
    // Purged meanwhile.
    if (!row) {
      memory.again.delete(key);
      continue;
    }
    const rows = tables.get(table) ?? [];
    tables.set(table, rows);
    rows.push(row);
  }
  return [...tables].map(([table, rows]) => ({ table, rows }));
}

function find(memory: ReplicaMemory, key: string): WireRow | undefined {
  const [table = '', id = ''] = key.split('\0');
  return memory.tables.get(table)?.get(id);
}

const stampsOf = (row: WireRow | undefined): string[] =>
  row ? [row.v, ...Object.values(row.f ?? {})] : [];
