import type { Connector } from '../connector.types.ts';

/** Every connector of the marketplace, in its order; each loads its own file when it is asked for. */
export const CONNECTORS: readonly (() => Promise<Connector>)[] = [
  async () => (await import('./elastic-security.connector.ts')).elasticSecurity,
  async () => (await import('./splunk.connector.ts')).splunk,
  async () => (await import('./microsoft-graph.connector.ts')).microsoftGraph,
  async () => (await import('./crowdstrike.connector.ts')).crowdstrike,
  async () => (await import('./okta.connector.ts')).okta,
  async () => (await import('./tenable.connector.ts')).tenable,
  async () => (await import('./qualys.connector.ts')).qualys,
  async () => (await import('./aws-guardduty.connector.ts')).awsGuardDuty,
  async () => (await import('./aws-cloudtrail.connector.ts')).awsCloudTrail,
  async () => (await import('./aws-cloudtrail-folder.connector.ts')).awsCloudTrailFolder,
  async () => (await import('./google-cloud-audit.connector.ts')).googleCloudAudit,
  async () => (await import('./misp.connector.ts')).misp,
  async () => (await import('./taxii.connector.ts')).taxii,
  async () => (await import('./thehive.connector.ts')).theHive,
  async () => (await import('./dfir-iris.connector.ts')).dfirIris,
];
