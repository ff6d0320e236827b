/** Backup, restore, export, retention and what is said about this installation, wired together. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connections } from '../../shared/areas/settings/about.contract.ts';
import { exportAlerts } from '../areas/alerts/alert-export.ts';
import type { AlertStore } from '../areas/alerts/alerts.store.ts';
import { listMissingFiles } from '../areas/evidence/missing-files.store.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import { insertNotification } from '../areas/notifications/notifications.store.ts';
import { aboutRoutes, type PerformancePort } from '../areas/settings/about.routes.ts';
import { createAboutStore } from '../areas/settings/about.store.ts';
import { storeOf } from '../areas/settings/backup.jobs.ts';
import { backupName, createBackupFolder } from '../areas/settings/backup-folder.ts';
import { dataRoutes } from '../areas/settings/data.routes.ts';
import { createDataService } from '../areas/settings/data.service.ts';
import { createDataStore } from '../areas/settings/data.store.ts';
import { createExportStore } from '../areas/settings/export.store.ts';
import { createWorkspaceExport } from '../areas/settings/export.ts';
import { createRestoreService } from '../areas/settings/restore.service.ts';
import { retentionRoutes } from '../areas/settings/retention.routes.ts';
import { createRetentionService } from '../areas/settings/retention.service.ts';
import { createRetentionStore } from '../areas/settings/retention.store.ts';
import { writeMemory } from '../areas/sync/worker/worker.store.ts';
import type { ReplaceableStorage } from '../db/replaceable.ts';
import type { EventHub } from '../http/events.ts';
import type { Route } from '../http/route.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileHandles } from '../platform/files.ts';
import type { NewId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OtherThreads } from './other-threads.ts';

export interface WorkspaceDataDeps {
  readonly dataDir: string;
  /** Of the database. */
  readonly key: Uint8Array;
  readonly appRoot: string;
  readonly migrationsDir: string;
  readonly origin: string;
  readonly version: string;
  readonly storage: ReplaceableStorage;
  readonly runner: JobRunner;
  readonly hub: EventHub;
  readonly alerts: AlertStore;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Another database is in use now: what a crash cut off in it must be marked. */
  readonly onReplaced: () => void;
  readonly performance: PerformancePort;
  readonly otherThreads: OtherThreads;
  /** Of sync, where this workstation has joined a workspace. */
  readonly syncFigures: () => Connections['sync'] | null;
}

/** What pages and stores may have read of the workspace before. */
const RESOURCES = [
  'workspace',
  'alerts',
  'alert_comments',
  'investigation_comments',
  'alert_watchers',
  'alert_checks',
  'playbooks',
  'note_templates',
  'entity_marks',
  'entity_notes',
  'handovers',
  'engine_decisions',
  'engine_backtests',
  'assets',
  'automation_policy',
  'automation_patterns',
  'automation_audits',
  'automation_closings',
  'automation_trips',
  'automation_second_looks',
  'imports',
  'alert_groups',
  'group_fingerprints',
  'group_pins',
  'dashboard',
  'settings',
  'notifications',
  'users',
  'forensic_investigations',
  'indicators',
  'indicator_relations',
  'indicator_sightings',
  'indicator_sweeps',
  'indicator_imports',
  'warninglists',
  'forensic_sessions',
  'promoted_events',
  'event_alignments',
  'event_digests',
  'investigation_runs',
  'compliance_frameworks',
  'framework_groups',
  'controls',
  'control_challenges',
  'gap_analyses',
  'queue_records',
  'control_tests',
  'control_test_runs',
  'control_exceptions',
  'suppression_rules',
  'control_batches',
  'crosswalk_links',
  'evidence',
  'control_evidence',
  'evidence_uploads',
  'evidence_custody',
  'risks',
  'risk_quantities',
  'risk_quant_settings',
  'risk_scenarios',
  'risk_cases',
  'risk_proposals',
  'risk_incidents',
  'risk_imports',
  'risk_tasks',
  'risk_reviews',
  'risk_controls',
  'policies',
  'policy_attestation_requests',
  'policy_attestations',
  'policy_imports',
  'policy_values',
  'policy_versions',
  'policy_approvals',
  'policy_controls',
  'vendors',
  'vendor_tierings',
  'vendor_assessments',
  'vendor_answers',
  'vendor_receipts',
  'vendor_reassessments',
  'vendor_signals',
  'vendor_documents',
  'vendor_subprocessors',
  'audits',
  'audit_reports',
  'audit_packages',
  'audit_frameworks',
  'audit_requests',
  'audit_request_controls',
  'audit_request_evidence',
  'audit_samples',
  'audit_sample_results',
  'findings',
  'finding_evidence',
  'incidents',
  'incident_records',
  'incident_pins',
  'incident_entities',
  'incident_settings',
  'integrations',
  'integration_pushes',
  'exchange_receipts',
  'intel_objects',
  'saved_views',
  'default_views',
  'conversations',
  'daily_snapshots',
  'model_endpoints',
  'model_probes',
  'model_calls',
];

export interface WorkspaceData {
  readonly routes: Route[];
  /** Tidies up after an earlier process, begins the daily work, and returns what stops it. */
  start(): () => void;
}

export function createWorkspaceData(deps: WorkspaceDataDeps): WorkspaceData {
  const { dataDir, storage, runner, clock, newId, files, log, version } = deps;
  const { db } = storage;
  const backups = createBackupFolder(join(dataDir, 'backups'));
  const restoreFolder = join(dataDir, 'restore');
  const schema = () => storage.current().schema;
  const retention = createRetentionService({
    store: createRetentionStore(db),
    runner,
    clock,
    log,
  });
  const restore = createRestoreService({
    folder: restoreFolder,
    migrationsDir: deps.migrationsDir,
    files,
    runner,
    newId,
    putInPlace: (nextPath, restored) => putInPlace(deps, nextPath, restored),
    keepFiles(restored) {
      const { databasePath } = storage.current();
      for (const { store, sha256 } of restored)
        storeOf({ databasePath, key: deps.key }, store).keep(sha256);
    },
  });
  const exportWorkspace = createWorkspaceExport({
    store: createExportStore(db),
    clock,
    version,
    schema,
    alertLines: () => exportAlerts(deps.alerts, { suppressed: 'with' }, 'ndjson'),
  });
  const data = createDataService({ dataDir, store: createDataStore(db), backups, runner, clock });
  return {
    routes: [
      ...dataRoutes({ data, restore, exportWorkspace }),
      ...retentionRoutes(retention),
      ...aboutRoutes({
        store: createAboutStore(db),
        version,
        schema,
        origin: deps.origin,
        performance: deps.performance,
        syncFigures: deps.syncFigures,
        licencesPath: join(deps.appRoot, 'out', 'licences.json'),
      }),
    ],
    start() {
      const tidy = [backups.removeParts(), rm(restoreFolder, { recursive: true, force: true })];
      void Promise.all(tidy).catch((error) => log.warn('could not tidy up', { cause: error }));
      return retention.schedule();
    },
  };
}

/** The end of a restore, in the thread of the core: no job runs, no call is half-way. */
async function putInPlace(
  deps: WorkspaceDataDeps,
  nextPath: string,
  { name, actor }: { name: string; actor: string },
): Promise<void> {
  const { storage, clock, hub } = deps;
  await deps.runner.endIdleWorkers();
  await deps.otherThreads.endAll();
  const moment = backupName(clock.now()).replace(/^watchfloor-|\..*$/g, '');
  const aside = join(deps.dataDir, `watchfloor.before-restore-${moment}.db`);
  try {
    storage.replaceWith(nextPath, aside);
  } catch (error) {
    deps.otherThreads.beginAll();
    throw error;
  }
  const action = 'settings.restore';
  storage.db.write({ actor, origin: 'user', action, reason: name }, (tx) =>
    tx.note('workspace', 1),
  );
  storage.db.write({ actor: null, origin: 'system', action: 'sync.putBack' }, (tx) =>
    writeMemory(tx, { isPutBack: true }),
  );
  try {
    tellOfMissingFiles(deps, name);
  } catch (cause) {
    // The workspace is restored all the same; each piece of evidence says that its file is missing.
    deps.log.warn('could not tell of missing files', { cause });
  }
  deps.onReplaced();
  deps.otherThreads.beginAll();
  for (const resource of RESOURCES) hub.emit({ type: 'changed', resource });
}

/** A backup from before there were files in it, or one that a file was missing of: says which. */
function tellOfMissingFiles(deps: WorkspaceDataDeps, name: string): void {
  const { db } = deps.storage;
  const blobs = createBlobStore(join(deps.dataDir, EVIDENCE_FOLDER), deps.key);
  const missing = db.read('evidence.missing', (reader) => listMissingFiles(reader, blobs));
  if (missing.length === 0) return;
  const count = missing.length === 1 ? 'One file is' : `${missing.length} files are`;
  db.write({ actor: null, origin: 'system', action: 'notifications.tell' }, (tx) =>
    insertNotification(tx, {
      id: deps.newId(),
      // For everybody: who restored may have no account in what was restored.
      account: null,
      kind: 'other',
      title: `${count} not in the backup ${name}`,
      body: missing.map(({ title }) => title).join(', '),
      link: '/evidence',
    }),
  );
}
