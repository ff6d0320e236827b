/** The composition root: everything that is wired is wired here, by hand, in the order of the data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerEvent } from '../../shared/contract/events.ts';
import { createFilterSettler } from '../areas/alerts/alert-settle.store.ts';
import { alertRoutes } from '../areas/alerts/alerts.routes.ts';
import { createAlertService } from '../areas/alerts/alerts.service.ts';
import { type AlertStore, changeAlert, createAlertStore } from '../areas/alerts/alerts.store.ts';
import { importRoutes } from '../areas/alerts/imports.routes.ts';
import { createImportService } from '../areas/alerts/imports.service.ts';
import { createImportStore, type ImportStore } from '../areas/alerts/imports.store.ts';
import { assessControl } from '../areas/compliance/control-assess.store.ts';
import { createAlertVolumeStore } from '../areas/dashboard/alert-volume.store.ts';
import { dashboardRoutes } from '../areas/dashboard/dashboard.routes.ts';
import { createDashboardStore } from '../areas/dashboard/dashboard.store.ts';
import { createSlaStore } from '../areas/dashboard/sla.store.ts';
import { createTechniqueFiguresStore } from '../areas/dashboard/technique-figures.store.ts';
import { settingsRoutes } from '../areas/settings/settings.routes.ts';
import { createWorkspaceStore } from '../areas/settings/workspace.store.ts';
import { connectionRoutes } from '../areas/sync/connection.routes.ts';
import { trainingRoutes } from '../areas/training/training.routes.ts';
import { createTrainingService } from '../areas/training/training.service.ts';
import { type AttackSource, createAttackSource } from '../db/attack-reader.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { heardBy } from '../db/heard-events.ts';
import { refuseFolderInUse as refuseLockedFolder } from '../db/lock.ts';
import { claimDataFolder, openStorage } from '../db/open.ts';
import { openReplaceable } from '../db/replaceable.ts';
import { createGateMemory, WriteGate } from '../db/write-gate.ts';
import { EventHub } from '../http/events.ts';
import { createHttpApp, fetchWithHeaders } from '../http/http-app.ts';
import { createPageFiles } from '../http/page.ts';
import type { Route } from '../http/route.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { jobRoutes } from '../jobs/jobs.routes.ts';
import { createJobStore } from '../jobs/jobs.store.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { HostNetwork } from '../platform/egress/host-network.ts';
import type { FileHandles } from '../platform/files.ts';
import { type NewId, newUuid } from '../platform/ids.ts';
import type { KeyStore } from '../platform/key-store.ts';
import { createFileLog, type Log } from '../platform/log.ts';
import { watchNetwork } from '../platform/network.ts';
import { createAccounts } from './accounts.ts';
import { wireAreas } from './areas.ts';
import type { CoreDeps } from './core-deps.ts';
import { createDeskMarks } from './discussion.ts';
import { wireEvents } from './events.ts';
import { openIsolation } from './isolation.ts';
import { startLogMaintenance } from './log-maintenance.ts';
import { createNotices } from './notices.ts';
import { createOtherThreads } from './other-threads.ts';
import { wireSearch } from './search.ts';
import { watchSelf } from './self-watch.ts';
import { removeStoredFiles } from './stored-files.ts';
import { wireSync } from './sync.ts';
import { createWorkspaceData } from './workspace-data.ts';

export interface AppDeps {
  readonly dataDir: string;
  /** The folder with `package.json` and `resources/`. */
  readonly appRoot: string;
  /** The only origin that is answered, e.g. `http://127.0.0.1:4780` or `app://watchfloor`. */
  readonly origin: string;
  readonly keyStore: KeyStore;
  /** The built worker, or its source under a Node that reads TypeScript. */
  readonly workerEntry: string | URL;
  readonly files: FileHandles;
  /** The built page; absent where only the API is wanted. */
  readonly rendererDir?: string;
  /** Put in place before anything ran; without it (tests) the port alone is guarded. */
  readonly network?: HostNetwork;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly log?: Log;
  /** Hears what is done where an older workspace is brought up to date before anything answers. */
  readonly onUpdate?: (words: string) => void;
  /** log2 of scrypt's N; tests lower it. */
  readonly passwordCost?: number;
  /** Chance of the demo workspace; tests vary it. */
  readonly demoSeed?: number;
}

export interface App {
  /** The core's only door. */
  fetch(request: Request): Promise<Response>;
  subscribe(listener: (event: ServerEvent) => void): () => void;
  /** Stops jobs, then closes the database, then lets the folder go. */
  close(): Promise<void>;
}

const INTERACTIVE_WRITER_ID = 1;

function readVersion(appRoot: string): string {
  return String(
    (JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')) as { version: string })
      .version,
  );
}

function createDashboardStores(db: Database, attack: AttackSource) {
  return {
    ...createDashboardStore(db),
    ...createAlertVolumeStore(db),
    ...createTechniqueFiguresStore(db, attack),
    ...createSlaStore(db),
  };
}

/** The alerts themselves: list, one, import, export. */
function alertDeskRoutes(
  { db, runner, files, clock, newId }: CoreDeps,
  { alertStore, importStore }: { alertStore: AlertStore; importStore: ImportStore },
): Route[] {
  return [
    ...importRoutes(createImportService({ store: importStore, runner, files, clock, newId })),
    ...alertRoutes(
      createAlertService({ store: alertStore, clock, newId, marksOf: createDeskMarks(db) }),
      alertStore,
      createFilterSettler(db, clock),
    ),
  ];
}

/** For a host that cannot start for another reason: says so where the folder is open elsewhere. */
export const refuseFolderInUse = refuseLockedFolder;

/** @throws AppError with a sentence that says what to do; what was in the folder is untouched. */
export async function createApp(deps: AppDeps): Promise<App> {
  const lock = claimDataFolder(deps.dataDir);
  try {
    return await openApp(deps, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What ran when the process ended is marked as cut off; `cutOff` is what was. */
function openJobStores(db: Database) {
  const jobStore = createJobStore(db);
  const importStore = createImportStore(db);
  const cutOff = jobStore.list().filter((job) => job.finishedAt === null);
  const markCutOff = () => {
    jobStore.markInterrupted();
    importStore.markInterrupted();
  };
  markCutOff();
  return { jobStore, importStore, cutOff, markCutOff };
}

function workspaceRoutes(
  { db, hub, storage, runner, version, dataDir }: CoreDeps,
  { sessions, isSetupRequired }: ReturnType<typeof createAccounts>,
): Route[] {
  return settingsRoutes({
    ...{ store: createWorkspaceStore(db), hub, sessions, version, isSetupRequired },
    schema: storage.current().schema,
    makeWay: () => runner.makeWay(),
    removeFiles: () => removeStoredFiles(dataDir),
    heardBy: (account) => heardBy(db, account),
  });
}

/** What the host itself hears: of nothing that is open to named people alone. */
function subscribeHost(db: Database, hub: EventHub): App['subscribe'] {
  return (listener) => {
    const heard = heardBy(db, null);
    return hub.subscribe((event) => {
      const told = heard(event);
      if (told !== null) listener(told);
    });
  };
}

async function openApp(deps: AppDeps, releaseFolder: () => void): Promise<App> {
  const { clock = systemClock, newId = newUuid, log = createFileLog(deps.dataDir) } = deps;
  const key = await deps.keyStore.databaseKey(deps.dataDir);
  const migrationsDir = join(deps.appRoot, 'resources', 'migrations', 'sqlite');
  const hub = new EventHub();
  const gate = createGateMemory();
  const writeGate = new WriteGate(gate, INTERACTIVE_WRITER_ID, 'interactive');
  const storage = openReplaceable(
    () => openStorage({ ...deps, migrationsDir, key, newId }),
    ({ connection }) => createDatabase({ connection, gate: writeGate, clock, log, emit: hub.emit }),
  );
  const { db } = storage;
  const { jobStore, importStore, cutOff, markCutOff } = openJobStores(db);
  const notices = createNotices({ db, clock, newId, log, cutOff });
  hub.subscribe(notices.follow);
  const network = watchNetwork(() => hub.emit({ type: 'changed', resource: 'connection' }));
  const out = openIsolation({ db, hub, newId, network: deps.network });
  const runner = new JobRunner({
    workerEntry: deps.workerEntry,
    setup: { databasePath: storage.current().databasePath, key, gate, isolation: out.memory },
    store: jobStore,
    emit: hub.emit,
    clock,
    newId,
    log,
  });
  const accounts = createAccounts({ ...deps, db, clock, newId, key });
  const alertStore = createAlertStore(db, notices.onAlertStored);
  const version = readVersion(deps.appRoot);
  const attack = createAttackSource(join(deps.appRoot, 'resources', 'attack'));
  const events = wireEvents({ ...deps, db, hub, log, key });
  const core = {
    ...{ ...deps, storage, db, hub, runner, clock, newId, log, key, version, attack },
    events: events.reader,
    ...{ egress: out.egress, dial: out.dial, isolation: out.isolation, heldBack: out.heldBack },
    ...{ memory: { gate, isolation: out.memory }, otherThreads: createOtherThreads() },
  };
  const self = watchSelf(clock);
  const owned = { migrationsDir, alerts: alertStore, onReplaced: markCutOff };
  const sync = wireSync(core);
  const workspaceData = createWorkspaceData({
    ...{ ...core, ...owned, performance: self.port },
    syncFigures: sync.figures,
  });
  const allRoutes: Route[] = [];
  const wired = [out, events, ...wireAreas(core, () => allRoutes), sync];
  allRoutes.push(
    ...accounts.routes,
    ...workspaceRoutes(core, accounts),
    ...dashboardRoutes(createDashboardStores(db, attack), clock),
    ...alertDeskRoutes(core, { alertStore, importStore }),
    ...wireSearch(db, hub),
    ...jobRoutes(runner),
    ...workspaceData.routes,
    ...trainingRoutes(createTrainingService({ db, clock, newId, changeAlert, assessControl })),
    ...wired.flatMap(({ routes }) => routes),
    ...notices.routes,
    ...connectionRoutes({ interfaces: network.interfaces, sync: sync.stateName, clock }),
  );
  const http = createHttpApp({
    origin: deps.origin,
    log,
    onAnswered: self.onAnswered,
    sessions: accounts.sessions,
    viewing: db.viewing,
    page: deps.rendererDir === undefined ? undefined : createPageFiles(deps.rendererDir),
    routes: allRoutes,
  });
  const stopMaintenance = startLogMaintenance({ storage, runner });
  const stopNotices = notices.start();
  const stops = wired.map((area) => area.start());
  const stopWorkspaceData = workspaceData.start();
  return {
    fetch: (request) => fetchWithHeaders(http, request),
    subscribe: subscribeHost(db, hub),
    async close() {
      stopMaintenance();
      stopNotices();
      for (const stop of stops) stop();
      stopWorkspaceData();
      network.stop();
      self.stop();
      await core.otherThreads.endAll();
      await runner.close();
      storage.close();
      releaseFolder();
    },
  };
}
