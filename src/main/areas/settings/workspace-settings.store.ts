import {
  SETTINGS_SECTIONS,
  type WorkspaceSettings,
  type WorkspaceSettingsPatch,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { changedSettings } from '../../../shared/areas/settings/workspace-settings.rules.ts';
import type { Database } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { workspaceSettingsTable } from '../../db/tables/settings.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

function saveSection(tx: WriteTx, id: string, value: unknown): void {
  const patch = { value, updatedAt: tx.now };
  const isThere = tx.get('SELECT 1 FROM workspace_settings WHERE id = ?', id) !== undefined;
  if (isThere) tx.update(workspaceSettingsTable, id, patch);
  else tx.insert(workspaceSettingsTable, { id, ...patch });
}

export function createWorkspaceSettingsStore(db: Database) {
  return {
    read: (): WorkspaceSettings => db.read('settings.settings', readWorkspaceSettings),
    /** Every figure that rests on a setting follows it at once. */
    change(
      actor: string,
      patch: WorkspaceSettingsPatch,
      why: { readonly action?: string; readonly reason?: string } = {},
    ): WorkspaceSettings {
      const { action = 'settings.change', reason = null } = why;
      return db.write({ actor, origin: 'user', action, reason }, (tx) => {
        const before = readWorkspaceSettings(tx);
        const after = changedSettings(before, patch);
        const changed = SETTINGS_SECTIONS.filter(
          (section) => JSON.stringify(before[section]) !== JSON.stringify(after[section]),
        );
        for (const section of changed) saveSection(tx, section, after[section]);
        if (changed.length > 0) {
          tx.announce('settings');
          tx.announce('dashboard');
        }
        return after;
      });
    },
  };
}
export type WorkspaceSettingsStore = ReturnType<typeof createWorkspaceSettingsStore>;
