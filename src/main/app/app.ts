/** The composition root: everything that is wired is wired here, by hand, in the order of the data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceKind } from '../../shared/areas/auth/auth.contract.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import { alertRoutes } from '../areas/alerts/alerts.routes.ts';
import { createAlertService } from '../areas/alerts/alerts.service.ts';
import { createAlertStore } from '../areas/alerts/alerts.store.ts';
import { importRoutes } from '../areas/alerts/imports.routes.ts';
import { createImportService } from '../areas/alerts/imports.service.ts';
import { createImportStore } from '../areas/alerts/imports.store.ts';
import { authRoutes } from '../areas/auth/auth.routes.ts';
import { createAuthService } from '../areas/auth/auth.service.ts';
import { createAuthStore, hasUsers, insertUser, type NewUser } from '../areas/auth/auth.store.ts';
import { createPasswordHasher } from '../areas/auth/password.ts';
import { dashboardRoutes } from '../areas/dashboard/dashboard.routes.ts';
import { createDashboardStore } from '../areas/dashboard/dashboard.store.ts';
import { fillDemo } from '../areas/settings/demo/demo.ts';
import { readDemoContent } from '../areas/settings/demo/demo-content.ts';
import { settingsRoutes } from '../areas/settings/settings.routes.ts';
import { createWorkspaceStore, saveWorkspace } from '../areas/settings/workspace.store.ts';
import { checkpoint, isCheckpointDue, QUIET_LOG_BYTES } from '../db/checkpoint.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { refuseFolderInUse as refuseLockedFolder } from '../db/lock.ts';
import { claimDataFolder, type OpenedStorage, openStorage } from '../db/open.ts';
import { createGateMemory, WriteGate } from '../db/write-gate.ts';
import { EventHub } from '../http/events.ts';
import { createHttpApp, fetchWithHeaders } from '../http/http-app.ts';
import { createPageFiles } from '../http/page.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { jobRoutes } from '../jobs/jobs.routes.ts';
import { createJobStore } from '../jobs/jobs.store.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { FileHandles } from '../platform/files.ts';
import { type NewId, newUuid } from '../platform/ids.ts';
import type { KeyStore } from '../platform/key-store.ts';
import { createFileLog, type Log } from '../platform/log.ts';
import { createDemoAlerts } from './demo-alerts.ts';

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
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly log?: Log;
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

const DEMO_SEED = 412;
const MAINTENANCE_EVERY_MS = 2_000;
const INTERACTIVE_WRITER_ID = 1;

function readVersion(appRoot: string): string {
  return String(
    (JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')) as { version: string })
      .version,
  );
}

interface DemoSource {
  readonly appRoot: string;
  readonly newId: NewId;
  readonly seed: number;
}

/** Account and workspace of a new data folder, in one transaction. False where set-up was done already. */
function createWorkspaceOnce(
  db: Database,
  user: NewUser,
  kind: WorkspaceKind,
  demo: DemoSource,
): boolean {
  const content =
    kind === 'demo' ? readDemoContent(join(demo.appRoot, 'resources', 'demo')) : undefined;
  return db.write({ actor: user.id, origin: 'user', action: 'auth.setUp' }, (tx) => {
    if (hasUsers(tx)) return false;
    if (content) fillDemo(tx, { ...demo, content, alerts: createDemoAlerts(tx.now) });
    insertUser(tx, user);
    saveWorkspace(tx, kind);
    return true;
  });
}

/** Checkpoints the log between clicks, where no job does it in its own thread. */
function startMaintenance(storage: OpenedStorage, runner: JobRunner): () => void {
  const timer = setInterval(() => {
    if (!runner.isBusy && isCheckpointDue(storage.databasePath, QUIET_LOG_BYTES))
      checkpoint(storage.connection);
  }, MAINTENANCE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
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

async function openApp(deps: AppDeps, releaseFolder: () => void): Promise<App> {
  const { clock = systemClock, newId = newUuid, log = createFileLog(deps.dataDir) } = deps;
  const key = await deps.keyStore.databaseKey(deps.dataDir);
  const migrationsDir = join(deps.appRoot, 'resources', 'migrations', 'sqlite');
  const storage = openStorage({ dataDir: deps.dataDir, migrationsDir, key, newId });
  const hub = new EventHub();
  const gate = createGateMemory();
  const db = createDatabase({
    connection: storage.connection,
    gate: new WriteGate(gate, INTERACTIVE_WRITER_ID, 'interactive'),
    clock,
    log,
    emit: hub.emit,
  });
  const jobStore = createJobStore(db);
  const importStore = createImportStore(db);
  jobStore.markInterrupted();
  importStore.markInterrupted();
  const runner = new JobRunner({
    workerEntry: deps.workerEntry,
    setup: { databasePath: storage.databasePath, key, gate },
    store: jobStore,
    emit: hub.emit,
    clock,
    newId,
    log,
  });
  const auth = createAuthService({
    store: createAuthStore(db),
    hasher: createPasswordHasher(deps.passwordCost),
    clock,
    newId,
    createWorkspace: (user, kind) =>
      createWorkspaceOnce(db, user, kind, {
        appRoot: deps.appRoot,
        newId,
        seed: deps.demoSeed ?? DEMO_SEED,
      }),
  });
  const alertStore = createAlertStore(db);
  const http = createHttpApp({
    origin: deps.origin,
    log,
    sessions: auth.sessions,
    page: deps.rendererDir === undefined ? undefined : createPageFiles(deps.rendererDir),
    routes: [
      ...authRoutes(auth),
      ...settingsRoutes({
        store: createWorkspaceStore(db),
        hub,
        sessions: auth.sessions,
        version: readVersion(deps.appRoot),
        schema: storage.schema,
        isSetupRequired: auth.isSetupRequired,
        isBusy: () => runner.isBusy,
      }),
      ...dashboardRoutes(createDashboardStore(db), clock),
      ...importRoutes(
        createImportService({ store: importStore, runner, files: deps.files, clock, newId }),
      ),
      ...alertRoutes(createAlertService({ store: alertStore, clock, newId }), alertStore),
      ...jobRoutes(runner),
    ],
  });
  const stopMaintenance = startMaintenance(storage, runner);
  return {
    fetch: (request) => fetchWithHeaders(http, request),
    subscribe: (listener) => hub.subscribe(listener),
    async close() {
      stopMaintenance();
      await runner.close();
      storage.close();
      releaseFolder();
    },
  };
}
