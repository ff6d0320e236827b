/** A workstation's side in memory, with the write door's semantics: what `replica.port.ts` asks for. */
import { bucketOf } from '../../../src/main/areas/sync/merge.kernel.ts';
import type { Replica } from '../../../src/main/areas/sync/replica.port.ts';
import type {
  PushBatch,
  PushOutcome,
  WireConflict,
  WireRow,
} from '../../../src/main/areas/sync/wire.ts';
import { hlcToStamp } from '../../../src/main/db/hlc.ts';
import { nextBatch } from './memory-batch.ts';
import { digestsOf } from './memory-digests.ts';
import { createMemoryDoor, type MemoryDoor } from './memory-door.ts';
import { createMemoryMerge } from './memory-merge.ts';
import { renewNode, restamp } from './memory-restamp.ts';
import type { NaturalKey } from './memory-server.ts';
import { copyMemory, emptyMemory, nodeOf, type ReplicaMemory, rowKey } from './replica-state.ts';

export interface TableSchema {
  readonly columns: readonly string[];
  readonly key?: NaturalKey;
  /** Column → table whose ids it holds. */
  readonly references?: Readonly<Record<string, string>>;
}
export type ReplicaSchema = Readonly<Record<string, TableSchema>>;

export interface MemoryReplica extends Replica {
  readonly write: MemoryDoor;
  node(): string;
  offsetMs(): number;
  setOffset(ms: number): void;
  rows(table: string): WireRow[];
  conflicts(): WireConflict[];
  /** A newer program: more tables and columns; what came of them before is there already. */
  upgrade(schema: ReplicaSchema): void;
  backup(): ReplicaMemory;
  restore(backup: ReplicaMemory): void;
}

export interface MemoryReplicaOptions {
  readonly schema: ReplicaSchema;
  readonly node: string;
  readonly newNode: () => string;
  readonly clock: () => number;
  /** Rows of one batch. */
  readonly batchRows?: number;
  /** Called before each merged row; what it throws leaves the page half merged and the cursor where it was. */
  readonly onRow?: () => void;
}

export function createMemoryReplica(options: MemoryReplicaOptions): MemoryReplica {
  let schema = options.schema;
  let memory = emptyMemory(options.node, Object.keys(schema));
  const stampAt = (place: number): string =>
    memory.log.findLast((entry) => entry.place <= place)?.stamp ?? '';
  const isPending = (stamp: string): boolean => {
    if (nodeOf(stamp) !== memory.node) return false;
    const acknowledged = stampAt(memory.acknowledged);
    if (stamp !== acknowledged) return stamp > acknowledged;
    // A transaction of which the server has a part.
    return memory.log.some(({ place, stamp: of }) => place > memory.acknowledged && of === stamp);
  };
  const write = createMemoryDoor({
    memory: () => memory,
    clock: options.clock,
    columns: (table) => schema[table]?.columns ?? [],
  });
  const merge = createMemoryMerge({ memory: () => memory, schema: () => schema, write, isPending });

  return {
    write,
    node: () => memory.node,
    offsetMs: () => memory.offsetMs,
    setOffset(ms) {
      memory.offsetMs = ms;
    },
    rows: (table) => [...(memory.tables.get(table)?.values() ?? [])],
    conflicts: () => [...memory.conflicts.values()],
    upgrade(next) {
      schema = next;
      widen(memory, schema);
    },
    backup: () => copyMemory(memory),
    restore(backup) {
      memory = copyMemory(backup);
      widen(memory, schema);
    },
    state: () => ({
      cursor: memory.cursor,
      epoch: memory.epoch,
      acknowledged: memory.acknowledged,
    }),
    // What a server knows is the schema of its own, which histories give it.
    meetServer() {},
    acknowledge(through) {
      memory.acknowledged = through;
    },
    merge: async (page) => merge.take(page, options.onRow ?? (() => {})),
    nextBatch: () => nextBatch(memory, options.batchRows ?? 5_000),
    async pushed(batch, outcome) {
      const isWhole = takeOutcome(memory, batch, outcome);
      for (const [table, id, known] of outcome.sameAs) merge.isSame(table, id, known);
      // Else it is made anew: what was taken of it is not taken twice.
      if (isWhole) memory.acknowledged = Math.max(memory.acknowledged, batch.through);
      memory.cursor = Math.max(memory.cursor, outcome.cursor);
    },
    backlog: () =>
      new Set(
        memory.log
          .filter(({ place }) => place > memory.acknowledged)
          .map(({ table, id }) => rowKey(table, id)),
      ).size +
      memory.again.size +
      memory.unsent.size,
    digests: (table) => digestsOf(table, memory.tables.get(table)?.values() ?? []),
    sendAgain(table, buckets) {
      for (const id of memory.tables.get(table)?.keys() ?? [])
        if (buckets.includes(bucketOf(id))) memory.again.add(rowKey(table, id));
    },
    dropAbsent: async (table, parts, ids) => merge.dropAbsent(table, new Set(parts), ids),
    enterEpoch(epoch, cursor) {
      // The server may have lost them.
      if (epoch !== memory.epoch) {
        for (const id of memory.conflicts.keys()) memory.unsent.add(id);
        memory.denied.clear();
      }
      memory.epoch = epoch;
      memory.cursor = cursor;
    },
    restamp(aheadMs, serverNow) {
      restamp(memory, aheadMs, serverNow);
    },
    renewNode(last, seen = last) {
      renewNode(memory, { last, seen }, options.newNode());
    },
    lastStamp: () =>
      memory.log.reduce(
        (last, { stamp }) => (nodeOf(stamp) === memory.node && stamp > last ? stamp : last),
        hlcToStamp({ wallMs: 0, counter: 0 }, memory.node),
      ),
    stampAt,
    tables: () => Object.keys(schema),
    row: (table, id) => memory.tables.get(table)?.get(id),
    writes: (stamps) => stamps.flatMap((stamp) => memory.writes.get(stamp) ?? []),
  };
}

/** Whether all of it was taken. */
function takeOutcome(memory: ReplicaMemory, batch: PushBatch, outcome: PushOutcome): boolean {
  const { behind, sameAs, refused } = outcome;
  for (const [table, id] of refused) memory.tables.get(table)?.delete(id);
  const named = new Set([...behind, ...sameAs, ...refused].map(([table, id]) => rowKey(table, id)));
  const keys = batch.tables.flatMap(({ table, rows }) => rows.map(({ id }) => rowKey(table, id)));
  for (const key of keys) if (!named.has(key)) memory.known.add(key);
  if (named.size > 0) return false;
  for (const key of keys) memory.again.delete(key);
  for (const { id } of batch.conflicts) memory.unsent.delete(id);
  return true;
}

function widen(memory: ReplicaMemory, schema: ReplicaSchema): void {
  for (const [table, { columns }] of Object.entries(schema)) {
    const rows = memory.tables.get(table) ?? new Map<string, WireRow>();
    memory.tables.set(table, rows);
    for (const [id, row] of rows) {
      const missing = columns.filter((column) => !Object.hasOwn(row.c, column));
      if (missing.length === 0) continue;
      const added = Object.fromEntries(missing.map((column) => [column, null]));
      rows.set(id, { ...row, c: { ...row.c, ...added } });
    }
  }
}
