/** The one list of areas. Server routes, client and OpenAPI all walk it. */
import { alertsContract } from '../areas/alerts/alerts.contract.ts';
import { importsContract } from '../areas/alerts/imports.contract.ts';
import { accountsContract } from '../areas/auth/accounts.contract.ts';
import { authContract } from '../areas/auth/auth.contract.ts';
import { dashboardContract } from '../areas/dashboard/dashboard.contract.ts';
import { notificationsContract } from '../areas/notifications/notifications.contract.ts';
import { searchContract } from '../areas/search/search.contract.ts';
import { aboutContract } from '../areas/settings/about.contract.ts';
import { dataContract } from '../areas/settings/data.contract.ts';
import { preferencesContract } from '../areas/settings/preferences.contract.ts';
import { retentionContract } from '../areas/settings/retention.contract.ts';
import { settingsContract } from '../areas/settings/settings.contract.ts';
import { workspaceSettingsContract } from '../areas/settings/workspace-settings.contract.ts';
import { connectionContract } from '../areas/sync/connection.contract.ts';
import { trainingContract } from '../areas/training/training.contract.ts';
import { jobsContract } from './jobs.ts';

export const contract = {
  auth: authContract,
  accounts: accountsContract,
  settings: settingsContract,
  preferences: preferencesContract,
  workspaceSettings: workspaceSettingsContract,
  data: dataContract,
  retention: retentionContract,
  about: aboutContract,
  dashboard: dashboardContract,
  alerts: alertsContract,
  imports: importsContract,
  jobs: jobsContract,
  notifications: notificationsContract,
  connection: connectionContract,
  search: searchContract,
  training: trainingContract,
};
