/** What the replica in memory keeps, as its database would: a copy is a crash's or a backup's view of it. */
import type { KnownWrite, WireConflict, WireRow } from '../../../src/main/areas/sync/wire.ts';
import type { HlcState } from '../../../src/main/db/hlc.ts';

/** One own change: the outbox. */
export interface LogEntry {
  readonly place: number;
  readonly table: string;
  readonly id: string;
  readonly stamp: string;
}

export interface ReplicaMemory {
  node: string;
  hlc: HlcState;
  offsetMs: number;
  cursor: number;
  epoch: number;
  acknowledged: number;
  place: number;
  readonly tables: Map<string, Map<string, WireRow>>;
  /** Rows that the server knows under their id. */
  readonly known: Set<string>;
  /** The last version of a cell that came from elsewhere, below this workstation's own. */
  readonly bases: Map<string, string>;
  log: LogEntry[];
  readonly writes: Map<string, KnownWrite>;
  readonly conflicts: Map<string, WireConflict>;
  readonly unsent: Set<string>;
  readonly again: Set<string>;
  readonly denied: Set<string>;
}

export const rowKey = (table: string, id: string): string => `${table}\0${id}`;
export const cellKey = (table: string, id: string, column: string): string =>
  `${table}\0${id}\0${column}`;
export const nodeOf = (stamp: string): string => stamp.slice(17);

export function emptyMemory(node: string, tables: readonly string[]): ReplicaMemory {
  return {
    node,
    hlc: { wallMs: 0, counter: 0 },
    ...{ offsetMs: 0, cursor: 0, epoch: 0, acknowledged: 0, place: 0 },
    tables: new Map(tables.map((table) => [table, new Map()])),
    known: new Set(),
    bases: new Map(),
    log: [],
    writes: new Map(),
    conflicts: new Map(),
    unsent: new Set(),
    again: new Set(),
    denied: new Set(),
  };
}

/** Rows are never changed in place. */
export function copyMemory(memory: ReplicaMemory): ReplicaMemory {
  return {
    ...memory,
    tables: new Map([...memory.tables].map(([name, rows]) => [name, new Map(rows)])),
    known: new Set(memory.known),
    bases: new Map(memory.bases),
    log: [...memory.log],
    writes: new Map(memory.writes),
    conflicts: new Map(memory.conflicts),
    unsent: new Set(memory.unsent),
    again: new Set(memory.again),
    denied: new Set(memory.denied),
  };
}
