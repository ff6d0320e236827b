/** Joining a workspace, with what it needs of other areas: emptying this one, and a backup before. */
import { join } from 'node:path';
import type { BackupInput } from '../areas/settings/backup.jobs.ts';
import { createBackupFolder } from '../areas/settings/backup-folder.ts';
import { createWorkspaceStore } from '../areas/settings/workspace.store.ts';
import { createWorkspaceSettingsStore } from '../areas/settings/workspace-settings.store.ts';
import { createJoiningService } from '../areas/sync/joining/joining.service.ts';
import type { JoiningService } from '../areas/sync/joining/joining.types.ts';
import {
  createMembershipStore,
  type MembershipStore,
} from '../areas/sync/joining/membership.store.ts';
import { readWorkspaceSettings } from '../db/settings-reader.ts';
import { forgetSharedKey, keepSharedKey, readSharedKey } from '../db/workspace-key.ts';
import { createKeySeal } from '../platform/key-seal.ts';
import type { CoreDeps } from './core-deps.ts';
import { removeCopiesSince, removeStoredFiles } from './stored-files.ts';

/** `pause` stops the worker and waits for it; `onChange` tells when to look again. */
export function wireJoining(core: CoreDeps, pause: () => Promise<void>): JoiningService {
  const { db, dataDir, runner, clock, hub, appRoot, storage } = core;
  const workspace = createWorkspaceStore(db);
  const settings = createWorkspaceSettingsStore(db);
  const backups = createBackupFolder(join(dataDir, 'backups'));
  const store = withSealKey(createMembershipStore(createKeySeal(core.key, 'sync')), core.key);
  keepKeyOfBefore(core, store);
  return createJoiningService({
    ...{ db, clock, pause, dial: core.dial, newId: core.newId, store },
    connection: () => storage.current().connection,
    serverMigrations: join(appRoot, 'resources', 'migrations', 'postgres'),
    makeWay: () => runner.makeWay(),
    async backUp(passphrase, actor) {
      const input: BackupInput = { target: backups.targetFor(clock.now()), passphrase };
      const title = 'Back up the workspace before joining another';
      const about = { kind: 'backup', title, unit: 'bytes', total: null } as const;
      await runner.start({ ...about, startedBy: actor, input }).finished;
    },
    startEmpty(actor) {
      // Whether anything may leave is this machine's own, and joining goes on over the network.
      const { isIsolated, isLocalAllowed } = db.read(
        'isolation.setting',
        readWorkspaceSettings,
      ).models;
      workspace.startEmpty(actor);
      settings.change(actor, { models: { isIsolated, isLocalAllowed } }, {});
    },
    removeFiles: () => removeStoredFiles(dataDir),
    removeCopiesSince: (moment) => removeCopiesSince(dataDir, moment),
    announce() {
      for (const resource of ['sync', 'users', 'connection'])
        hub.emit({ type: 'changed', resource });
    },
  });
}

/** While this workstation is in a workspace, it has the key of the workspace's seals; not afterwards. */
function withSealKey(store: MembershipStore, key: Uint8Array): MembershipStore {
  return {
    ...store,
    save(tx, opened) {
      store.save(tx, opened);
      keepSharedKey(tx, key, opened.workspaceKey);
    },
    change(tx, change) {
      store.change(tx, change);
      if (change.state === 'revoked') forgetSharedKey(tx);
    },
    forget(tx) {
      store.forget(tx);
      forgetSharedKey(tx);
    },
  };
}

/** Who joined with a version that sealed with each workstation's own key. */
function keepKeyOfBefore({ db, key }: CoreDeps, store: MembershipStore): void {
  const opened = db.read('sync.open', store.open);
  if (opened?.membership.state !== 'joined') return;
  if (db.read('sync.sealKey', (reader) => readSharedKey(reader, key)) !== undefined) return;
  db.write({ actor: null, origin: 'system', action: 'sync.sealKey' }, (tx) =>
    keepSharedKey(tx, key, opened.workspaceKey),
  );
}
