/**
 * The thread of sync, sealed but for the one way out: its own connection to the database, its place at
 * the gate of writers, its session with the workspace's server. Whatever it knows is in SQLite, in the
 * transactions of what it describes: it may end at any moment.
 */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import { purgeInvestigations } from '../areas/forensics/restricted/purge.store.ts';
import { insertNotification } from '../areas/notifications/notifications.store.ts';
import { createFileSync } from '../areas/sync/blobs/file-sync.ts';
import { findView } from '../areas/sync/conflicts/conflicts.service.ts';
import { connectPostgres } from '../areas/sync/joining/connect-postgres.ts';
import { readNode } from '../areas/sync/replica/replica-state.store.ts';
import { createPostgresServer } from '../areas/sync/server/postgres-server.store.ts';
import { isBlobServer, type SyncServer } from '../areas/sync/sync-server.port.ts';
import { failedBy } from '../areas/sync/worker/failures.ts';
import type { LoopMemory } from '../areas/sync/worker/loop.types.ts';
import { runSyncThread, type SyncThreadDeps } from '../areas/sync/worker/sync-thread.ts';
import type { SyncThreadSetup } from '../areas/sync/worker/sync-thread-birth.ts';
import type { FromSyncThread } from '../areas/sync/worker/sync-thread-setup.ts';
import { createPeopleTeller } from '../areas/sync/worker/tell-people.ts';
import { addLogEntry, readMemory, writeMemory } from '../areas/sync/worker/worker.store.ts';
import { checkpoint, createLogSync, isCheckpointDue, QUIET_LOG_BYTES } from '../db/checkpoint.ts';
import { JOB_CACHE_KIB, openConnection } from '../db/connection.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createEgressLedger, recordRefusals } from '../db/egress-ledger.ts';
import { syncedTables } from '../db/synced-tables.ts';
import { WriteGate } from '../db/write-gate.ts';
import { LogKeeper } from '../jobs/log-keeper.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import { systemClock } from '../platform/clock.ts';
import { createDial } from '../platform/egress/dial.ts';
import { installNetworkGuard } from '../platform/egress/network-guard.ts';
import { ownCodeOf } from '../platform/egress/seal-thread.ts';
import {
  createSharedIsolation,
  type SharedIsolation,
} from '../platform/egress/shared-isolation.ts';
import { newUuid } from '../platform/ids.ts';
import { silentLog } from '../platform/log.ts';
import { standBack } from '../platform/thread-priority.ts';
import { createBetweenPieces } from './between-pieces.ts';
import { RECORD_WORDS } from './record-words.ts';
import { openReplica } from './sync-replica.ts';
import { withdrawAlertsOf, withdrawAlertsOfFew } from './withdraw-hits.ts';

/** Of the disk; so that a person can still work when the workspace does not fit. */
const ROOM_BYTES = 256 * 1024 * 1024;

/** `entry` is the file of this thread. */
export function runSyncWorker(entry: URL): void {
  const port = parentPort;
  if (!port) throw new Error('runSyncWorker needs a worker thread');
  standBack();
  const setup = (workerData as SyncThreadSetup).sync;
  const send = (message: FromSyncThread) => port.postMessage(message);
  const { databasePath, key, opened } = setup;
  const options = {
    path: databasePath,
    key,
    durability: 'normal',
    cacheKib: JOB_CACHE_KIB,
  } as const;
  const connection = openConnection({ ...options, foreignKeys: false });
  const gate = new WriteGate(setup.gate, setup.writerId, 'bulk');
  const db = createDatabase({
    ...{ connection, gate, clock: systemClock, log: silentLog },
    emit: (event) => send({ type: 'event', event }),
  });
  const keeper = new LogKeeper(entry, { databasePath, key }, connection);
  const people = () => opened.membership.people;
  const replica = openReplica({
    ...{ db, clock: systemClock },
    people: () => new Set(people()),
    isSomebodyAtWork: () => gate.isSomebodyAtWork(),
    isSomebodyWaiting: () => gate.isSomebodyWaiting(),
    onWritten: createBetweenPieces({ gate, keeper, syncLog: createLogSync(databasePath) }),
  });
  const tellPeople = createPeopleTeller({
    ...{ db, people },
    tell: (tx, told) => insertNotification(tx, { ...told, id: newUuid() }),
    conflict: (reader, id) =>
      findView(reader, { shapes: syncedTables(), labels: RECORD_WORDS }, id),
  });
  const files = createFiles(setup, db);
  const deps: SyncThreadDeps = {
    port,
    loop: {
      ...{ replica, clock: systemClock, random: Math.random, pollMs: setup.pollMs ?? POLL_MS },
      ...createWay(entry, setup, db),
      ...createMemory(db),
      purge(investigations) {
        withdrawAlertsOf(db, investigations);
        const unused = purgeInvestigations(db, investigations);
        if (unused.length > 0) send({ type: 'unused', files: [...unused] });
      },
      assertRoom() {
        keeper.relieve();
        assertRoom(setup.dataDir);
      },
      log(level, text, cause) {
        note(db, level, text);
        if (cause instanceof Error)
          send({ type: 'log', text, stack: cause.stack ?? cause.message });
      },
    },
    afterRun({ received }, server) {
      if (received > 0) withdrawAlertsOfFew(db);
      tellPeople();
      files.send(server);
      if (isCheckpointDue(connection, QUIET_LOG_BYTES)) checkpoint(connection);
    },
    fetchFile: files.fetch,
    async closed() {
      await keeper.close();
      connection.close();
    },
  };
  runSyncThread(deps);
}

const POLL_MS = 60_000;

/** The one way out of this thread, and how the server is reached through it. */
function createWay(
  entry: URL,
  { isolation: memory, opened }: SyncThreadSetup['sync'],
  db: Database,
): { isolation: SharedIsolation } & Pick<SyncThreadDeps['loop'], 'connect'> {
  const isolation = createSharedIsolation(memory);
  const guard = installNetworkGuard({ isolation, ownCode: ownCodeOf(entry.href) });
  guard.onRefused(recordRefusals(db));
  const { permit, resolve } = guard;
  const dial = createDial({ isolation, ledger: createEgressLedger(db), permit, resolve });
  const { membership, credentials } = opened;
  const reason = {
    purpose: 'sync',
    subject: membership.workspaceId,
    why: 'changes of this workspace, both ways',
  } as const;
  return {
    isolation,
    connect: async (signal) =>
      createPostgresServer({
        connect: () => connectPostgres(credentials, { dial, reason, signal }),
        node: () => db.read('sync.node', readNode),
      }),
  };
}

/** Files of evidence, beside the rows: a large one holds no row up. */
function createFiles({ dataDir, key, opened }: SyncThreadSetup['sync'], db: Database) {
  const fileSync = createFileSync({
    ...{ db, clock: systemClock, workspaceKey: opened.workspaceKey },
    blobs: createBlobStore(join(dataDir, EVIDENCE_FOLDER), key),
    partsFolder: join(dataDir, 'evidence-parts'),
    room: () => roomLeft(dataDir),
  });
  let isSending = false;
  let said = '';
  return {
    send(server: SyncServer): void {
      if (isSending || !isBlobServer(server)) return;
      isSending = true;
      fileSync
        .run(server)
        .catch((error: unknown) => {
          const { cause } = failedBy(error);
          if (cause !== said) note(db, 'problem', `Files: ${cause}`);
          said = cause;
        })
        .finally(() => {
          isSending = false;
        });
    },
    async fetch(sha256: string, server: SyncServer): Promise<void> {
      if (isBlobServer(server)) await fileSync.fetch(sha256, server);
    },
  };
}

/** A disk that is full has no room for an entry about it, either: the state says it, and the thread goes on. */
function note(db: Database, level: 'info' | 'problem', text: string): void {
  try {
    addLogEntry(db, level, text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

function createMemory(db: Database) {
  return {
    memory: (): LoopMemory => db.read('sync.memory', readMemory),
    remember: (change: Partial<LoopMemory>): void => {
      db.write({ actor: null, origin: 'system', action: 'sync.remember' }, (tx) =>
        writeMemory(tx, change),
      );
    },
  };
}

function roomLeft(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize - ROOM_BYTES;
}

/** @throws AppError 'storage-full' */
function assertRoom(dataDir: string): void {
  if (roomLeft(dataDir) >= 0) return;
  throw new AppError('storage-full', 'The disk of this machine is almost full.');
}
