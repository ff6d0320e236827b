/** The write door of the replica in memory: one stamp a transaction, versions per column, an outbox. */
import { versionOf } from '../../../src/main/areas/sync/merge.kernel.ts';
import type { WireCell, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { hlcToStamp, nextHlc } from '../../../src/main/db/hlc.ts';
import { cellKey, nodeOf, type ReplicaMemory } from './replica-state.ts';

export type Cells = Readonly<Record<string, WireCell>>;

export interface MemoryTx {
  readonly stamp: string;
  insert(table: string, id: string, cells: Cells): void;
  /** Only what differs is written. */
  update(table: string, id: string, patch: Cells): void;
  /** A new version of what it is. */
  touch(table: string, id: string, column: string): void;
}

export interface DoorDeps {
  readonly memory: () => ReplicaMemory;
  /** The machine's clock, ms. */
  readonly clock: () => number;
  readonly columns: (table: string) => readonly string[];
}

export type MemoryDoor = ReturnType<typeof createMemoryDoor>;

export function createMemoryDoor({ memory, clock, columns }: DoorDeps) {
  return function write<R>(actor: string | null, action: string, fn: (tx: MemoryTx) => R): R {
    const kept = memory();
    kept.hlc = nextHlc(kept.hlc, clock() + kept.offsetMs);
    const stamp = hlcToStamp(kept.hlc, kept.node);
    kept.writes.set(stamp, { stamp, actor, action, reason: null, sentBy: '' });
    const put = (table: string, row: WireRow) => {
      kept.tables.get(table)?.set(row.id, row);
      kept.log.push({ place: ++kept.place, table, id: row.id, stamp });
    };
    return fn({
      stamp,
      insert(table, id, cells) {
        const all = Object.fromEntries(columns(table).map((name) => [name, cells[name] ?? null]));
        put(table, { id, v: stamp, f: null, c: { ...all, deleted_at: null } });
      },
      touch(table, id, column) {
        const before = kept.tables.get(table)?.get(id);
        if (before) put(table, { ...before, f: { ...before.f, [column]: stamp } });
      },
      update(table, id, patch) {
        const before = kept.tables.get(table)?.get(id);
        if (!before) return;
        const changed = Object.keys(patch).filter((name) => before.c[name] !== patch[name]);
        if (changed.length === 0) return;
        const f: Record<string, string> = { ...before.f };
        for (const name of changed) {
          const version = versionOf(before, name);
          if (nodeOf(version) !== kept.node) kept.bases.set(cellKey(table, id, name), version);
          f[name] = stamp;
        }
        put(table, { ...before, f, c: { ...before.c, ...patch } });
      },
    });
  };
}
