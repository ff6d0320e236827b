/** Workstations and their server, in memory, and the steps of a history done to them. */
import type { LoopMemory } from '../../src/main/areas/sync/worker/loop.types.ts';
import { createMemoryReplica, type MemoryReplica } from '../helpers/sync/memory-replica.ts';
import { createMemoryHub, type MemoryHub } from '../helpers/sync/memory-server.ts';
import type { HubState } from '../helpers/sync/memory-state.ts';
import type { ReplicaMemory } from '../helpers/sync/replica-state.ts';
import { createEdits, type Edits } from './edits.ts';
import type { History, Step } from './history.ts';
import { NEW_SCHEMA, OLD_SCHEMA } from './schema.ts';

/** Parts that a mutant replaces. */
export interface Parts {
  readonly hub: typeof createMemoryHub;
  readonly replica: typeof createMemoryReplica;
}
const SOUND: Parts = { hub: createMemoryHub, replica: createMemoryReplica };

export interface Station {
  readonly who: number;
  readonly person: string;
  readonly replica: MemoryReplica;
  memory: LoopMemory;
  skewMs: number;
  isOld: boolean;
  kept: { memory: ReplicaMemory; loop: LoopMemory; edits: number } | null;
  /** Merged rows until the process dies; none: it lives. */
  rowsToLive: number | null;
}

export interface World {
  readonly history: History;
  readonly hub: MemoryHub;
  readonly stations: readonly Station[];
  readonly edits: Edits;
  /** Kinds of steps that took place: some excuse what others do not. */
  readonly happened: Set<string>;
  now: number;
  serverCopy: HubState | null;
  values: number;
  /** Does one more step. */
  take(step: Step): Promise<void>;
}

const START = Date.UTC(2026, 10, 22);
const NEVER: LoopMemory = {
  ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, clockOffsetMs: 0 },
  ...{ comparedAt: null, recoveredAt: null },
};

export class Crash extends Error {}

export function createWorld(
  history: History,
  act: (world: World, step: Step) => Promise<void>,
  parts: Parts = SOUND,
): World {
  const stations: Station[] = [];
  const edits = createEdits((table) => NEW_SCHEMA[table]?.key !== undefined);
  const world: World = {
    ...{ history, stations, edits, now: START, serverCopy: null, values: 0 },
    happened: new Set(),
    take: (step) => act(world, step),
    hub: parts.hub({ catalogue: NEW_SCHEMA, now: () => world.now }),
  };
  for (let who = 0; who < history.replicas; who++) stations.push(createStation(world, who, parts));
  return world;
}

function createStation(world: World, who: number, parts: Parts): Station {
  let nodes = 0;
  const isOld = who < world.history.old;
  const station: Station = {
    ...{ who, person: `p${who}`, memory: NEVER, skewMs: 0, isOld, kept: null, rowsToLive: null },
    replica: parts.replica({
      schema: isOld ? OLD_SCHEMA : NEW_SCHEMA,
      node: `n${who}`,
      newNode: () => `n${who}r${++nodes}`,
      clock: () => world.now + station.skewMs,
      batchRows: world.history.batchRows,
      onRow() {
        if (station.rowsToLive === null) return;
        if (station.rowsToLive-- <= 0) throw new Crash('The process died while it merged.');
      },
    }),
  };
  return station;
}

export const station = (world: World, who: number): Station => {
  const found = world.stations[who % world.stations.length];
  if (!found) throw new Error('A history has workstations');
  return found;
};

export function upgrade(at: Station): void {
  if (at.isOld) at.replica.upgrade(NEW_SCHEMA);
  at.isOld = false;
}
