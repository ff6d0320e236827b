/** What the server in memory keeps; rows are never changed in place, so that a copy is cheap. */
import type { KnownWrite, WireConflict, WireRow } from '../../../src/main/areas/sync/wire.ts';

export interface Stored {
  readonly row: WireRow;
  readonly seq: number;
  /** The node that changed it last, or '' where everybody shall read it. */
  readonly by: string;
}

export interface SeatState {
  /** All it ever had. */
  readonly nodes: Set<string>;
  node: string;
  readonly people: readonly string[];
  acknowledged: number;
  lastStamp: string;
  /** The highest number of a push of this node. */
  pushes: number;
  /** The furthest cursor it was given. */
  offered: number;
}

export interface HubState {
  readonly tables: Map<string, Map<string, Stored>>;
  readonly writes: Map<string, KnownWrite>;
  readonly conflicts: Map<string, { conflict: WireConflict; seq: number }>;
  /** Place of the last change of who may see an investigation. */
  readonly audiences: Map<string, number>;
  readonly seats: Map<string, SeatState>;
  head: number;
  epoch: number;
  epochFrom: number;
  epochAt: number | null;
  watermark: number;
  copy(): HubState;
}

export function emptyHub(tables: readonly string[]): HubState {
  return withCopy({
    tables: new Map(tables.map((table) => [table, new Map()])),
    writes: new Map(),
    conflicts: new Map(),
    audiences: new Map(),
    seats: new Map(),
    ...{ head: 0, epoch: 0, epochFrom: 0, epochAt: null, watermark: 0 },
  });
}

export const storedOf = (hub: HubState, table: string, id: string): Stored | undefined =>
  hub.tables.get(table)?.get(id);

function withCopy(state: Omit<HubState, 'copy'>): HubState {
  const made: HubState = {
    ...state,
    copy: () =>
      withCopy({
        ...made,
        tables: new Map([...made.tables].map(([name, rows]) => [name, new Map(rows)])),
        writes: new Map(made.writes),
        conflicts: new Map(made.conflicts),
        audiences: new Map(made.audiences),
        seats: new Map(
          [...made.seats].map(([id, seat]) => [id, { ...seat, nodes: new Set(seat.nodes) }]),
        ),
      }),
  };
  return made;
}
