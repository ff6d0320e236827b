import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label, techniquesOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { entitiesOf } from './evidence.ts';

/** `serviceSource` of "alert resource type" (microsoft.graph.security), as people call them. */
const SERVICES: ReadonlyMap<unknown, string> = new Map([
  ['microsoftDefenderForEndpoint', 'Microsoft Defender for Endpoint'],
  ['microsoftDefenderForIdentity', 'Microsoft Defender for Identity'],
  ['microsoftDefenderForCloudApps', 'Microsoft Defender for Cloud Apps'],
  ['microsoftDefenderForOffice365', 'Microsoft Defender for Office 365'],
  ['microsoft365Defender', 'Microsoft Defender XDR'],
  ['microsoftDefenderForCloud', 'Microsoft Defender for Cloud'],
  ['microsoftSentinel', 'Microsoft Sentinel'],
  ['azureAdIdentityProtection', 'Microsoft Entra ID Protection'],
  ['microsoftAppGovernance', 'Microsoft App Governance'],
  ['dataLossPrevention', 'Microsoft Purview'],
  ['microsoftInsiderRiskManagement', 'Microsoft Purview'],
]);

/** An alert has a `title`, an incident a `displayName` and the alerts within it. */
export function mapRecord(record: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  return label(record.title) === null && 'displayName' in record
    ? mapIncident(record, tally)
    : mapAlert(record, tally);
}

function mapAlert(alert: JsonObject, tally: ImportTally): ParseOutcome {
  const { host, user, sourceIp, destIp } = entitiesOf([alert]);
  const detector = firstLabel(alert.detectorId, alert.alertPolicyId);
  return makeAlert(
    {
      title: alert.title,
      description: alert.description,
      severity: severityOfWord(alert.severity),
      source: sourceOf(alert),
      host,
      user,
      sourceIp,
      destIp,
      detector: detector === null ? null : `microsoft:${detector}`,
      category: alert.category,
      techniques: techniquesOf(alert.mitreTechniques),
      // The first activity moves back while Defender learns more; this one stays.
      time: firstLabel(alert.createdDateTime, alert.firstActivityDateTime),
    },
    tally,
  );
}

function mapIncident(incident: JsonObject, tally: ImportTally): ParseOutcome {
  const alerts: readonly unknown[] = Array.isArray(incident.alerts)
    ? incident.alerts.slice(0, 100)
    : [];
  const { host, user, sourceIp, destIp } = entitiesOf(alerts);
  const titles = alerts.flatMap((alert) => (isObject(alert) ? (label(alert.title) ?? []) : []));
  const summary = firstLabel(incident.description, incident.summary);
  const made =
    titles.length === 0 ? '' : `Alerts: ${[...new Set(titles)].slice(0, 20).join('; ')}.`;
  return makeAlert(
    {
      title: incident.displayName,
      description: [summary ?? '', made].filter((part) => part !== '').join('\n'),
      severity: severityOfWord(incident.severity),
      source: 'Microsoft Defender XDR incident',
      host,
      user,
      sourceIp,
      destIp,
      category: 'Incident',
      techniques: techniquesOf(
        ...alerts.map((alert) => (isObject(alert) ? alert.mitreTechniques : null)),
      ),
      time: incident.createdDateTime,
    },
    tally,
  );
}

function sourceOf(alert: JsonObject): string {
  return SERVICES.get(alert.serviceSource) ?? label(alert.productName) ?? 'Microsoft security';
}

/** Alerts and incidents count by themselves. */
export function keyOfRecord(record: unknown): string | null {
  if (!isObject(record)) return null;
  const id = label(record.id);
  if (id === null) return null;
  return label(record.title) === null && 'displayName' in record ? `incident ${id}` : `alert ${id}`;
}
