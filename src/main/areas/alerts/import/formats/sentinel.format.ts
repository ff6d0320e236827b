import { firstAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import type { JsonFormat } from './format.ts';
import { describeEntities, listOf, readEntities } from './sentinel-entities.ts';
import { lines, outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * Microsoft Sentinel, table SecurityAlert (Azure Monitor Logs reference), whose Entities and
 * ExtendedProperties are JSON or text that holds JSON; and Microsoft Defender XDR: rows of AlertInfo
 * (advanced hunting) and alerts of its API.
 */
export const sentinel: JsonFormat = {
  id: 'sentinel',
  marks: 'the fields of a Microsoft Sentinel or Defender alert',
  recognises: (record) => isSecurityAlert(record) || isDefenderAlert(record),
  parse: (record, tally) =>
    isSecurityAlert(record) ? parseRow(record, tally) : parseDefender(record, tally),
};

function isSecurityAlert(record: JsonObject): boolean {
  return 'SystemAlertId' in record && ('AlertName' in record || 'DisplayName' in record);
}

function isDefenderAlert(record: JsonObject): boolean {
  const isHunting = 'AlertId' in record && 'Title' in record && 'ServiceSource' in record;
  const isApi = 'alertId' in record && 'title' in record && 'serviceSource' in record;
  return isHunting || isApi;
}

const KNOWN = new Set(
  `TenantId TimeGenerated DisplayName AlertName AlertSeverity Description ProviderName VendorName
  VendorOriginalId SystemAlertId ResourceId SourceComputerId AlertType ConfidenceLevel ConfidenceScore
  IsIncident StartTime EndTime ProcessingEndTime RemediationSteps ExtendedProperties Entities
  SourceSystem WorkspaceSubscriptionId WorkspaceResourceGroup ExtendedLinks ProductName
  ProductComponentName AlertLink Status CompromisedEntity Tactics Techniques SubTechniques Type rn
  _ResourceId _IsBillable _BilledSize MG ManagementGroupName`.split(/\s+/),
);

function parseRow(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) {
    const dot = name.indexOf(' [');
    if (!KNOWN.has(dot === -1 ? name : name.slice(0, dot))) tally.unknown(name);
  }
  const extended = objectOf(record.ExtendedProperties);
  const entities = readEntities(listOf(record.Entities));
  const incident = label(extended.IncidentId) ?? label(record.IncidentNumber);
  const id = label(extended.DetectorId) ?? label(record.AlertType);
  return outcomeOf(
    {
      title: textOf(record.AlertName).trim() || textOf(record.DisplayName),
      description: lines(
        textOf(record.Description),
        incident === null ? null : `Microsoft incident ${incident}`,
        describeEntities(entities),
      ),
      severity: severityOfWord(record.AlertSeverity),
      source: label(record.ProductName) ?? 'Microsoft Sentinel',
      host: entities.host ?? label(record.CompromisedEntity),
      user: entities.user,
      sourceIp: entities.address,
      detector: id === null ? null : `${label(record.ProviderName) ?? 'sentinel'}:${id}`,
      category: label(extended['MicrosoftDefenderAtp.Category']) ?? label(record.Tactics),
      techniques: taggedTechniques(
        record.Techniques,
        record.SubTechniques,
        extended.MitreTechniques,
      ),
      time: firstAt(record, ['StartTime', 'TimeGenerated']),
    },
    tally,
  );
}

function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return {};
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

const KNOWN_DEFENDER = new Set(
  `Timestamp AlertId Title Category Severity ServiceSource DetectionSource AttackTechniques ReportId
  alertId providerAlertId incidentId serviceSource creationTime lastUpdatedTime resolvedTime
  firstActivity lastActivity title description category status severity investigationId
  investigationState classification determination detectionSource detectorId assignedTo actorName
  threatFamilyName mitreTechniques devices entities`.split(/\s+/),
);

function parseDefender(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) if (!KNOWN_DEFENDER.has(name)) tally.unknown(name);
  const [device] = listOf(record.devices);
  const entities = readEntities([...listOf(record.entities), ...(device ? [device] : [])]);
  const incident = label(record.incidentId);
  const detector = label(record.detectorId) ?? label(record.DetectionSource);
  return outcomeOf(
    {
      title: textOf(record.title ?? record.Title),
      description: lines(
        textOf(record.description),
        incident === null ? null : `Microsoft incident ${incident}`,
        describeEntities(entities),
      ),
      severity: severityOfWord(record.severity ?? record.Severity),
      source: label(record.serviceSource ?? record.ServiceSource) ?? 'Microsoft Defender',
      host: entities.host,
      user: entities.user,
      sourceIp: entities.address,
      detector: detector === null ? null : `defender:${detector}`,
      category: label(record.category ?? record.Category),
      techniques: taggedTechniques(record.mitreTechniques, record.AttackTechniques),
      time: firstAt(record, ['firstActivity', 'Timestamp', 'creationTime']),
    },
    tally,
  );
}
