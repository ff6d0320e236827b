import type { WorkspaceKind } from '../../../shared/areas/auth/auth.contract.ts';
import type { Workspace } from '../../../shared/areas/settings/settings.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { usersTable } from '../../db/tables/auth.table.ts';
import { isShared, readWorkspaceKind } from '../../db/workspace-kind.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** Tables that belong to the installation and outlive a workspace. */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  'meta',
  'users',
  'credentials',
  'login_attempts',
  'sessions',
  'preferences',
  'audit_log',
]);

function saveMeta(tx: WriteTx, key: string, value: string): void {
  tx.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

export function saveWorkspace(tx: WriteTx, kind: WorkspaceKind): void {
  saveMeta(tx, 'workspace_kind', kind);
  saveMeta(tx, 'workspace_created_at', String(tx.now));
  tx.announce('workspace');
}

const DEMO_ACCOUNTS = 'demo_accounts';

/** Remembers which accounts came with the demo, so that they leave with it. */
export function saveDemoAccounts(tx: WriteTx, ids: readonly string[]): void {
  saveMeta(tx, DEMO_ACCOUNTS, JSON.stringify(ids));
}

/** The demo's people are nobody's colleagues; their names stay readable in the audit log. */
function removeDemoAccounts(tx: WriteTx): void {
  const saved = tx.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', DEMO_ACCOUNTS);
  const ids: unknown = JSON.parse(saved?.value ?? '[]');
  for (const id of Array.isArray(ids) ? ids : []) tx.remove(usersTable, String(id));
  tx.run('DELETE FROM meta WHERE key = ?', DEMO_ACCOUNTS);
}

export function createWorkspaceStore(db: Database) {
  return {
    read(): Workspace | undefined {
      return db.read('settings.workspace', (reader) => {
        const value = (key: string) =>
          reader.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
        const kind = readWorkspaceKind(reader);
        if (kind === undefined) return undefined;
        const createdAt = toIso(Number(value('workspace_created_at') ?? 0));
        return { kind, createdAt, isShared: isShared(reader) };
      });
    },
    /** Deletes everything of the workspace, accounts and the audit log aside, and starts an empty one. */
    startEmpty(actor: string): void {
      db.write({ actor, origin: 'user', action: 'settings.leaveDemo' }, (tx) => {
        removeDemoAccounts(tx);
        tx.wipe((table) => !KEPT_TABLES.has(table));
        saveWorkspace(tx, 'empty');
        for (const resource of ['workspace', 'alerts', 'imports', 'dashboard', 'settings'])
          tx.announce(resource);
      });
    },
  };
}
export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;
