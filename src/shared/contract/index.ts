/** The one list of areas. Server routes, client and OpenAPI all walk it. */

import { actionsContract } from '../areas/actions/actions.contract.ts';
import { alertsContract } from '../areas/alerts/alerts.contract.ts';
import { dispositionsContract } from '../areas/alerts/dispositions.contract.ts';
import { importsContract } from '../areas/alerts/imports.contract.ts';
import { attackContract } from '../areas/assistant/attack.contract.ts';
import { automationContract } from '../areas/assistant/automation.contract.ts';
import { chatContract } from '../areas/assistant/chat.contract.ts';
import { engineContract } from '../areas/assistant/engine.contract.ts';
import { auditReportsContract } from '../areas/audits/audit-reports.contract.ts';
import { auditWorkContract } from '../areas/audits/audit-work.contract.ts';
import { auditsContract } from '../areas/audits/audits.contract.ts';
import { accountsContract } from '../areas/auth/accounts.contract.ts';
import { authContract } from '../areas/auth/auth.contract.ts';
import { calendarContract } from '../areas/calendar/calendar.contract.ts';
import { complianceExportsContract } from '../areas/compliance/compliance-exports.contract.ts';
import { controlsContract } from '../areas/compliance/controls.contract.ts';
import { crosswalksContract } from '../areas/compliance/crosswalks.contract.ts';
import { frameworksContract } from '../areas/compliance/frameworks.contract.ts';
import { gapsContract } from '../areas/compliance/gaps.contract.ts';
import { scoresContract } from '../areas/compliance/scores.contract.ts';
import { dashboardContract } from '../areas/dashboard/dashboard.contract.ts';
import { discussionContract } from '../areas/discussion/discussion.contract.ts';
import { playbooksContract } from '../areas/discussion/playbooks.contract.ts';
import { enrichmentContract } from '../areas/enrichment/enrichment.contract.ts';
import { entitiesContract } from '../areas/entities/entities.contract.ts';
import { collectionContract } from '../areas/evidence/collection.contract.ts';
import { evidenceContract } from '../areas/evidence/evidence.contract.ts';
import { mappingsContract } from '../areas/evidence/mappings.contract.ts';
import { sharedFilesContract } from '../areas/evidence/shared-files.contract.ts';
import { exchangeContract } from '../areas/exchange/exchange.contract.ts';
import { eventsContract } from '../areas/forensics/events/events.contract.ts';
import { hashSetsContract } from '../areas/forensics/hash-sets/hash-sets.contract.ts';
import { indicatorWorkContract } from '../areas/forensics/indicators/indicator-work.contract.ts';
import { indicatorsContract } from '../areas/forensics/indicators/indicators.contract.ts';
import { intakeContract } from '../areas/forensics/intake/intake.contract.ts';
import { investigationsContract } from '../areas/forensics/investigations.contract.ts';
import { restrictionContract } from '../areas/forensics/restriction.contract.ts';
import { rulesContract } from '../areas/forensics/rules/rules.contract.ts';
import { alignmentsContract } from '../areas/forensics/timeline/alignments.contract.ts';
import {
  logonsContract,
  processesContract,
} from '../areas/forensics/timeline/processes.contract.ts';
import { promotionsContract } from '../areas/forensics/timeline/promotions.contract.ts';
import { timelineContract } from '../areas/forensics/timeline/timeline.contract.ts';
import { toolsContract } from '../areas/forensics/tools/tools.contract.ts';
import { handoverContract } from '../areas/handover/handover.contract.ts';
import { historyContract } from '../areas/history/history.contract.ts';
import { groupsContract } from '../areas/incidents/groups.contract.ts';
import { incidentsContract } from '../areas/incidents/incidents.contract.ts';
import { integrationsContract } from '../areas/integrations/integrations.contract.ts';
import { isolationContract } from '../areas/isolation/isolation.contract.ts';
import { draftsContract } from '../areas/models/drafts.contract.ts';
import { modelCallsContract } from '../areas/models/model-calls.contract.ts';
import { modelsContract } from '../areas/models/models.contract.ts';
import { redactionContract } from '../areas/models/redaction.contract.ts';
import { notificationsContract } from '../areas/notifications/notifications.contract.ts';
import { policiesContract } from '../areas/policies/policies.contract.ts';
import { policyTextsContract } from '../areas/policies/policy-texts.contract.ts';
import { riskQuantContract } from '../areas/risk/risk-quant.contract.ts';
import { risksContract } from '../areas/risk/risks.contract.ts';
import { searchContract } from '../areas/search/search.contract.ts';
import { aboutContract } from '../areas/settings/about.contract.ts';
import { dataContract } from '../areas/settings/data.contract.ts';
import { preferencesContract } from '../areas/settings/preferences.contract.ts';
import { retentionContract } from '../areas/settings/retention.contract.ts';
import { settingsContract } from '../areas/settings/settings.contract.ts';
import { workspaceSettingsContract } from '../areas/settings/workspace-settings.contract.ts';
import { suppressionContract } from '../areas/suppression/suppression.contract.ts';
import { connectionContract } from '../areas/sync/connection.contract.ts';
import { syncContract } from '../areas/sync/sync.contract.ts';
import { trainingContract } from '../areas/training/training.contract.ts';
import { vendorAssessmentsContract } from '../areas/vendors/vendor-assessments.contract.ts';
import { vendorsContract } from '../areas/vendors/vendors.contract.ts';
import { stacksContract } from '../areas/views/stacks.contract.ts';
import { viewsContract } from '../areas/views/views.contract.ts';
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
  dispositions: dispositionsContract,
  imports: importsContract,
  jobs: jobsContract,
  notifications: notificationsContract,
  connection: connectionContract,
  sync: syncContract,
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
  risks: risksContract,
  riskQuant: riskQuantContract,
  policies: policiesContract,
  policyTexts: policyTextsContract,
  vendors: vendorsContract,
  vendorAssessments: vendorAssessmentsContract,
  calendar: calendarContract,
  history: historyContract,
  groups: groupsContract,
  incidents: incidentsContract,
  actions: actionsContract,
  suppression: suppressionContract,
  views: viewsContract,
  stacks: stacksContract,
  entities: entitiesContract,
  handover: handoverContract,
  discussion: discussionContract,
  playbooks: playbooksContract,
  engine: engineContract,
  attack: attackContract,
  automation: automationContract,
  intake: intakeContract,
  events: eventsContract,
  investigations: investigationsContract,
  restriction: restrictionContract,
  sharedFiles: sharedFilesContract,
  indicators: indicatorsContract,
  indicatorWork: indicatorWorkContract,
  timeline: timelineContract,
  clocks: alignmentsContract,
  promotions: promotionsContract,
  processes: processesContract,
  logons: logonsContract,
  rules: rulesContract,
  forensicTools: toolsContract,
  exchange: exchangeContract,
  hashSets: hashSetsContract,
  enrichment: enrichmentContract,
  chat: chatContract,
  integrations: integrationsContract,
  isolation: isolationContract,
  models: modelsContract,
  drafts: draftsContract,
  redaction: redactionContract,
  modelCalls: modelCallsContract,
};
