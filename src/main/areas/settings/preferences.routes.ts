import { preferencesContract } from '../../../shared/areas/settings/preferences.contract.ts';
import { workspaceSettingsContract } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { PreferencesStore } from './preferences.store.ts';
import type { WorkspaceSettingsStore } from './workspace-settings.store.ts';

export function preferenceRoutes(
  preferences: PreferencesStore,
  settings: WorkspaceSettingsStore,
): Route[] {
  return [
    route(preferencesContract.get, ({ session }) => preferences.read(session.user.id)),
    route(preferencesContract.update, ({ body, session }) =>
      preferences.change(session.user.id, body),
    ),
    route(workspaceSettingsContract.get, () => settings.read()),
    route(workspaceSettingsContract.update, ({ body, session }) =>
      settings.change(session.user.id, body),
    ),
  ];
}
