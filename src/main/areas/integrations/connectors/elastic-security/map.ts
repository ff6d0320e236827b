import { documentOf, firstAt, valueAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { label } from '../../../../platform/records/text.ts';
import { elasticEcs } from '../../../alerts/import/formats/elastic-ecs.format.ts';
import { wazuh } from '../../../alerts/import/formats/wazuh.format.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';

/** A hit, read by the format that its document is written in. */
export function mapHit(hit: unknown, tally: ImportTally, text: string): ParseOutcome {
  if (!isObject(hit)) return { type: 'rejected', reason: 'not a JSON object' };
  const record = documentOf(hit);
  if (isSecurityAnalytics(record)) return mapSecurityAnalytics(record, tally);
  if (wazuh.recognises(hit)) return wazuh.parse(hit, tally, text);
  const outcome = elasticEcs.parse(hit, tally, text);
  return outcome.type === 'alert' ? withSeverityLabel(outcome, record) : outcome;
}

/** Security Onion: `event.severity_label` is what its own page shows. */
function withSeverityLabel(
  outcome: Extract<ParseOutcome, { type: 'alert' }>,
  record: JsonObject,
): ParseOutcome {
  const known = severityOfWord(valueAt(record, 'event.severity_label'));
  return known === null ? outcome : { ...outcome, alert: { ...outcome.alert, severity: known } };
}

function isSecurityAnalytics(record: JsonObject): boolean {
  return 'detector_id' in record && ('trigger_name' in record || 'trigger_id' in record);
}

/** OpenSearch documentation, "Working with alerts": severities are 1 (highest) to 5. */
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'LOW'] as const;

function mapSecurityAnalytics(record: JsonObject, tally: ImportTally): ParseOutcome {
  const trigger = label(record.trigger_name);
  const detector = label(record.detector_name);
  const findings = Array.isArray(record.finding_ids) ? record.finding_ids.length : 0;
  return makeAlert(
    {
      title: trigger ?? detector,
      description: [
        detector === null ? '' : `Detector: ${detector}.`,
        findings === 0 ? '' : `Findings: ${findings}.`,
        label(record.error_message) ?? '',
      ]
        .join(' ')
        .trim(),
      severity: SEVERITIES[Number(record.severity ?? 0) - 1] ?? null,
      source: 'OpenSearch Security Analytics',
      detector:
        label(record.detector_id) === null ? null : `opensearch:${label(record.detector_id)}`,
      category: record.detector_type,
      time: record.start_time,
    },
    tally,
  );
}

/** The alert's own id where it has one (an alert's state changes in place), else the document's. */
export function keyOfHit(hit: unknown): string | null {
  if (!isObject(hit)) return null;
  const uuid = label(firstAt(documentOf(hit), ['kibana.alert.uuid']));
  if (uuid !== null) return uuid;
  return typeof hit._id === 'string' && hit._id !== '' ? hit._id : null;
}
