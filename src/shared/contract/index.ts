/** The one list of areas. Server routes, client and OpenAPI all walk it. */
import { alertsContract } from '../areas/alerts/alerts.contract.ts';
import { importsContract } from '../areas/alerts/imports.contract.ts';
import { auditReportsContract } from '../areas/audits/audit-reports.contract.ts';
import { auditWorkContract } from '../areas/audits/audit-work.contract.ts';
import { auditsContract } from '../areas/audits/audits.contract.ts';
import { accountsContract } from '../areas/auth/accounts.contract.ts';
import { authContract } from '../areas/auth/auth.contract.ts';
import { complianceExportsContract } from '../areas/compliance/compliance-exports.contract.ts';
import { controlsContract } from '../areas/compliance/controls.contract.ts';
import { crosswalksContract } from '../areas/compliance/crosswalks.contract.ts';
import { frameworksContract } from '../areas/compliance/frameworks.contract.ts';
import { gapsContract } from '../areas/compliance/gaps.contract.ts';
import { scoresContract } from '../areas/compliance/scores.contract.ts';
import { dashboardContract } from '../areas/dashboard/dashboard.contract.ts';
import { collectionContract } from '../areas/evidence/collection.contract.ts';
import { evidenceContract } from '../areas/evidence/evidence.contract.ts';
import { mappingsContract } from '../areas/evidence/mappings.contract.ts';
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
  frameworks: frameworksContract,
  controls: controlsContract,
  scores: scoresContract,
  gaps: gapsContract,
  crosswalks: crosswalksContract,
  complianceExports: complianceExportsContract,
  evidence: evidenceContract,
  collection: collectionContract,
  mappings: mappingsContract,
  audits: auditsContract,
  auditWork: auditWorkContract,
  auditReports: auditReportsContract,
};
