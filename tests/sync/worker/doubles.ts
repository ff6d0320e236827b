/** A replica and a server without rows of their own: what the loop asks them, and what they answer. */
import type { Replica } from '../../../src/main/areas/sync/replica.port.ts';
import type { SyncServer } from '../../../src/main/areas/sync/sync-server.port.ts';
import type {
  Head,
  PullPage,
  PushBatch,
  PushOutcome,
  WireRow,
} from '../../../src/main/areas/sync/wire.ts';
import type {
  LoopMemory,
  LoopPorts,
  LoopState,
} from '../../../src/main/areas/sync/worker/loop.types.ts';
import { createSyncLoop } from '../../../src/main/areas/sync/worker/sync-loop.ts';

export const NODE = 'abc123';
const NO_STAMP = `${'0'.repeat(16)}-${NODE}`;
export const stampAt = (ms: number, node = NODE) =>
  `${Math.round(ms).toString(16).padStart(12, '0')}0000-${node}`;

export const rowOf = (id: string, v = stampAt(1_000, 'other')): WireRow => ({
  ...{ id, v },
  f: null,
  c: { title: id },
});

export const pageOf = (cursor: number, rows: WireRow[], isLast: boolean): PullPage => ({
  tables: rows.length > 0 ? [{ table: 'alerts', rows }] : [],
  ...{ writes: [], conflicts: [], access: [], cursor, isLast },
});

export function createReplicaDouble() {
  const calls: string[] = [];
  const double = {
    calls,
    cursor: 0,
    epoch: 1,
    acknowledged: 0,
    merged: [] as PullPage[],
    batches: [] as PushBatch[],
    stamps: new Map<number, string>(),
    last: NO_STAMP,
    digests: [] as { bucket: number; rows: number; sum: string }[],
    /** Runs while a page is taken over. */
    onMerge: async () => {},
  };
  const replica: Replica = {
    state: () => ({
      cursor: double.cursor,
      epoch: double.epoch,
      acknowledged: double.acknowledged,
    }),
    meetServer() {},
    acknowledge(through) {
      calls.push(`acknowledge ${through}`);
      double.acknowledged = through;
    },
    async merge(page) {
      await double.onMerge();
      double.merged.push(page);
      double.cursor = page.cursor;
      return { changed: page.tables.length, conflicts: [] };
    },
    nextBatch: () => double.batches[0] ?? null,
    async pushed(batch, { behind }) {
      if (behind.length === 0) double.batches.shift();
      double.acknowledged = batch.through;
    },
    backlog: () =>
      double.batches.reduce((sum, { tables }) => sum + (tables[0]?.rows.length ?? 0), 0),
    digests: (table) => double.digests.map((digest) => ({ ...digest, table })),
    async dropAbsent(table, parts, ids) {
      calls.push(`dropAbsent ${table} ${parts.join()} ${[...ids].join()}`);
      return 0;
    },
    sendAgain: (table, buckets) => void calls.push(`sendAgain ${table} ${buckets.join()}`),
    enterEpoch(epoch, cursor) {
      calls.push(`enterEpoch ${epoch} ${cursor}`);
      double.epoch = epoch;
      double.cursor = cursor;
    },
    restamp: (aheadMs) => void calls.push(`restamp ${aheadMs}`),
    renewNode: (lastStamp) => void calls.push(`renewNode ${lastStamp}`),
    lastStamp: () => double.last,
    stampAt: (place) => double.stamps.get(place) ?? '',
    tables: () => ['alerts'],
    row: () => undefined,
    writes: (stamps) =>
      stamps
        .filter((stamp) => [...double.stamps.values()].includes(stamp))
        .map((stamp) => ({ stamp, actor: null, action: 'test', reason: null, sentBy: 'here' })),
  };
  return { replica, double };
}

export function createServerDouble() {
  const calls: string[] = [];
  const listeners = new Set<(head: number | null) => void>();
  const peopleListeners = new Set<() => void>();
  const double = {
    calls,
    isClosed: false,
    head: {
      ...{ head: 0, epoch: 1, epochFrom: 0, acknowledged: 0, lastStamp: '' },
      ...{ now: Date.now(), schema: 1, leastClient: 1, watermark: 0 },
    } satisfies Head as Head,
    /** Thrown by the next call of that name. */
    failures: new Map<string, Error>(),
    page: async (cursor: number): Promise<PullPage> => pageOf(cursor, [], true),
    outcome: (batch: PushBatch): Partial<PushOutcome> => ({ head: batch.cursor }),
    digests: [] as { bucket: number; rows: number; sum: string }[],
    ids: [] as string[],
    peopleMoved() {
      for (const listener of peopleListeners) listener();
    },
    moved(head: number) {
      double.head = { ...double.head, head };
      for (const listener of listeners) listener(head);
    },
  };
  function answer<R>(name: string, made: () => R | Promise<R>): Promise<R> {
    calls.push(name);
    const failure = double.failures.get(name);
    if (failure === undefined) return Promise.resolve().then(made);
    double.failures.delete(name);
    return Promise.reject(failure);
  }
  const server: SyncServer = {
    head: () =>
      answer('head', () => ({ ...double.head, now: Date.now() + (double.head.now - base) })),
    push: (batch) =>
      answer('push', () => ({
        ...{ head: 0, behind: [], sameAs: [], refused: [], cursor: batch.cursor },
        ...double.outcome(batch),
      })),
    pull: (cursor) => answer('pull', () => double.page(cursor)),
    recover: (cursor) =>
      answer(`recover ${cursor}`, () => ({ ...double.head, epoch: double.head.epoch + 1 })),
    digests: (table) => answer('digests', () => double.digests.map((one) => ({ ...one, table }))),
    ids: () => answer('ids', () => double.ids),
    people: () => answer('people', () => ({ members: [], seats: [] })),
    present: () => answer('present', () => []),
    onMoved(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onPeople(listener) {
      peopleListeners.add(listener);
      return () => peopleListeners.delete(listener);
    },
    async close() {
      double.isClosed = true;
    },
  };
  const base = double.head.now;
  return { server, double };
}

export interface Rig {
  readonly states: LoopState[];
  readonly log: string[];
  readonly connects: () => number;
  readonly isolate: (isIsolated: boolean) => void;
  readonly loop: ReturnType<typeof createSyncLoop>;
  readonly memory: () => LoopMemory;
}

/** A loop over doubles. */
export function openLoop(
  replica: Replica,
  connect: () => SyncServer | Promise<SyncServer>,
  change: Partial<LoopPorts> = {},
): Rig {
  let memory: LoopMemory = {
    ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, clockOffsetMs: 0 },
    comparedAt: null,
  };
  let isIsolated = false;
  let connects = 0;
  const listeners = new Set<() => void>();
  const states: LoopState[] = [];
  const log: string[] = [];
  const loop = createSyncLoop({
    ...{ replica, random: () => 0, clock: { now: Date.now } },
    memory: () => memory,
    remember: (kept) => {
      memory = { ...memory, ...kept };
    },
    purge: () => {},
    assertRoom: () => {},
    connect: async () => {
      connects++;
      return connect();
    },
    isolation: {
      isIsolated: () => isIsolated,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    tell: (state) => states.push(state),
    log: (_level, text) => log.push(text),
    afterRun: () => {},
    ...change,
  });
  return {
    ...{ states, log, loop },
    connects: () => connects,
    memory: () => memory,
    isolate(on) {
      isIsolated = on;
      for (const listener of [...listeners]) listener();
    },
  };
}

export async function until(isSo: () => boolean, what = 'it'): Promise<void> {
  const end = performance.now() + 5_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not within 5 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
