import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesPatchSchema,
} from '../../shared/areas/settings/preferences.contract.ts';
import { changedPreferences } from '../../shared/areas/settings/preferences.rules.ts';
import {
  DEFAULT_WORKSPACE_SETTINGS,
  type SettingsSection,
  type WorkspaceSettings,
  workspaceSettingsPatchSchema,
} from '../../shared/areas/settings/workspace-settings.contract.ts';
import { changedSettings } from '../../shared/areas/settings/workspace-settings.rules.ts';
import type { ReadDb } from './database.ts';
import { preferencesTable, workspaceSettingsTable } from './tables/settings.table.ts';

/*
 * Settings are read by many areas and written by one, so they are read here. A section that a newer
 * version wrote and this one cannot read counts as its defaults.
 */

export function readWorkspaceSettings(db: ReadDb): WorkspaceSettings {
  const rows = db.rows(
    workspaceSettingsTable,
    // The times to the first action come before those to close, which are held against them.
    'SELECT * FROM workspace_settings WHERE deleted_at IS NULL ORDER BY id DESC',
  );
  return rows.reduce((settings, row) => {
    const section = { [row.id as SettingsSection]: row.value };
    const patch = workspaceSettingsPatchSchema.safeParse(section);
    return patch.success ? changedSettings(settings, patch.data) : settings;
  }, DEFAULT_WORKSPACE_SETTINGS);
}

export function readPreferences(db: ReadDb, account: string): Preferences {
  const row = db.rows(preferencesTable, 'SELECT * FROM preferences WHERE account = ?', account)[0];
  const patch = preferencesPatchSchema.safeParse(row?.value);
  return patch.success ? changedPreferences(DEFAULT_PREFERENCES, patch.data) : DEFAULT_PREFERENCES;
}
