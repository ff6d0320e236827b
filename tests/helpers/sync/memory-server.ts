/**
 * A workspace's server in memory, with the semantics of the real one: places in the order of commits,
 * `behind`, `sameAs`, need-to-know, epochs, tombstones purged below a watermark. Every call is one
 * transaction. What the answers mean is written in `sync-server.port.ts`.
 */
import { bucketOf, mergeRows, versionOf } from '../../../src/main/areas/sync/merge.kernel.ts';
import { SyncFailure, type SyncServer } from '../../../src/main/areas/sync/sync-server.port.ts';
import {
  type Head,
  LIMITS,
  type PushBatch,
  type PushOutcome,
  type WireConflict,
  type WireRow,
} from '../../../src/main/areas/sync/wire.ts';
import { createMemoryAudience, INVESTIGATIONS, investigationOf } from './memory-audience.ts';
import { digestsOf } from './memory-digests.ts';
import { createMemoryPull } from './memory-pull.ts';
import { emptyHub, type HubState, type SeatState, type Stored, storedOf } from './memory-state.ts';

/** Columns that are unique together, among live rows alone or among all. */
export interface NaturalKey {
  readonly columns: readonly string[];
  readonly liveOnly: boolean;
}
export type Catalogue = Readonly<
  Record<string, { readonly columns?: readonly string[]; readonly key?: NaturalKey }>
>;

export interface MemorySeat {
  readonly id: string;
  readonly people: readonly string[];
  /** What the workstation says; another one is bound to its seat by its first push. */
  readonly node: () => string;
}

export interface MemoryHub {
  /** What one workstation sees. */
  connect(seat: MemorySeat): SyncServer;
  backup(): HubState;
  restore(backup: HubState): void;
  /** Purges every tombstone and moves the watermark. */
  purgeTombstones(): void;
  rows(table: string): WireRow[];
  conflicts(): WireConflict[];
  head(): number;
}

export function createMemoryHub({
  catalogue,
  now,
}: {
  readonly catalogue: Catalogue;
  readonly now: () => number;
}): MemoryHub {
  let state = emptyHub(Object.keys(catalogue));

  return {
    connect(seat) {
      seatOf(state, seat);
      return createMemoryServer({ catalogue, now, seat, state: () => state });
    },
    backup: () => state.copy(),
    restore(backup) {
      state = backup.copy();
    },
    purgeTombstones() {
      // Who may see what belongs to it outlives it (the real server keeps that in a table of its own).
      for (const [table, rows] of state.tables)
        for (const [id, { row }] of rows)
          if (row.c.deleted_at != null && table !== INVESTIGATIONS) rows.delete(id);
      state.watermark = state.head;
    },
    rows: (table) => [...(state.tables.get(table)?.values() ?? [])].map(({ row }) => row),
    conflicts: () => [...state.conflicts.values()].map(({ conflict }) => conflict),
    head: () => state.head,
  };
}

interface ServerDeps {
  readonly catalogue: Catalogue;
  readonly now: () => number;
  readonly seat: MemorySeat;
  readonly state: () => HubState;
}

function createMemoryServer(deps: ServerDeps): SyncServer {
  const { now, seat, state } = deps;
  const audience = createMemoryAudience(state, seat);
  const readPage = createMemoryPull(state, audience);
  const head = (): Head => {
    const { head, epoch, epochFrom, watermark } = state();
    const known = seatOf(state(), seat);
    const { acknowledged, lastStamp, offered } = known;
    const pushes = known.node === seat.node() ? known.pushes : 0;
    const versions = { schema: 1_000, leastClient: 1 };
    const place = { head, epoch, epochFrom, watermark, offered };
    return { ...place, acknowledged, lastStamp, pushes, now: now(), ...versions };
  };
  return {
    head: async () => head(),
    push: async (batch) => push(deps, batch),
    async pull(cursor, limit) {
      const known = seatOf(state(), seat);
      if (cursor > known.offered)
        throw new SyncFailure('broken', 'The server is younger than this workstation.');
      const page = await readPage(cursor, limit);
      known.offered = Math.max(known.offered, page.cursor);
      return { ...page, watermark: state().watermark };
    },
    async recover() {
      const hub = state();
      if (hub.epochAt === null || now() - hub.epochAt >= 60_000) {
        // Put back twice, a server must not begin the same epoch twice.
        hub.epoch = Math.max(hub.epoch + 1, Math.floor(now() / 1_000));
        hub.epochFrom = hub.head;
        hub.epochAt = now();
      }
      return head();
    },
    digests: async (table) => {
      const rows = [...(state().tables.get(table)?.values() ?? [])].map(({ row }) => row);
      return digestsOf(
        table,
        rows.filter((row) => audience.isOpen(investigationOf(table, row))),
      );
    },
    ids: async (table, parts) =>
      [...(state().tables.get(table)?.values() ?? [])]
        .filter(({ row }) => audience.isOpen(investigationOf(table, row)))
        .map(({ row }) => row.id)
        .filter((id) => parts.includes(bucketOf(id))),
    people: async () => ({ members: [], seats: [] }),
    present: async () => [],
    onMoved: () => () => {},
    onPeople: () => () => {},
    close: async () => {},
  };
}

function seatOf(hub: HubState, { id, node, people }: MemorySeat): SeatState {
  const found = hub.seats.get(id);
  if (found) return found;
  // The server was put back to before this seat joined: whoever restores it invites it again.
  const is = node();
  const fresh = { acknowledged: 0, lastStamp: '', pushes: 0, offered: 0 };
  const made = { nodes: new Set([is]), node: is, people, ...fresh };
  hub.seats.set(id, made);
  return made;
}

/** A row of the batch that may be taken, and what it would become. */
interface Candidate {
  readonly table: string;
  readonly pushed: WireRow;
  readonly stored: Stored | undefined;
  readonly merged: WireRow;
}

function push(deps: ServerDeps, batch: PushBatch): PushOutcome {
  const hub = deps.state();
  checkBatch(deps, batch);
  bindNode(deps);
  const isAlone = hub.head === batch.cursor;
  const { candidates, behind, refused } = sort(deps, batch);
  const sameAs = takenKeys(deps.catalogue, hub, candidates);
  const renamed = new Set(sameAs.map(([table, id]) => `${table}\0${id}`));
  const audience = createMemoryAudience(deps.state, deps.seat);
  for (const write of batch.writes)
    if (!hub.writes.has(write.stamp))
      hub.writes.set(write.stamp, { ...write, sentBy: deps.seat.id });
  let isForAll = true;
  for (const candidate of candidates) {
    if (renamed.has(`${candidate.table}\0${candidate.pushed.id}`)) continue;
    if (store(deps, batch.cursor, candidate) === 'differs') isForAll = false;
    if (candidate.table === INVESTIGATIONS)
      audience.follow(candidate.stored?.row, candidate.merged);
  }
  for (const conflict of batch.conflicts)
    if (!hub.conflicts.has(conflict.id))
      hub.conflicts.set(conflict.id, { conflict, seq: ++hub.head });
  // Where a row was named the batch was not taken whole: an answer that is lost must not hide that.
  const isWhole = behind.length + sameAs.length + refused.length === 0;
  if (isWhole) acknowledge(deps, batch);
  // Where nobody else wrote in between it need not read its own rows.
  const cursor = isWhole && isAlone && isForAll ? hub.head : batch.cursor;
  const known = seatOf(hub, deps.seat);
  known.offered = Math.max(known.offered, cursor);
  known.pushes = Math.max(known.pushes, batch.pushes ?? 0);
  return { head: hub.head, behind, sameAs, refused, cursor };
}

/** @throws SyncFailure before anything is changed */
function checkBatch({ now, seat, state }: ServerDeps, batch: PushBatch): void {
  const hub = state();
  const known = seatOf(hub, seat);
  if (batch.cursor > known.offered)
    throw new SyncFailure('broken', 'The server is younger than this workstation.');
  if (batch.cursor > 0 && batch.cursor < hub.watermark)
    throw new SyncFailure('busy', 'Deletions were purged that this workstation has not read.');
  // Put back between the workstation's question and this push: else nobody would notice.
  if (known.node === seat.node() && known.acknowledged < (batch.from ?? 0))
    throw new SyncFailure('broken', 'The server has lost what it had acknowledged.');
  const stamps = new Set(batch.writes.map(({ stamp }) => stamp));
  for (const { rows } of batch.tables)
    for (const { v, f } of rows)
      for (const stamp of [v, ...Object.values(f ?? {})]) stamps.add(stamp);
  for (const stamp of stamps) {
    if (Number.parseInt(stamp.slice(0, 12), 16) > now() + LIMITS.futureMs)
      throw new SyncFailure('clock', 'Stamps are ahead.', { serverNow: now() });
    const node = stamp.slice(17);
    const isOwn = known.nodes.has(node) || node === seat.node();
    if (!isOwn && !hub.writes.has(stamp) && hub.epoch === 0)
      throw new SyncFailure('refused', `Nobody knows the write ${stamp}.`);
  }
}

function bindNode({ seat, state }: ServerDeps): void {
  const known = seatOf(state(), seat);
  if (known.node === seat.node()) return;
  known.node = seat.node();
  known.nodes.add(known.node);
  // The places of another node's change log are not this one's.
  known.acknowledged = 0;
  known.lastStamp = '';
  known.pushes = 0;
}

function sort({ catalogue, seat, state }: ServerDeps, batch: PushBatch) {
  const hub = state();
  const { node } = seatOf(hub, seat);
  const audience = createMemoryAudience(state, seat);
  const behind: [string, string][] = [];
  const refused: [string, string][] = [];
  const candidates: Candidate[] = [];
  for (const { table, rows } of batch.tables) {
    for (const pushed of rows) {
      const stored = storedOf(hub, table, pushed.id);
      const merged = stored ? mergeRows(stored.row, pushed) : whole(catalogue, table, pushed);
      const cases = [stored?.row, merged].map((row) => row && investigationOf(table, row));
      if (cases.some((one) => !audience.isOpen(one ?? null)) || !audience.mayBecome(table, merged))
        refused.push([table, pushed.id]);
      else if (stored && stored.seq > batch.cursor && stored.by !== node)
        behind.push([table, pushed.id]);
      else candidates.push({ table, pushed, stored, merged });
    }
  }
  return { candidates, behind, refused };
}

/** An older program does not know every column of the table. */
function whole(catalogue: Catalogue, table: string, row: WireRow): WireRow {
  const empty = Object.fromEntries((catalogue[table]?.columns ?? []).map((name) => [name, null]));
  return { ...row, c: { ...empty, ...row.c } };
}

/** Looked at as it would be after the whole batch: one of its rows may free what another takes. */
function takenKeys(catalogue: Catalogue, hub: HubState, candidates: readonly Candidate[]) {
  return [...new Set(candidates.map((one) => one.table))].flatMap((table) => {
    const key = catalogue[table]?.key;
    const here = candidates.filter((one) => one.table === table);
    return key ? takenIn(key, hub.tables.get(table), here) : [];
  });
}

function takenIn(
  key: NaturalKey,
  stored: ReadonlyMap<string, Stored> | undefined,
  candidates: readonly Candidate[],
): [string, string, string][] {
  const becoming = new Set(candidates.map(({ pushed }) => pushed.id));
  const owners = new Map<string, string>();
  for (const [id, { row }] of stored ?? []) {
    const text = becoming.has(id) ? null : keyOf(key, row);
    if (text !== null) owners.set(text, id);
  }
  // Rows that are known here already go first: the id that is known is the row's.
  const ordered = [...candidates].sort((a, b) => Number(!a.stored) - Number(!b.stored));
  return ordered.flatMap(({ table, pushed, merged }): [string, string, string][] => {
    const text = keyOf(key, merged);
    const owner = text === null ? undefined : owners.get(text);
    if (owner !== undefined) return [[table, pushed.id, owner]];
    if (text !== null) owners.set(text, pushed.id);
    return [];
  });
}

export function keyOf({ columns, liveOnly }: NaturalKey, row: WireRow): string | null {
  if (liveOnly && row.c.deleted_at != null) return null;
  const values = columns.map((column) => row.c[column] ?? null);
  return values.includes(null) ? null : JSON.stringify(values);
}

function store(
  { seat, state }: ServerDeps,
  cursor: number,
  { table, pushed, stored, merged }: Candidate,
): 'taken' | 'differs' {
  const hub = state();
  const differs = (a: WireRow, b: WireRow) =>
    a.v !== b.v ||
    Object.keys(pushed.c).some(
      (column) => versionOf(a, column) !== versionOf(b, column) || a.c[column] !== b.c[column],
    );
  const isChanged = !stored || differs(stored.row, merged);
  // Who pushed has less than the server although it has read that far: it shall read the row again.
  const isLacking = stored !== undefined && stored.seq <= cursor && differs(pushed, merged);
  if (isChanged || isLacking)
    hub.tables.get(table)?.set(pushed.id, {
      row: merged,
      seq: ++hub.head,
      by: isLacking ? '' : seatOf(hub, seat).node,
    });
  return isLacking ? 'differs' : 'taken';
}

function acknowledge({ seat, state }: ServerDeps, batch: PushBatch): void {
  const known = seatOf(state(), seat);
  known.acknowledged = Math.max(known.acknowledged, batch.through);
  for (const { stamp } of batch.writes)
    if (stamp.slice(17) === known.node && stamp > known.lastStamp) known.lastStamp = stamp;
}
