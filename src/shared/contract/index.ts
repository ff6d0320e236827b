/** The one list of areas. Server routes, client and OpenAPI all walk it. */
import { alertsContract } from '../areas/alerts/alerts.contract.ts';
import { importsContract } from '../areas/alerts/imports.contract.ts';
import { authContract } from '../areas/auth/auth.contract.ts';
import { dashboardContract } from '../areas/dashboard/dashboard.contract.ts';
import { settingsContract } from '../areas/settings/settings.contract.ts';
import { jobsContract } from './jobs.ts';

export const contract = {
  auth: authContract,
  settings: settingsContract,
  dashboard: dashboardContract,
  alerts: alertsContract,
  imports: importsContract,
  jobs: jobsContract,
};
