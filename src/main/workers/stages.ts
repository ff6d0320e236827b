/** The parts of jobs that read strangers' files, each in a thread of its own that holds the code of its own stage. */
import type { StageFunction, StageKinds } from '../jobs/stage.ts';

const lazyStage =
  (load: () => Promise<StageFunction>): StageFunction =>
  async (input, source, send) =>
    (await load())(input, source, send);

export const stages = (): StageKinds => ({
  'parse-alerts': lazyStage(
    async () => (await import('../areas/alerts/import-parse.stage.ts')).parseAlertsStage,
  ),
  'read-attack-file': lazyStage(
    async () => (await import('../areas/assistant/attack-file.jobs.ts')).readAttackFileStage,
  ),
  'read-framework-file': lazyStage(
    async () =>
      (await import('../areas/compliance/framework-import.jobs.ts')).readFrameworkFileStage,
  ),
  'extract-indicators': lazyStage(
    async () =>
      (await import('../areas/forensics/indicators/extract-file.stage.ts')).extractFileStage,
  ),
  'import-hash-set': lazyStage(
    async () =>
      (await import('../areas/forensics/hash-sets/import-hash-set.stage.ts')).importHashSetStage,
  ),
  'import-enrichment': lazyStage(
    async () => (await import('../areas/enrichment/import-set.stage.ts')).importEnrichmentStage,
  ),
  'map-received': lazyStage(async () => {
    const [{ createMapReceivedStage }, { receivedAlerts }] = await Promise.all([
      import('../areas/integrations/receivers/map-received.stage.ts'),
      import('./received-alerts.ts'),
    ]);
    return createMapReceivedStage(receivedAlerts);
  }),
  'read-indicators': lazyStage(
    async () =>
      (await import('../areas/forensics/indicators/import-file.stage.ts')).readIndicatorsStage,
  ),
  'read-policy-file': lazyStage(
    async () => (await import('../areas/policies/policy-import.jobs.ts')).readPolicyFileStage,
  ),
  'read-rules': lazyStage(
    async () => (await import('../areas/forensics/rules/read-rules.stage.ts')).readRulesStage,
  ),
  'read-risk-file': lazyStage(
    async () => (await import('../areas/risk/risk-import.read.ts')).readRiskFileStage,
  ),
  'read-questionnaire': lazyStage(
    async () =>
      (await import('../areas/vendors/questionnaire-workbook.jobs.ts')).readQuestionnaireStage,
  ),
});
