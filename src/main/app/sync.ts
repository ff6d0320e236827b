/** Sync: the thread that does it, joining and leaving, and what the page is told. */
import { join } from 'node:path';
import type { Connections } from '../../shared/areas/settings/about.contract.ts';
import type { SyncStateName } from '../../shared/areas/sync/sync-state.contract.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import { createFilesPage } from '../areas/sync/blobs/files-page.service.ts';
import { sharedFileRoutes } from '../areas/sync/blobs/shared-files.routes.ts';
import { createRefusedService } from '../areas/sync/refused/refused.service.ts';
import { syncRoutes } from '../areas/sync/sync.routes.ts';
import { createSyncService } from '../areas/sync/sync.service.ts';
import type { FromSyncThread } from '../areas/sync/worker/sync-thread-setup.ts';
import { createThreadHost } from '../areas/sync/worker/thread-host.ts';
import { syncedTables } from '../db/synced-tables.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireJoining } from './joining.ts';
import { wireConflicts } from './sync-conflicts.ts';
import { createSyncRest } from './sync-rest.ts';

/** Beside the core's (1) and those of jobs (2 and on). */
const SYNC_WRITER_ID = 1_000_000;
/** Changes come in bursts. */
const POKE_AFTER_MS = 20;

export interface WiredSync extends WiredArea {
  readonly stateName: () => SyncStateName;
  /** Of the page about this program; null where nothing was joined. */
  readonly figures: () => Connections['sync'] | null;
  /** Brings a file of evidence here from the workspace's server. @throws AppError 'unavailable' */
  readonly fetchFile: (sha256: string) => Promise<void>;
}

export function wireSync(core: CoreDeps): WiredSync {
  const { db, hub, isolation, log, storage } = core;
  let isStarted = false;
  const rest = createSyncRest((title) => {
    core.runner.writesBeside = title;
  });
  const host = createThreadHost({
    ...{ workerEntry: core.workerEntry, log, hear },
    died() {
      rest.end();
      sync.died();
    },
    setup: {
      ...{ dataDir: core.dataDir, key: core.key, writerId: SYNC_WRITER_ID },
      ...{ gate: core.memory.gate, isolation: core.memory.isolation },
    },
    databasePath: () => storage.current().databasePath,
  });
  const end = async () => {
    await host.end();
    rest.end();
    sync.ended();
  };
  const joining = wireJoining(core, end);
  const evidence = createBlobStore(join(core.dataDir, EVIDENCE_FOLDER), core.key);
  const refused = createRefusedService(db, syncedTables());
  const sync = createSyncService({
    ...{ db, clock: core.clock, newId: core.newId, thread: host },
    conflicts: wireConflicts(core),
    ...{ refused, files: createFilesPage(db, evidence) },
    membership: () => joining.membership()?.state ?? 'none',
    isIsolated: () => isolation.isIsolated(),
    changed: (resource) => hub.emit({ type: 'changed', resource }),
    followPeople: (found) => joining.followPeople(found),
    markRevoked: () => joining.markRevoked(),
  });
  const poke = createPoke(() => host.send({ type: 'poke', why: 'change' }));
  let isHearing = false;

  function hear(message: FromSyncThread): void {
    if (message.type === 'log') log.warn('sync', { text: message.text, stack: message.stack });
    else if (message.type === 'unused') {
      for (const file of message.files) evidence.remove(file);
    } else if (message.type === 'event') {
      // What came from others is not to be sent to them.
      isHearing = true;
      hub.emit(message.event);
      isHearing = false;
    } else {
      if (message.type === 'state') rest.heard(message.state);
      sync.hear(message);
    }
  }

  function look(): void {
    if (!isStarted) return;
    const opened = joining.opened();
    if (opened?.membership.state === 'joined') host.begin(opened);
    else void end();
  }

  core.otherThreads.add({ end, begin: look });

  return {
    routes: [
      ...syncRoutes({ sync: sync.service, joining }),
      ...sharedFileRoutes({ db, fetchFile: sync.fetchFile, labelOf: sync.labelOf }),
    ],
    stateName: sync.stateName,
    fetchFile: sync.fetchFile,
    figures() {
      const membership = joining.membership();
      if (membership === null) return null;
      const { host: name, port, database } = membership.address;
      const { lastSuccessAt, backlog } = sync.service.status();
      const server = `${name}:${port}/${database}`;
      return { server, lastSyncAt: lastSuccessAt, waitingChanges: backlog };
    },
    start() {
      isStarted = true;
      const stops = [
        sync.start(),
        // Of a rotation or of leaving: the thread is given what counts now.
        joining.onChange(() => void end().then(look)),
        hub.subscribe((event) => {
          if (isHearing || event.type !== 'changed') return;
          if (event.resource === 'connection') host.send({ type: 'poke', why: 'network' });
          else if (event.resource !== 'sync') poke.soon();
        }),
        isolation.onChange(() => hub.emit({ type: 'changed', resource: 'sync' })),
      ];
      look();
      return () => {
        isStarted = false;
        poke.stop();
        for (const stop of stops) stop();
      };
    },
  };
}

function createPoke(send: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        send();
      }, POKE_AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
