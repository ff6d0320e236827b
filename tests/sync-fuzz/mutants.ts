/** Deliberate faults in server and replica, each of which the histories must find. */
import type { SyncServer } from '../../src/main/areas/sync/sync-server.port.ts';
import type { PullPage, PushOutcome } from '../../src/main/areas/sync/wire.ts';
import { createMemoryReplica, type MemoryReplica } from '../helpers/sync/memory-replica.ts';
import { createMemoryHub, type MemoryHub } from '../helpers/sync/memory-server.ts';
import type { Parts } from './world.ts';

export interface Mutant {
  readonly name: string;
  /** Found only where deletions are purged. */
  readonly needsPurge?: true;
  readonly parts: Parts;
}

const brokenServer = (
  name: string,
  change: (server: SyncServer, hub: MemoryHub) => Partial<SyncServer>,
): Mutant => ({
  name,
  parts: {
    replica: createMemoryReplica,
    hub(options) {
      const hub = createMemoryHub(options);
      return {
        ...hub,
        connect(seat) {
          const server = hub.connect(seat);
          return { ...server, ...change(server, hub) };
        },
      };
    },
  },
});

const brokenReplica = (
  name: string,
  change: (replica: MemoryReplica) => Partial<MemoryReplica>,
): Mutant => ({
  name,
  parts: {
    hub: createMemoryHub,
    replica(options) {
      const replica = createMemoryReplica(options);
      return { ...replica, ...change(replica) };
    },
  },
});

const brokenAnswer = (name: string, change: (outcome: PushOutcome) => PushOutcome): Mutant =>
  brokenServer(name, (server) => ({ push: async (batch) => change(await server.push(batch)) }));

const brokenPage = (name: string, change: (page: PullPage) => PullPage): Mutant =>
  brokenServer(name, (server) => ({
    pull: async (cursor, limit) => change(await server.pull(cursor, limit)),
  }));

const withoutTombstones = (page: PullPage): PullPage => ({
  ...page,
  tables: page.tables.map(({ table, rows }) => ({
    table,
    rows: rows.filter(({ c }) => c.deleted_at == null),
  })),
});

export const MUTANTS: readonly Mutant[] = [
  brokenServer('the server says that it is past what a page held', (server, hub) => ({
    async pull(cursor, limit) {
      const page = await server.pull(cursor, limit);
      return page.isLast ? page : { ...page, cursor: Math.min(page.cursor + 1, hub.head()) };
    },
  })),
  brokenAnswer('a push moves the cursor past what others wrote', (outcome) => ({
    ...outcome,
    cursor: outcome.head,
  })),
  brokenServer('rows that others changed are merged unseen', (server, hub) => ({
    push: (batch) => server.push({ ...batch, cursor: Math.max(batch.cursor, hub.head()) }),
  })),
  brokenAnswer('rows that were behind are forgotten', (outcome) => ({ ...outcome, behind: [] })),
  brokenAnswer('twins are not named', (outcome) => ({ ...outcome, sameAs: [] })),
  brokenPage('tombstones are not given out', withoutTombstones),
  brokenPage('access is not told', (page) => ({ ...page, access: [] })),
  brokenPage('conflicts are not given out, nor authors', (page) => ({
    ...page,
    conflicts: [],
    writes: [],
  })),
  brokenServer('what is acknowledged is twice as much', (server) => ({
    async head() {
      const head = await server.head();
      return { ...head, acknowledged: head.acknowledged * 2 };
    },
  })),
  brokenReplica('the cursor is kept before the rows are', (replica) => ({
    async merge(page) {
      await replica.merge({ ...page, tables: [], writes: [], conflicts: [], access: [] });
      return replica.merge(page);
    },
  })),
  brokenReplica('an answer counts as taken whole', (replica) => ({
    async pushed(batch, outcome) {
      await replica.pushed(batch, outcome);
      replica.acknowledge(batch.through);
    },
  })),
  brokenReplica('a stamp that is ahead stays as it is', () => ({ restamp: () => {} })),
  brokenReplica('a database that was put back keeps its node', () => ({ renewNode: () => {} })),
  brokenReplica('conflicts are not sent', (replica) => ({
    nextBatch() {
      const batch = replica.nextBatch();
      return batch && { ...batch, conflicts: [] };
    },
  })),
  brokenReplica('rows are sent without the versions of their fields', (replica) => ({
    nextBatch() {
      const batch = replica.nextBatch();
      const flat = batch?.tables.map(({ table, rows }) => ({
        table,
        rows: rows.map((row) => ({ ...row, f: null })),
      }));
      return batch && flat ? { ...batch, tables: flat } : batch;
    },
  })),
  brokenReplica('what came is put over what is here', (replica) => ({
    async merge(page) {
      const memory = replica.backup();
      for (const { table, rows } of page.tables)
        for (const { id } of rows) memory.tables.get(table)?.delete(id);
      replica.restore(memory);
      return replica.merge(page);
    },
  })),
  {
    ...brokenReplica('rows whose deletion was purged stay', () => ({ dropAbsent: async () => 0 })),
    needsPurge: true,
  },
  {
    ...brokenServer('what a purge took is not told', (server) => ({
      pull: async (cursor, limit) => ({ ...(await server.pull(cursor, limit)), watermark: 0 }),
      head: async () => ({ ...(await server.head()), watermark: 0 }),
    })),
    needsPurge: true,
  },
  brokenServer('nobody notes what was given', (server) => ({
    async head() {
      const { offered: _, ...head } = await server.head();
      return head;
    },
  })),
  brokenReplica('an edit while a batch is on its way counts as sent', (replica) => ({
    async pushed(batch, outcome) {
      const { place } = replica.backup();
      const isWhole = outcome.behind.length + outcome.sameAs.length + outcome.refused.length === 0;
      await replica.pushed(isWhole ? { ...batch, through: place } : batch, outcome);
    },
  })),
];
